import { z } from "zod";
import {
  type Answer,
  basic,
  type Call,
  moment,
  queryOf,
  Refusal,
  type StrictDesk,
  type StrictIssue,
  taken,
} from "./strict-desk.ts";

export const jiraUser = "karte@example.jp";
export const jiraToken = "ATATT3xStrictJira";

/** Fewer than asked for come at once, as Jira reserves for itself. */
const pageMost = 2;

const text = z.strictObject({
  type: z.literal("text"),
  text: z.string().min(1),
  marks: z
    .array(
      z.discriminatedUnion("type", [
        z.strictObject({ type: z.literal("strong") }),
        z.strictObject({
          type: z.literal("link"),
          attrs: z.strictObject({ href: z.url({ protocol: /^https?$/ }) }),
        }),
      ]),
    )
    .optional(),
});
const inline = z.discriminatedUnion("type", [
  text,
  z.strictObject({ type: z.literal("hardBreak") }),
]);
/** Atlassian's document format, of which as much as karte writes. */
const documentSchema = z.strictObject({
  type: z.literal("doc"),
  version: z.literal(1),
  content: z.array(
    z.strictObject({ type: z.literal("paragraph"), content: z.array(inline).min(1) }),
  ),
});
type StrictDocument = z.infer<typeof documentSchema>;

const textOf = ({ content }: StrictDocument) =>
  content
    .map((paragraph) =>
      paragraph.content.map((node) => (node.type === "text" ? node.text : "\n")).join(""),
    )
    .join("\n\n");

const named = (id: string) => z.strictObject({ id: z.literal(id) });
const jira = {
  create: z.strictObject({
    fields: z.strictObject({
      project: named("10017"),
      issuetype: z.union([named("10102"), named("10103")]),
      summary: z
        .string()
        .min(1)
        .max(255)
        .regex(/^[^\r\n]+$/),
      description: documentSchema,
      duedate: z.iso.date().optional(),
    }),
  }),
  comment: z.strictObject({ body: documentSchema }),
  move: z.strictObject({
    transition: z.strictObject({ id: z.string() }),
    fields: z
      .strictObject({ resolution: z.strictObject({ id: z.enum(["10000", "10001"]) }) })
      .optional(),
  }),
  search: z.strictObject({
    jql: z.string(),
    fields: z.array(z.enum(["status", "description"])),
    maxResults: z.int().min(1).max(100),
    nextPageToken: z.string().optional(),
  }),
  fields: z.strictObject({
    startAt: z.coerce.number().int().min(0).optional(),
    maxResults: z.coerce.number().int().min(1).max(200).optional(),
  }),
  comments: z.strictObject({
    orderBy: z.enum(["created", "-created"]),
    maxResults: z.coerce.number().int().min(1).max(100),
  }),
  issue: z.strictObject({ fields: z.enum(["status", "status,description"]) }),
  transitions: z.strictObject({ expand: z.literal("transitions.fields") }),
  none: z.strictObject({}),
};

const categories = { 1: "new", 2: "indeterminate", 3: "done" } as const;
const statusOf = ({ status }: StrictIssue) => ({
  name: "?",
  statusCategory: { key: categories[status as 1 | 2 | 3] },
});

/** A workflow whose names say other things than its categories. */
const ways = [
  { id: "11", name: "Done", from: [1, 3], to: 2 },
  { id: "21", name: "出荷する", from: [1, 2], to: 3 },
  { id: "31", name: "Closed", from: [2, 3], to: 1 },
] as const;

/** Which issues a JQL asks for, of the few clauses that karte writes. */
function asked(jql: string, now: Date): (issue: StrictIssue) => boolean {
  const [where = "", order] = jql.split(" ORDER BY ");
  const refuse = (): never => {
    throw new Refusal({ status: 400, body: { errorMessages: [`Error in the JQL: ${jql}`] } });
  };
  if (order !== undefined && !/^(created|updated) ASC$/.test(order)) refuse();
  const clauses = where.split(" AND ");
  if (!clauses.includes("project = 10017")) refuse();
  const tests = clauses.map((clause) => {
    if (clause === "project = 10017") return () => true;
    if (clause === "creator = currentUser()") {
      return (issue: StrictIssue) => issue.author === "karte-bot";
    }
    const since = /^(created|updated) >= "-(\d{1,7})m"$/.exec(clause);
    const field = since?.[1] === "created" ? "created" : "updated";
    const from = now.getTime() - Number(since?.[2] ?? refuse()) * 60_000;
    return (issue: StrictIssue) => issue[field].getTime() >= from;
  });
  return (issue) => tests.every((test) => test(issue));
}

/** What isn't asked for doesn't come. */
const onlyFields = <T extends { readonly fields: object }>(one: T, asked: readonly string[]) => ({
  ...one,
  fields: Object.fromEntries(Object.entries(one.fields).filter(([name]) => asked.includes(name))),
});

