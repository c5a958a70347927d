import { z } from "zod";
import {
  type RemoteTicket,
  type TicketClient,
  type TicketConnection,
  TicketFailure,
  type TicketPlace,
  type TicketSystems,
  type TicketText,
} from "../ports/ticket-systems.ts";
import {
  askedToWait,
  callTicketSystem,
  inJson,
  type TicketBooks,
  usualRefusal,
} from "./ticket-call.ts";

// GitHub's REST API, version 2022-11-28, written from its public documentation.

const userSchema = z.object({ login: z.string().max(200) });
const repositorySchema = z.object({ full_name: z.string().max(300), has_issues: z.boolean() });
const issueSchema = z.object({
  number: z.int(),
  /** It becomes a link: nothing else than the web's may stand in it. */
  html_url: z.url({ protocol: /^https?$/ }).max(2_000),
  state: z.enum(["open", "closed"]),
  body: z.string().nullable(),
  labels: z.array(z.union([z.string(), z.object({ name: z.string().optional() })])),
  /** Pull requests are issues, too. */
  pull_request: z.unknown().optional(),
});
type Issue = z.infer<typeof issueSchema>;
const commentSchema = z.object({ body: z.string().optional() });

const pageSize = 100;
/** More changes than this a project does not have in a day. */
const pagesMost = 100;
const inWork = /^in[ -]progress$/i;

/** A mark that nobody sees in the text. */
const line = (mark: string) => `<!-- ${mark} -->`;

/** Text that stays text: GitHub would read marks, HTML and names of people in it. */
const plain = (text: string) =>
  text.replace(/[\\`*_{}[\]()#+!|<>~&]/g, "\\$&").replaceAll("@", "@\u200b");

function body({ facts, remedy, link }: TicketText, mark: string): string {
  return [
    ...facts.map(({ name, value }) => `- ${plain(name)}: ${plain(value)}`),
    "",
    `**${plain(remedy.name)}**`,
    "",
    plain(remedy.text),
    "",
    link,
    "",
    line(mark),
  ].join("\n");
}

function ticketOf({ number, html_url, state, labels }: Issue): RemoteTicket {
  const names = labels.map((label) => (typeof label === "string" ? label : (label.name ?? "")));
  const open = names.some((name) => inWork.test(name)) ? "in-work" : "open";
  return {
    id: String(number),
    key: `#${number}`,
    url: html_url,
    state: state === "closed" ? "done" : open,
  };
}

/** Repositories' issues. */
export function githubTickets(books: TicketBooks): TicketSystems {
  async function call<S extends z.ZodType>(
    { origin, secret }: TicketConnection,
    path: string,
    answer: S,
    sent?: { readonly method: "POST" | "PATCH"; readonly body: object },
  ): Promise<z.output<S>> {
    const address = new URL(`${origin.replace(/\/$/, "")}${path}`);
    const headers = {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${secret}`,
      "user-agent": "Sekimori-Karte",
      "x-github-api-version": "2022-11-28",
    };
    const init = inJson(headers, sent);
    return callTicketSystem(books, address, init, answer, (response) => {
      const { status, headers: told } = response;
      const isSpent = told.has("retry-after") || told.get("x-ratelimit-remaining") === "0";
      if (status === 403 && isSpent) return askedToWait(books, response);
      // Moved, or its issues are switched off.
      if (status === 301 || status === 410) return new TicketFailure("project", { status });
      return usualRefusal(books, response);
    });
  }

  async function look(connection: TicketConnection): Promise<TicketPlace> {
    if (!/^[\w.-]+\/[\w.-]+$/.test(connection.project)) throw new TicketFailure("project");
    const { login } = await call(connection, "/user", userSchema);
    const found = await call(connection, `/repos/${connection.project}`, repositorySchema);
    if (!found.has_issues) throw new TicketFailure("project");
    return { project: found.full_name, issueType: null, author: login, ids: {} };
  }

  function client(connection: TicketConnection, place: TicketPlace): TicketClient {
    const issues = `/repos/${place.project}/issues`;

    async function pages<T>(read: (page: number) => Promise<readonly T[]>): Promise<readonly T[]> {
      const all: T[] = [];
      for (let page = 1; page <= pagesMost; page += 1) {
        const some = await read(page);
        all.push(...some);
        if (some.length < pageSize) break;
      }
      return all;
    }

    /** The oldest change first, so that what is left for the next look is later than what was read. */
    async function issuesSince(since: Date, creator?: string): Promise<readonly Issue[]> {
      const query = new URLSearchParams({
        state: "all",
        sort: "updated",
        direction: "asc",
        since: `${since.toISOString().slice(0, 19)}Z`,
        per_page: String(pageSize),
        ...(creator === undefined ? {} : { creator }),
      });
      const found = await pages((page) =>
        call(connection, `${issues}?${query}&page=${page}`, z.array(issueSchema)),
      );
      return found.filter(({ pull_request: request }) => request === undefined);
    }

    async function hasComment(id: string, mark: string): Promise<boolean> {
      const comments = await pages((page) =>
        call(
          connection,
          `${issues}/${id}/comments?per_page=${pageSize}&page=${page}`,
          z.array(commentSchema),
        ),
      );
      return comments.some(({ body: text }) => text?.includes(line(mark)));
    }

    return {
      async create(text, mark) {
        const sent = { title: text.title, body: body(text, mark) };
        return ticketOf(
          await call(connection, issues, issueSchema, { method: "POST", body: sent }),
        );
      },
      async find(mark, since) {
        const found = (await issuesSince(since, place.author)).find(({ body: text }) =>
          text?.includes(line(mark)),
        );
        return found && ticketOf(found);
      },
      async read(id) {
        try {
          return ticketOf(await call(connection, `${issues}/${id}`, issueSchema));
        } catch (error) {
          if (error instanceof TicketFailure && error.problem === "project") return undefined;
          throw error;
        }
      },
      changedSince: async (since) => (await issuesSince(since)).map(ticketOf),
      async move(id, to, comment, mark) {
        if (!(await hasComment(id, mark))) {
          await call(connection, `${issues}/${id}/comments`, commentSchema, {
            method: "POST",
            body: { body: `${plain(comment)}\n\n${line(mark)}` },
          });
        }
        const sent =
          to === "closed"
            ? { state: "closed", state_reason: "completed" }
            : { state: "open", state_reason: "reopened" };
        return ticketOf(
          await call(connection, `${issues}/${id}`, issueSchema, { method: "PATCH", body: sent }),
        );
      },
    };
  }

  return { look, client };
}
