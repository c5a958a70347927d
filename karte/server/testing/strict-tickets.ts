import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TicketKind, ticketKinds } from "@sekimori/karte-contract/words";
import { backlogKey, onBacklog } from "./ticket-systems/strict-backlog.ts";
import {
  type Answer,
  Refusal,
  type StrictDesk,
  type StrictIssue,
  type StrictKnobs,
} from "./ticket-systems/strict-desk.ts";
import { githubToken, onGithub } from "./ticket-systems/strict-github.ts";
import { jiraToken, jiraUser, onJira } from "./ticket-systems/strict-jira.ts";
import {
  onServiceNow,
  serviceNowPassword,
  serviceNowUser,
} from "./ticket-systems/strict-servicenow.ts";

// Ticket systems as far as karte calls them, written from their public documentation: what is not there is
// refused. No real one was met.

/** What connects each of them, below an origin; and what no answer of ours may have. */
export const strictConnections: Readonly<
  Record<
    TicketKind,
    {
      readonly path: string;
      readonly project: string;
      readonly user: string | null;
      readonly secret: string;
      /** As whom the key signs in. */
      readonly author: string;
      /** What the first ticket is called. */
      readonly firstKey: string;
    }
  >
> = {
  backlog: {
    ...{ path: "", project: "SITE", user: null, secret: backlogKey },
    ...{ author: "Karte連携", firstKey: "SITE-1" },
  },
  github: {
    ...{ path: "/api/v3", project: "acme/site", user: null, secret: githubToken },
    ...{ author: "karte-bot", firstKey: "#1" },
  },
  jira: {
    ...{ path: "", project: "SITE", user: jiraUser, secret: jiraToken },
    ...{ author: "Karte連携", firstKey: "SITE-1" },
  },
  servicenow: {
    ...{ path: "", project: "サイト運用", user: serviceNowUser, secret: serviceNowPassword },
    ...{ author: "Karte連携", firstKey: "INC0010001" },
  },
};

const servers = { backlog: onBacklog, github: onGithub, jira: onJira, servicenow: onServiceNow };
const roots: readonly (readonly [TicketKind, string])[] = [
  ["github", "/api/v3/"],
  ["jira", "/rest/api/3/"],
  ["servicenow", "/api/now/"],
  ["backlog", "/"],
];
/** What a person's word is in the numbers of each. */
const statuses: Readonly<
  Record<TicketKind, Readonly<Record<"open" | "in-work" | "done", number>>>
> = {
  backlog: { open: 1, "in-work": 2, done: 3 },
  github: { open: 1, "in-work": 2, done: 3 },
  jira: { open: 1, "in-work": 2, done: 3 },
  servicenow: { open: 1, "in-work": 2, done: 6 },
};

const usual: StrictKnobs = {
  ...{ page: null, hasDueDate: true, isIndexed: true },
  ...{ workflow: "usual", rule: "none" },
};

export interface StrictTickets {
  readonly origin: string;
  /** What is there, by system. */
  readonly issues: Readonly<Record<TicketKind, StrictIssue[]>>;
  /** Calls that changed something, in their order: "POST /path". */
  readonly writes: string[];
  /** When each call came, by the machine. */
  readonly calls: { readonly at: number; readonly what: string }[];
  readonly knobs: StrictKnobs;
  /** As if nothing had ever been there. */
  reset(): void;
  /** What the next call meets instead of an answer: once. */
  meet(next: Trouble): void;
  /** A person changes an issue there. */
  person(system: TicketKind, number: number, state: "open" | "in-work" | "done"): void;
  /** A person deletes it. */
  remove(system: TicketKind, number: number): void;
  close(): Promise<void>;
}

/** "lost": it is done, and no answer comes. `on` "write": the next call that changes something. */
type Trouble =
  | { readonly kind: "lost"; readonly on?: "write" }
  | { readonly kind: "busy"; readonly seconds: number; readonly on?: "write" }
  | { readonly kind: "down"; readonly on?: "write" };

/** Jira and ServiceNow search by POST and make by POST: what changes something is known by its address. */
const isWrite = (method: string, path: string) => method !== "GET" && !path.endsWith("/search/jql");

/** All systems on one port: GitHub as its Enterprise Server stands, below /api/v3. */
export async function startStrictTickets(now: () => Date): Promise<StrictTickets> {
  const byKind = <T>(make: (kind: TicketKind) => T) =>
    Object.fromEntries(ticketKinds.map((kind) => [kind, make(kind)])) as Record<TicketKind, T>;
  const issues = byKind((): StrictIssue[] => []);
  const gone = byKind(() => new Set<number>());
  const knobs = { ...usual };
  const writes: string[] = [];
  const calls: { at: number; what: string }[] = [];
  let trouble: Trouble | undefined;

  const deskOf = (system: TicketKind): StrictDesk => ({
    issues: issues[system],
    gone: gone[system],
    origin,
    knobs,
    now,
    add(fields) {
      const issue: StrictIssue = {
        number: issues[system].length + gone[system].size + 1,
        title: "",
        body: "",
        state: "open",
        reason: null,
        status: 1,
        dueDate: null,
        priority: null,
        sent: {},
        author: "karte-bot",
        created: now(),
        updated: now(),
        comments: [],
        ...fields,
      };
      issues[system].push(issue);
      return issue;
    },
  });

  /** The wait in the form of each: seconds, a second of the epoch, a moment. */
  function waitIn(system: TicketKind, seconds: number): Readonly<Record<string, string>> {
    const at = new Date(now().getTime() + seconds * 1000);
    if (system === "servicenow") return { "retry-after": String(seconds) };
    const reset = system === "jira" ? at.toISOString() : String(Math.floor(at.getTime() / 1000));
    return { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
  }

  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const method = request.method ?? "";
    const url = new URL(request.url ?? "/", origin);
    const { pathname } = url;
    calls.push({ at: performance.now(), what: `${method} ${pathname}` });
    const system = roots.find(([, root]) => pathname.startsWith(root))?.[0] ?? "backlog";
    const met = trouble?.on === "write" && !isWrite(method, pathname) ? undefined : trouble;
    if (met !== undefined) trouble = undefined;
    if (met?.kind === "busy") {
      response
        .writeHead(429, { "content-type": "application/json", ...waitIn(system, met.seconds) })
        .end("{}");
      return;
    }
    if (met?.kind === "down") {
      response.writeHead(503).end("<html>down</html>");
      return;
    }
    let answer: Answer;
    try {
      const call = { method, url, headers: request.headers, body };
      answer = servers[system](deskOf(system), call);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answer = error.answer;
    }
    if (isWrite(method, pathname) && answer.status < 300) writes.push(`${method} ${pathname}`);
    if (met?.kind === "lost") {
      request.socket.destroy();
      return;
    }
    response
      .writeHead(answer.status, { "content-type": "application/json", ...answer.headers })
      .end(answer.body === undefined ? "" : JSON.stringify(answer.body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    issues,
    writes,
    calls,
    knobs,
    reset() {
      trouble = undefined;
      Object.assign(knobs, usual);
      writes.length = 0;
      for (const system of ticketKinds) {
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
      issue.status = statuses[system][state];
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
}
