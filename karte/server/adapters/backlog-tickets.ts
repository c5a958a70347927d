import type { Severity } from "@sekimori/karte-contract/words";
import { dayMs, tokyoDay } from "@sekimori/kit-contract/tokyo";
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
import { callTicketSystem, type TicketBooks, usualRefusal } from "./ticket-call.ts";

// Backlog's API, version 2 (Nulab), written from its public documentation.

const userSchema = z.object({ id: z.int(), name: z.string().max(300) });
const projectSchema = z.object({ id: z.int(), projectKey: z.string().regex(/^\w{1,50}$/) });
const issueTypesSchema = z.array(z.object({ id: z.int(), name: z.string() })).min(1);
const issueSchema = z.object({
  id: z.int(),
  issueKey: z.string().regex(/^[\w-]{1,100}$/),
  description: z.string().nullable(),
  status: z.object({ id: z.int() }),
});
const commentSchema = z.object({ content: z.string().nullable() });
type Issue = z.infer<typeof issueSchema>;

/** The statuses that every project has: 未対応, 処理中, 処理済み, 完了. Others are a project's own. */
const status = { open: 1, resolved: 3, closed: 4 } as const;

/** The priorities that every space has: 高, 中, 低. */
const priority: Readonly<Record<Severity, number>> = {
  critical: 2,
  high: 2,
  medium: 3,
  low: 4,
  info: 4,
};

const pageSize = 100;
/** More changes than this a project does not have in a day. */
const pagesMost = 100;
const titleMost = 255;

function description({ facts, remedy, link }: TicketText, mark: string): string {
  return [
    ...facts.map(({ name, value }) => `${name}: ${value}`),
    "",
    remedy.name,
    remedy.text,
    "",
    link,
    "",
    mark,
  ].join("\n");
}

/** A space's projects. */
export function backlogTickets(books: TicketBooks): TicketSystems {
  async function call<S extends z.ZodType>(
    { origin, secret }: TicketConnection,
    path: string,
    answer: S,
    {
      query = {},
      sent,
    }: {
      readonly query?: Readonly<Record<string, string>>;
      readonly sent?: { readonly method: "POST" | "PATCH"; readonly form: Record<string, string> };
    } = {},
  ): Promise<z.output<S>> {
    const address = new URL(`/api/v2${path}`, origin);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    // Backlog takes its key in the address alone, which is therefore never logged.
    address.searchParams.set("apiKey", secret);
    const init =
      sent === undefined
        ? {}
        : {
            method: sent.method,
            headers: { "content-type": "application/x-www-form-urlencoded" },
            body: new URLSearchParams(sent.form).toString(),
          };
    return callTicketSystem(books, address, init, answer, (response) =>
      usualRefusal(books, response),
    );
  }

  async function look(connection: TicketConnection): Promise<TicketPlace> {
    if (!/^[A-Z0-9_]+$/i.test(connection.project)) throw new TicketFailure("project");
    const author = await call(connection, "/users/myself", userSchema);
    const project = await call(
      connection,
      `/projects/${connection.project.toUpperCase()}`,
      projectSchema,
    );
    const types = await call(
      connection,
      `/projects/${project.projectKey}/issueTypes`,
      issueTypesSchema,
    );
    const type =
      connection.issueType === null
        ? types[0]
        : types.find(({ name }) => name === connection.issueType);
    if (type === undefined) throw new TicketFailure("issue-type");
    return {
      project: project.projectKey,
      issueType: type.name,
      author: author.name,
      ids: { project: project.id, issueType: type.id, author: author.id },
    };
  }

  function client(connection: TicketConnection, place: TicketPlace): TicketClient {
    const id = (name: string) => String(place.ids[name] ?? 0);

    const ticketOf = ({ id: number, issueKey, status: now }: Issue): RemoteTicket => ({
      id: String(number),
      key: issueKey,
      url: new URL(`/view/${issueKey}`, connection.origin).href,
      state:
        now.id === status.open
          ? "open"
          : now.id === status.resolved || now.id === status.closed
            ? "done"
            : "in-work",
    });

    async function issues(query: Readonly<Record<string, string>>): Promise<readonly Issue[]> {
      const all: Issue[] = [];
      for (let page = 0; page < pagesMost; page += 1) {
        const some = await call(connection, "/issues", z.array(issueSchema), {
          query: {
            "projectId[]": id("project"),
            ...query,
            order: "asc",
            count: String(pageSize),
            offset: String(page * pageSize),
          },
        });
        all.push(...some);
        if (some.length < pageSize) break;
      }
      return all;
    }

    /** Among the latest: ours was written moments ago, if it was. */
    async function hasComment(issue: string, mark: string): Promise<boolean> {
      const comments = await call(connection, `/issues/${issue}/comments`, z.array(commentSchema), {
        query: { order: "desc", count: String(pageSize) },
      });
      return comments.some(({ content }) => content?.includes(mark));
    }

    const read = async (issue: string) => {
      try {
        return ticketOf(await call(connection, `/issues/${issue}`, issueSchema));
      } catch (error) {
        if (error instanceof TicketFailure && error.problem === "project") return undefined;
        throw error;
      }
    };

    return {
      async create(text, mark) {
        const form = {
          projectId: id("project"),
          summary: [...text.title].slice(0, titleMost).join(""),
          issueTypeId: id("issueType"),
          priorityId: String(priority[text.severity]),
          description: description(text, mark),
          ...(text.dueOn === null ? {} : { dueDate: text.dueOn }),
        };
        return ticketOf(
          await call(connection, "/issues", issueSchema, { sent: { method: "POST", form } }),
        );
      },
      async find(mark, since) {
        // Its days are those of the space, which may be elsewhere: a day earlier is early enough.
        const day = tokyoDay(new Date(since.getTime() - dayMs));
        const found = (
          await issues({ "createdUserId[]": id("author"), createdSince: day, sort: "created" })
        ).find(({ description: text }) => text?.includes(mark));
        return found && ticketOf(found);
      },
      read,
      async changedSince(since) {
        const day = tokyoDay(new Date(since.getTime() - dayMs));
        return (await issues({ updatedSince: day, sort: "updated" })).map(ticketOf);
      },
      async move(issue, to, comment, mark) {
        const wanted = to === "closed" ? status.closed : status.open;
        const known = await call(connection, `/issues/${issue}`, issueSchema);
        const isSaid = await hasComment(issue, mark);
        const text = `${comment}\n\n${mark}`;
        if (known.status.id === wanted) {
          if (isSaid) return ticketOf(known);
          await call(connection, `/issues/${issue}/comments`, commentSchema, {
            sent: { method: "POST", form: { content: text } },
          });
          return ticketOf(known);
        }
        // State and comment are one call there.
        const form = { statusId: String(wanted), ...(isSaid ? {} : { comment: text }) };
        return ticketOf(
          await call(connection, `/issues/${issue}`, issueSchema, {
            sent: { method: "PATCH", form },
          }),
        );
      },
    };
  }

  return { look, client };
}