/** Jira Cloud's REST API, version 3. */
export function onJira(
  { issues, add, now, origin, knobs }: StrictDesk,
  { method, url, headers, body }: Call,
): Answer {
  const refuse = (status: number, message: string): never => {
    throw new Refusal({ status, body: { errorMessages: [message], errors: {} } });
  };
  if (headers.authorization !== basic(jiraUser, jiraToken)) {
    refuse(401, "Client must be authenticated to access this resource.");
  }
  if (headers.accept !== "application/json") refuse(406, "Not Acceptable");
  if (method === "POST" && headers["content-type"] !== "application/json") {
    refuse(415, "Unsupported Media Type");
  }
  const path = url.pathname.slice("/rest/api/3".length);
  const what = `${method} ${path}`;
  const query = queryOf(url);
  const view = (one: StrictIssue) => ({
    id: String(10_000 + one.number),
    key: `SITE-${one.number}`,
    fields: {
      status: statusOf(one),
      description: one.sent.description ?? null,
    },
  });
  if (what === "GET /myself") {
    taken(jira.none, query, 400);
    return {
      status: 200,
      body: { accountId: "5b10a2844c20165700ede21g", displayName: "Karte連携" },
    };
  }
  if (what === "GET /project/SITE") {
    taken(jira.none, query, 400);
    const issueTypes = [
      { id: "10101", name: "サブタスク", subtask: true },
      { id: "10102", name: "タスク", subtask: false },
      { id: "10103", name: "バグ", subtask: false },
    ];
    return { status: 200, body: { id: "10017", key: "SITE", name: "サイト", issueTypes } };
  }
  if (/^GET \/issue\/createmeta\/SITE\/issuetypes\/1010[23]$/.test(what)) {
    const { startAt = 0, maxResults = 50 } = taken(jira.fields, query, 400);
    const all = ["project", "issuetype", "summary", "description", "reporter"]
      .concat(knobs.hasDueDate ? ["duedate"] : [])
      .map((fieldId) => ({ fieldId, key: fieldId, name: "?", required: false }));
    const size = Math.min(maxResults, pageMost);
    const fields = all.slice(startAt, startAt + size);
    return { status: 200, body: { fields, startAt, maxResults: size, total: all.length } };
  }
  if (what === "POST /search/jql") {
    const { jql, nextPageToken, fields, ...more } = taken(jira.search, JSON.parse(body), 400);
    const from = Number(nextPageToken ?? 0);
    const found = issues.filter(asked(jql, now()));
    if (knobs.isIndexed) for (const one of issues) one.indexed = one.status;
    const indexed = (one: StrictIssue) => view({ ...one, status: one.indexed ?? 1 });
    const to = from + Math.min(more.maxResults, pageMost);
    const isLast = to >= found.length;
    return {
      status: 200,
      body: {
        issues: found.slice(from, to).map((one) => onlyFields(indexed(one), fields)),
        isLast,
        ...(isLast ? {} : { nextPageToken: String(to) }),
      },
    };
  }
  if (what === "POST /issue") {
    const { fields } = taken(jira.create, JSON.parse(body), 400);
    if (fields.duedate !== undefined && !knobs.hasDueDate) {
      refuse(
        400,
        "Field 'duedate' cannot be set. It is not on the appropriate screen, or unknown.",
      );
    }
    const { id, key } = view(
      add({
        title: fields.summary,
        body: textOf(fields.description),
        dueDate: fields.duedate ?? null,
        sent: fields,
      }),
    );
    return { status: 201, body: { id, key, self: `${origin}/rest/api/3/issue/${id}` } };
  }
  const one = /^\/issue\/(\d+)(\/comment|\/transitions)?$/.exec(path);
  const issue = issues.find(({ number }) => number === Number(one?.[1] ?? 0) - 10_000);
  if (issue === undefined) {
    return refuse(404, "Issue does not exist or you do not have permission to see it.");
  }
  const part = `${method} ${one?.[2] ?? ""}`;
  if (part === "GET ") {
    taken(jira.issue, query, 400);
    return { status: 200, body: view(issue) };
  }
  if (part === "GET /comment") {
    const { maxResults } = taken(jira.comments, query, 400);
    const comments = issue.comments
      .map((comment, index) => ({ id: String(index), body: JSON.parse(comment.sent ?? "null") }))
      .toReversed();
    return {
      status: 200,
      body: { comments: comments.slice(0, maxResults), total: comments.length },
    };
  }
  if (part === "POST /comment") {
    const sent = taken(jira.comment, JSON.parse(body), 400).body;
    issue.comments.push({ author: "karte-bot", body: textOf(sent), sent: JSON.stringify(sent) });
    issue.updated = now();
    return { status: 201, body: { id: "1", body: sent, created: moment(now()) } };
  }
  const here = ways.filter(({ from, to }) => {
    if (knobs.workflow === "stuck") return false;
    if (knobs.workflow === "one-way" && issue.status === 3) return false;
    return (from as readonly number[]).includes(issue.status) && to !== issue.status;
  });
  const asksResolution = (to: number) => to === 3 && knobs.workflow === "resolution";
  if (part === "GET /transitions") {
    taken(jira.transitions, query, 400);
    const transitions = here.map(({ id, name, to }) => ({
      id,
      name,
      to: { id: "1", name, statusCategory: { key: categories[to] } },
      fields: asksResolution(to)
        ? {
            resolution: {
              required: true,
              hasDefaultValue: false,
              allowedValues: [
                { id: "10001", name: "Won't Do" },
                { id: "10000", name: "Done" },
              ],
            },
          }
        : {},
    }));
    return { status: 200, body: { transitions } };
  }
  if (part !== "POST /transitions") return refuse(404, "No such call.");
  const { transition, fields } = taken(jira.move, JSON.parse(body), 400);
  const way = here.find(({ id }) => id === transition.id);
  if (way === undefined) return refuse(400, "It seems that you have tried an invalid transition.");
  if (asksResolution(way.to) !== (fields !== undefined)) {
    refuse(400, "resolution: required, or not on the appropriate screen.");
  }
  issue.status = way.to;
  issue.reason = fields?.resolution.id ?? null;
  issue.state = way.to === 3 ? "closed" : "open";
  issue.updated = now();
  return { status: 204 };
}
