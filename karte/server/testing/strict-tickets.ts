import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

// GitHub and Backlog as far as karte calls them, written from their public documentation: what is not there
// is refused. No real one was met.

export const githubToken = "github_pat_11STRICT";
export const backlogKey = "backlogKeyStrict0123456789";

interface StrictIssue {
  readonly number: number;
  title: string;
  body: string;
  state: "open" | "closed";
  reason: string | null;
  /** Backlog's. */
  status: number;
  dueDate: string | null;
  priority: number | null;
  readonly author: string;
  readonly created: Date;
  updated: Date;
  readonly comments: { readonly author: string; readonly body: string }[];
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Call {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface StrictTickets {
  readonly origin: string;
  /** What is there, by system. */
  readonly issues: Readonly<Record<"github" | "backlog", StrictIssue[]>>;
  /** Calls that changed something, in their order: "POST /path". */
  readonly writes: string[];
  /** When each call came, by the machine. */
  readonly calls: { readonly at: number; readonly what: string }[];
  /** As if nothing had ever been there. */
  reset(): void;
  /** The address by which GitHub's issues name themselves. */
  page: string | null;
  /** What the next call meets instead of an answer: once. */
  meet(next: Trouble): void;
  /** A person changes an issue there. */
  person(system: "github" | "backlog", number: number, state: "open" | "in-work" | "done"): void;
  /** A person deletes it. */
  remove(system: "github" | "backlog", number: number): void;
  close(): Promise<void>;
}

/** "lost": it is done, and no answer comes. `on` "write": the next call that changes something. */
type Trouble =
  | { readonly kind: "lost"; readonly on?: "write" }
  | { readonly kind: "busy"; readonly seconds: number; readonly on?: "write" }
  | { readonly kind: "down"; readonly on?: "write" };

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

class Refusal extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super(String(answer.status));
    this.answer = answer;
  }
}

function read<S extends z.ZodType>(schema: S, value: unknown, status: number): z.output<S> {
  const { success, data, error } = schema.safeParse(value);
  if (!success) throw new Refusal({ status, body: { message: String(error) } });
  return data;
}

const queryOf = (url: URL) => Object.fromEntries(url.searchParams);
const moment = (at: Date) => `${at.toISOString().slice(0, 19)}Z`;

