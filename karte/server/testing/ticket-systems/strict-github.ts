import { createHmac, randomUUID } from "node:crypto";
import { z } from "zod";
import {
  type Answer,
  type Call,
  moment,
  queryOf,
  Refusal,
  type StrictDesk,
  type StrictIssue,
  taken,
} from "./strict-desk.ts";

export const githubToken = "github_pat_11STRICT";

const github = {
  create: z.strictObject({
    title: z.string().min(1).max(256),
    body: z.string().max(65_536).optional(),
    labels: z.array(z.string()).optional(),
    assignees: z.array(z.string()).optional(),
    milestone: z.union([z.int(), z.string(), z.null()]).optional(),
  }),
  change: z.strictObject({
    state: z.enum(["open", "closed"]).optional(),
    state_reason: z
      .enum(["completed", "not_planned", "duplicate", "reopened"])
      .nullable()
      .optional(),
    title: z.string().optional(),
    body: z.string().optional(),
  }),
  comment: z.strictObject({ body: z.string().min(1).max(65_536) }),
  list: z.strictObject({
    state: z.enum(["open", "closed", "all"]).optional(),
    sort: z.enum(["created", "updated", "comments"]).optional(),
    direction: z.enum(["asc", "desc"]).optional(),
    since: z.iso.datetime().optional(),
    creator: z.string().optional(),
    per_page: z.coerce.number().int().min(1).max(100).optional(),
    page: z.coerce.number().int().min(1).optional(),
  }),
  comments: z.strictObject({
    per_page: z.coerce.number().int().min(1).max(100).optional(),
    page: z.coerce.number().int().min(1).optional(),
  }),
};

/** GitHub's REST API, version 2022-11-28, below /api/v3 as its Enterprise Server has it. */
export function onGithub(
  { issues, gone, add, now, origin, knobs }: StrictDesk,
  { method, url, headers, body }: Call,
): Answer {
  const refuse = (status: number, message: string): never => {
    throw new Refusal({
      status,
      body: { message, documentation_url: "https://docs.github.com" },
    });
  };
  if (!headers["user-agent"]) refuse(403, "Request forbidden by administrative rules.");
  if (headers.authorization !== `Bearer ${githubToken}`) refuse(401, "Bad credentials");
  if (headers.accept !== "application/vnd.github+json") refuse(415, "Unsupported media type");
  if (headers["x-github-api-version"] !== "2022-11-28") refuse(400, "Unknown API version");
  if (method !== "GET" && !/^application\/json\b/.test(headers["content-type"] ?? "")) {
    refuse(415, "Unsupported media type");
  }
  const view = (one: StrictIssue) => ({
    number: one.number,
    html_url: knobs.page ?? `${origin}/acme/site/issues/${one.number}`,
    state: one.state,
    state_reason: one.reason,
    title: one.title,
    body: one.body,
    user: { login: one.author },
    labels: one.status === 2 ? [{ name: "in progress" }] : [],
    updated_at: moment(one.updated),
  });
  const path = url.pathname.slice("/api/v3".length);
  if (method === "GET" && path === "/user") return { status: 200, body: { login: "karte-bot" } };
  if (!path.startsWith("/repos/acme/site")) refuse(404, "Not Found");
  const rest = path.slice("/repos/acme/site".length);
  if (method === "GET" && rest === "") {
    return { status: 200, body: { full_name: "acme/site", has_issues: true } };
  }
  const named = /^\/issues\/(\d+)(\/comments)?$/.exec(rest);
  if (rest === "/issues" && method === "GET") {
    const query = taken(github.list, queryOf(url), 422);
    const size = query.per_page ?? 30;
    const from = ((query.page ?? 1) - 1) * size;
    const found = issues
      .filter((one) => query.since === undefined || moment(one.updated) >= query.since)
      .filter((one) => query.creator === undefined || one.author === query.creator)
      .filter((one) => (query.state ?? "open") === "all" || one.state === query.state)
      .toSorted((a, b) => a.updated.getTime() - b.updated.getTime());
    return { status: 200, body: found.slice(from, from + size).map(view) };
  }
  if (rest === "/issues" && method === "POST") {
    const { title, body: text } = taken(github.create, JSON.parse(body), 422);
    return { status: 201, body: view(add({ title, body: text ?? "" })) };
  }
  const number = Number(named?.[1] ?? 0);
  if (gone.has(number)) refuse(410, "This issue was deleted");
  const issue = issues.find((one) => one.number === number);
  if (issue === undefined) return refuse(404, "Not Found");
  if (named?.[2] !== undefined && method === "GET") {
    taken(github.comments, queryOf(url), 422);
    return { status: 200, body: issue.comments.map((one) => ({ body: one.body })) };
  }
  if (named?.[2] !== undefined && method === "POST") {
    const { body: text } = taken(github.comment, JSON.parse(body), 422);
    issue.comments.push({ author: "karte-bot", body: text });
    issue.updated = now();
    return { status: 201, body: { id: 1, body: text } };
  }
  if (method === "GET") return { status: 200, body: view(issue) };
  if (method !== "PATCH") refuse(404, "Not Found");
  const change = taken(github.change, JSON.parse(body), 422);
  if (change.state !== undefined) issue.state = change.state;
  issue.reason = change.state_reason ?? null;
  issue.updated = now();
  return { status: 200, body: view(issue) };
}

/**
 * What GitHub sends to a webhook of a repository, by its documentation: what it says is signed in the form that the
 * headers name, whatever happened, and an issue has all that an issue has.
 */
export function githubDelivery({
  event,
  action,
  issue,
  secret,
  repository = "acme/site",
}: {
  readonly event: "issues" | "ping";
  readonly action?: "closed" | "reopened" | "deleted" | "labeled" | "edited";
  readonly issue?: StrictIssue;
  readonly secret: string;
  readonly repository?: string;
}) {
  const [login = ""] = repository.split("/");
  const said =
    event === "ping"
      ? { zen: "Keep it logically awesome.", hook_id: 109948940, hook: { type: "Repository" } }
      : {
          action,
          issue: {
            ...{
              number: issue?.number,
              title: issue?.title,
              body: issue?.body,
              state: issue?.state,
            },
            ...{ state_reason: issue?.reason, user: { login: issue?.author } },
            updated_at: issue && moment(issue.updated),
          },
        };
  const body = JSON.stringify({
    ...said,
    repository: { id: 118, full_name: repository, private: true, owner: { login } },
    sender: { login: "octocat", id: 21031067, type: "User" },
  });
  const sign = (hash: "sha1" | "sha256") =>
    `${hash}=${createHmac(hash, secret).update(body).digest("hex")}`;
  return {
    headers: {
      "content-type": "application/json",
      "user-agent": "GitHub-Hookshot/044aadd",
      "x-github-delivery": randomUUID(),
      "x-github-event": event,
      "x-github-hook-id": "109948940",
      "x-github-hook-installation-target-id": "118",
      "x-github-hook-installation-target-type": "repository",
      "x-hub-signature": sign("sha1"),
      "x-hub-signature-256": sign("sha256"),
    },
    body,
  };
}
