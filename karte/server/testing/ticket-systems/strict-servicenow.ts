import { z } from "zod";
import {
  type Answer,
  basic,
  type Call,
  queryOf,
  Refusal,
  type StrictDesk,
  type StrictIssue,
  taken,
} from "./strict-desk.ts";

export const serviceNowUser = "karte.bot";
export const serviceNowPassword = "ServiceNowStrict-1";

const hex = (number: number) => number.toString(16).padStart(32, "0");
const userId = hex(0xa11);
const groupId = hex(0xb22);

const choices = z.enum(["1", "2", "3"]);
const serviceNow = {
  list: z.strictObject({
    sysparm_query: z.string(),
    sysparm_fields: z.string(),
    sysparm_limit: z.coerce.number().int().min(1).max(10_000),
    sysparm_offset: z.coerce.number().int().min(0).optional(),
    sysparm_exclude_reference_link: z.literal("true").optional(),
  }),
  one: z.strictObject({
    sysparm_fields: z.string(),
    sysparm_display_value: z.enum(["all", "false"]).optional(),
  }),
  create: z.strictObject({
    short_description: z
      .string()
      .min(1)
      .max(160)
      .regex(/^[^\r\n]+$/),
    description: z.string().max(4_000),
    assignment_group: z.literal(groupId),
    caller_id: z.literal(userId),
    impact: choices,
    urgency: choices,
    correlation_id: z.string().min(1).max(100),
    correlation_display: z.string().min(1).max(100),
  }),
  change: z.strictObject({
    state: z.enum(["1", "2", "3", "6", "7", "8"]).optional(),
    close_code: z.string().optional(),
    close_notes: z.string().max(4_000).optional(),
    work_notes: z.string().min(1).max(4_000).optional(),
  }),
};

const written = (at: Date) => at.toISOString().slice(0, 19).replace("T", " ");

type Row = Readonly<Record<string, string>>;
const users: readonly Row[] = [{ sys_id: userId, user_name: serviceNowUser, name: "Karte連携" }];
const groups: readonly Row[] = [
  { sys_id: groupId, name: "サイト運用", active: "true" },
  { sys_id: hex(0xc33), name: "Network", active: "true" },
];

const incident = (one: StrictIssue): Row => ({
  sys_id: hex(one.number),
  number: `INC${String(10_000 + one.number).padStart(7, "0")}`,
  state: String(one.status),
  assignment_group: groupId,
  correlation_id: String(one.sent.correlation_id ?? ""),
  correlation_display: String(one.sent.correlation_display ?? ""),
  sys_created_by: one.author === "karte-bot" ? serviceNowUser : one.author,
  sys_created_on: written(one.created),
  sys_updated_on: written(one.updated),
});

/** What an encoded query selects. A real one goes on without a part that it can't read; this one doesn't. */
function selected(rows: readonly Row[], query: string): readonly Row[] {
  const refuse = (): never => {
    throw new Refusal({ status: 400, body: { error: { message: `Query: ${query}` } } });
  };
  return query.split("^").reduce<readonly Row[]>((left, part) => {
    const order = /^ORDERBY(\w+)$/.exec(part)?.[1];
    if (order !== undefined) {
      return left.toSorted((a, b) => (a[order] ?? "").localeCompare(b[order] ?? ""));
    }
    const [, field = "", sign, value = ""] = /^(\w+?)(>=|=)(.*)$/s.exec(part) ?? refuse();
    // It would be run as a script.
    if (value.startsWith("javascript:") || /^(?:OR|NQ)/.test(field)) refuse();
    return left.filter((row) => {
      const own = row[field] ?? refuse();
      return sign === "=" ? own === value : own >= value;
    });
  }, rows);
}

/** ServiceNow's Table API. */
export function onServiceNow(
  { issues, add, now, knobs }: StrictDesk,
  { method, url, headers, body }: Call,
): Answer {
  const refuse = (status: number, message: string): never => {
    throw new Refusal({ status, body: { error: { message, detail: null }, status: "failure" } });
  };
  if (headers.authorization !== basic(serviceNowUser, serviceNowPassword)) {
    refuse(401, "User Not Authenticated");
  }
  if (headers.accept !== "application/json") refuse(406, "Not Acceptable");
  if (method !== "GET" && headers["content-type"] !== "application/json") {
    refuse(415, "Unsupported Media Type");
  }
  const query = queryOf(url);
  const only = (row: Row, fields: string): Row =>
    Object.fromEntries(
      fields.split(",").map((field) => [field, row[field] ?? refuse(400, `No field ${field}`)]),
    );
  const path = url.pathname.slice("/api/now/table/".length);
  const tables: Readonly<Record<string, () => readonly Row[]>> = {
    sys_user: () => users,
    sys_user_group: () => groups,
    incident: () => issues.map(incident),
  };
  const rows = tables[path];
  if (method === "GET" && rows !== undefined) {
    const asked = taken(serviceNow.list, query, 400);
    const from = asked.sysparm_offset ?? 0;
    const found = selected(rows(), asked.sysparm_query);
    const result = found.slice(from, from + asked.sysparm_limit);
    return {
      status: 200,
      body: { result: result.map((row) => only(row, asked.sysparm_fields)) },
    };
  }
  if (method === "POST" && path === "incident") {
    const { sysparm_fields: fields } = taken(serviceNow.one, query, 400);
    const sent = taken(serviceNow.create, JSON.parse(body), 400);
    const made = add({
      title: sent.short_description,
      body: sent.description,
      priority: Number(sent.impact) + Number(sent.urgency) - 1,
      sent,
    });
    return { status: 201, body: { result: only(incident(made), fields) } };
  }
  const id = /^incident\/([0-9a-f]{32})$/.exec(path)?.[1];
  const issue = issues.find(({ number }) => hex(number) === id);
  if (issue === undefined) return refuse(404, "No Record found");
  const asked = taken(serviceNow.one, query, 400);
  if (method === "GET") {
    const journal = issue.comments
      .map((note) => `${written(now())} - Karte (Work notes)\n${note.body}\n\n`)
      .toReversed()
      .join("");
    const row = only({ ...incident(issue), work_notes: "" }, asked.sysparm_fields);
    const result = Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        { value, display_value: name === "work_notes" ? journal : value },
      ]),
    );
    return { status: 200, body: { result: asked.sysparm_display_value === "all" ? result : row } };
  }
  if (method !== "PATCH") return refuse(405, "Method not supported");
  const change = taken(serviceNow.change, JSON.parse(body), 400);
  if (change.state !== undefined && knobs.rule === "aborts") {
    refuse(403, "Operation Failed");
  }
  // A closed one takes nothing any more.
  if (issue.status >= 7) refuse(403, "Operation Failed");
  // The data policy that every instance comes with.
  if (change.state === "6" && (!change.close_code || !change.close_notes)) {
    refuse(403, "Data Policy Exception");
  }
  if (change.state !== undefined && knobs.rule === "none") issue.status = Number(change.state);
  if (change.work_notes !== undefined) {
    issue.comments.push({ author: "karte-bot", body: change.work_notes });
  }
  issue.updated = now();
  return { status: 200, body: { result: only(incident(issue), asked.sysparm_fields) } };
}
