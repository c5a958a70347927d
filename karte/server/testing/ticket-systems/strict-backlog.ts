import { z } from "zod";
import {
  type Answer,
  type Call,
  queryOf,
  Refusal,
  type StrictDesk,
  type StrictIssue,
  taken,
} from "./strict-desk.ts";

export const backlogKey = "backlogKeyStrict0123456789";

const digits = z.string().regex(/^\d+$/);
const backlog = {
  create: z.strictObject({
    projectId: digits,
    summary: z.string().min(1).max(255),
    issueTypeId: digits,
    priorityId: z.enum(["2", "3", "4"]),
    description: z.string().max(100_000).optional(),
    dueDate: z.iso.date().optional(),
  }),
  change: z.strictObject({
    statusId: z.enum(["1", "2", "3", "4"]).optional(),
    comment: z.string().optional(),
    summary: z.string().optional(),
  }),
  comment: z.strictObject({ content: z.string().min(1) }),
  list: z.strictObject({
    "projectId[]": z.literal("17"),
    "createdUserId[]": digits.optional(),
    createdSince: z.iso.date().optional(),
    updatedSince: z.iso.date().optional(),
    sort: z.enum(["created", "updated"]).optional(),
    order: z.enum(["asc", "desc"]).optional(),
    count: z.coerce.number().int().min(1).max(100).optional(),
    offset: z.coerce.number().int().min(0).optional(),
  }),
  comments: z.strictObject({
    order: z.enum(["asc", "desc"]).optional(),
    count: z.coerce.number().int().min(1).max(100).optional(),
    minId: digits.optional(),
  }),
};

/** Backlog's API, version 2. */
export function onBacklog(
  { issues, add, now }: StrictDesk,
  { method, url, headers, body }: Call,
): Answer {
  const refuse = (status: number, code: number, message: string): never => {
    throw new Refusal({ status, body: { errors: [{ message, code, moreInfo: "" }] } });
  };
  const { apiKey, ...query } = queryOf(url);
  if (apiKey !== backlogKey) refuse(401, 11, "Authentication failure.");
  if (
    method !== "GET" &&
    !/^application\/x-www-form-urlencoded\b/.test(headers["content-type"] ?? "")
  ) {
    refuse(400, 7, "Unsupported content type");
  }
  const form = Object.fromEntries(new URLSearchParams(body));
  const view = (one: StrictIssue) => ({
    id: 1000 + one.number,
    projectId: 17,
    issueKey: `SITE-${one.number}`,
    summary: one.title,
    description: one.body,
    status: { id: one.status, name: "" },
  });
  const path = url.pathname.slice("/api/v2".length);
  if (method === "GET" && path === "/users/myself") {
    return { status: 200, body: { id: 5, userId: "karte", name: "Karte連携" } };
  }
  if (method === "GET" && path === "/projects/SITE") {
    return { status: 200, body: { id: 17, projectKey: "SITE", name: "サイト" } };
  }
  if (method === "GET" && path === "/projects/SITE/issueTypes") {
    const types = [
      { id: 31, projectId: 17, name: "タスク" },
      { id: 32, projectId: 17, name: "バグ" },
    ];
    return { status: 200, body: types };
  }
  if (path === "/issues" && method === "GET") {
    const asked = taken(backlog.list, query, 400);
    const from = asked.offset ?? 0;
    const day = (at: Date) => at.toISOString().slice(0, 10);
    const found = issues
      .filter((one) => asked.updatedSince === undefined || day(one.updated) >= asked.updatedSince)
      .filter((one) => asked.createdSince === undefined || day(one.created) >= asked.createdSince)
      .filter((one) => asked["createdUserId[]"] === undefined || one.author === "karte-bot");
    return { status: 200, body: found.slice(from, from + (asked.count ?? 20)).map(view) };
  }
  if (path === "/issues" && method === "POST") {
    const sent = taken(backlog.create, form, 400);
    if (sent.projectId !== "17") refuse(404, 6, "No project.");
    if (!["31", "32"].includes(sent.issueTypeId)) refuse(400, 7, "No such issueType.");
    const issue = add({
      title: sent.summary,
      body: sent.description ?? "",
      dueDate: sent.dueDate ?? null,
      priority: Number(sent.priorityId),
    });
    return { status: 201, body: view(issue) };
  }
  const named = /^\/issues\/(?:SITE-)?(\d+)(\/comments)?$/.exec(path);
  const number = Number(named?.[1] ?? 0) % 1000;
  const issue = issues.find((one) => one.number === number);
  if (issue === undefined) return refuse(404, 6, "No such issue.");
  if (named?.[2] !== undefined && method === "GET") {
    taken(backlog.comments, query, 400);
    return { status: 200, body: issue.comments.map((one) => ({ id: 1, content: one.body })) };
  }
  if (named?.[2] !== undefined && method === "POST") {
    const { content } = taken(backlog.comment, form, 400);
    issue.comments.push({ author: "karte-bot", body: content });
    issue.updated = now();
    return { status: 201, body: { id: 1, content } };
  }
  if (method === "GET") return { status: 200, body: view(issue) };
  if (method !== "PATCH") refuse(404, 6, "No such method.");
  const change = taken(backlog.change, form, 400);
  if (change.statusId !== undefined) issue.status = Number(change.statusId);
  if (change.comment !== undefined) {
    issue.comments.push({ author: "karte-bot", body: change.comment });
  }
  issue.updated = now();
  return { status: 200, body: view(issue) };
}