/** Both systems on one port: GitHub below /api/v3, as its Enterprise Server stands; Backlog at the root. */
export async function startStrictTickets(now: () => Date): Promise<StrictTickets> {
  const issues = { github: [] as StrictIssue[], backlog: [] as StrictIssue[] };
  const gone = { github: new Set<number>(), backlog: new Set<number>() };
  const writes: string[] = [];
  const calls: { at: number; what: string }[] = [];
  let trouble: Trouble | undefined;

  const add = (system: "github" | "backlog", fields: Partial<StrictIssue>) => {
    const issue: StrictIssue = {
      number: issues[system].length + gone[system].size + 1,
      title: "",
      body: "",
      state: "open",
      reason: null,
      status: 1,
      dueDate: null,
      priority: null,
      author: "karte-bot",
      created: now(),
      updated: now(),
      comments: [],
      ...fields,
    };
    issues[system].push(issue);
    return issue;
  };

  function onGithub({ method, url, headers, body }: Call, origin: string): Answer {
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
      html_url: tickets.page ?? `${origin}/acme/site/issues/${one.number}`,
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
      const query = read(github.list, queryOf(url), 422);
      const size = query.per_page ?? 30;
      const from = ((query.page ?? 1) - 1) * size;
      const found = issues.github
        .filter((one) => query.since === undefined || moment(one.updated) >= query.since)
        .filter((one) => query.creator === undefined || one.author === query.creator)
        .filter((one) => (query.state ?? "open") === "all" || one.state === query.state)
        .toSorted((a, b) => a.updated.getTime() - b.updated.getTime());
      return { status: 200, body: found.slice(from, from + size).map(view) };
    }
    if (rest === "/issues" && method === "POST") {
      const { title, body: text } = read(github.create, JSON.parse(body), 422);
      return { status: 201, body: view(add("github", { title, body: text ?? "" })) };
    }
    const number = Number(named?.[1] ?? 0);
    if (gone.github.has(number)) refuse(410, "This issue was deleted");
    const issue = issues.github.find((one) => one.number === number);
    if (issue === undefined) return refuse(404, "Not Found");
    if (named?.[2] !== undefined && method === "GET") {
      read(github.comments, queryOf(url), 422);
      return { status: 200, body: issue.comments.map((one) => ({ body: one.body })) };
    }
    if (named?.[2] !== undefined && method === "POST") {
      const { body: text } = read(github.comment, JSON.parse(body), 422);
      issue.comments.push({ author: "karte-bot", body: text });
      issue.updated = now();
      return { status: 201, body: { id: 1, body: text } };
    }
    if (method === "GET") return { status: 200, body: view(issue) };
    if (method !== "PATCH") refuse(404, "Not Found");
    const change = read(github.change, JSON.parse(body), 422);
    if (change.state !== undefined) issue.state = change.state;
    issue.reason = change.state_reason ?? null;
    issue.updated = now();
    return { status: 200, body: view(issue) };
  }

  function onBacklog({ method, url, headers, body }: Call): Answer {
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
      const asked = read(backlog.list, query, 400);
      const from = asked.offset ?? 0;
      const day = (at: Date) => at.toISOString().slice(0, 10);
      const found = issues.backlog
        .filter((one) => asked.updatedSince === undefined || day(one.updated) >= asked.updatedSince)
        .filter((one) => asked.createdSince === undefined || day(one.created) >= asked.createdSince)
        .filter((one) => asked["createdUserId[]"] === undefined || one.author === "karte-bot");
      return { status: 200, body: found.slice(from, from + (asked.count ?? 20)).map(view) };
    }
    if (path === "/issues" && method === "POST") {
      const sent = read(backlog.create, form, 400);
      if (sent.projectId !== "17") refuse(404, 6, "No project.");
      if (!["31", "32"].includes(sent.issueTypeId)) refuse(400, 7, "No such issueType.");
      const issue = add("backlog", {
        title: sent.summary,
        body: sent.description ?? "",
        dueDate: sent.dueDate ?? null,
        priority: Number(sent.priorityId),
      });
      return { status: 201, body: view(issue) };
    }
    const named = /^\/issues\/(?:SITE-)?(\d+)(\/comments)?$/.exec(path);
    const number = Number(named?.[1] ?? 0) % 1000;
    const issue = issues.backlog.find((one) => one.number === number);
    if (issue === undefined) return refuse(404, 6, "No such issue.");
    if (named?.[2] !== undefined && method === "GET") {
      read(backlog.comments, query, 400);
      return { status: 200, body: issue.comments.map((one) => ({ id: 1, content: one.body })) };
    }
    if (named?.[2] !== undefined && method === "POST") {
      const { content } = read(backlog.comment, form, 400);
      issue.comments.push({ author: "karte-bot", body: content });
      issue.updated = now();
      return { status: 201, body: { id: 1, content } };
    }
    if (method === "GET") return { status: 200, body: view(issue) };
    if (method !== "PATCH") refuse(404, 6, "No such method.");
    const change = read(backlog.change, form, 400);
    if (change.statusId !== undefined) issue.status = Number(change.statusId);
    if (change.comment !== undefined) {
      issue.comments.push({ author: "karte-bot", body: change.comment });
    }
    issue.updated = now();
    return { status: 200, body: view(issue) };
  }

  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const method = request.method ?? "";
    const url = new URL(request.url ?? "/", origin);
    const call = { method, url, headers: request.headers, body };
    calls.push({ at: performance.now(), what: `${method} ${url.pathname}` });
    const met = trouble?.on === "write" && method === "GET" ? undefined : trouble;
    if (met !== undefined) trouble = undefined;
    if (met?.kind === "busy") {
      const reset = Math.floor(now().getTime() / 1000) + met.seconds;
      response
        .writeHead(429, {
          "content-type": "application/json",
          "x-ratelimit-remaining": "0",
          "x-ratelimit-reset": String(reset),
        })
        .end("{}");
      return;
    }
    if (met?.kind === "down") {
      response.writeHead(503).end("<html>down</html>");
      return;
    }
    let answer: Answer;
    try {
      answer = url.pathname.startsWith("/api/v3/") ? onGithub(call, origin) : onBacklog(call);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answer = error.answer;
    }
    if (method !== "GET" && answer.status < 300) writes.push(`${method} ${url.pathname}`);
    if (met?.kind === "lost") {
      request.socket.destroy();
      return;
    }
    response
      .writeHead(answer.status, { "content-type": "application/json", ...answer.headers })
      .end(JSON.stringify(answer.body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;

  const tickets: StrictTickets = {
    origin,
    page: null,
    issues,
    writes,
    calls,
    reset() {
      trouble = undefined;
      tickets.page = null;
      writes.length = 0;
      for (const system of ["github", "backlog"] as const) {
        issues[system].length = 0;
        gone[system].clear();
      }
    },
    meet(next) {
      trouble = next;
    },
    person(system, number, state) {
      const issue = issues[system].find((one) => one.number === number);
      if (issue === undefined) throw new Error("No such issue.");
      issue.state = state === "done" ? "closed" : "open";
      issue.status = { open: 1, "in-work": 2, done: 3 }[state];
      issue.updated = now();
    },
    remove(system, number) {
      issues[system].splice(
        issues[system].findIndex((one) => one.number === number),
        1,
      );
      gone[system].add(number);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return tickets;
}
