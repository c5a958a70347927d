import { z } from "zod";
import {
  type RemoteTicket,
  type TicketClient,
  type TicketConnection,
  TicketFailure,
  type TicketPlace,
  type TicketSystems,
} from "../ports/ticket-systems.ts";
import { commentOf, descriptionOf, hasText } from "./jira-document.ts";
import { fieldsSchema, stateOf, transitionsSchema, wayTo } from "./jira-transitions.ts";
import {
  basicOf,
  callTicketSystem,
  inJson,
  type TicketBooks,
  usualRefusal,
} from "./ticket-call.ts";

// Jira Cloud's REST API, version 3, written from its public documentation. Not of Jira Data Center.

const number = z.string().regex(/^\d{1,20}$/);
const key = z.string().regex(/^[\w-]{1,100}$/);
const userSchema = z.object({ accountId: z.string().max(200), displayName: z.string().max(300) });
const projectSchema = z.object({
  id: number,
  key,
  issueTypes: z.array(z.object({ id: number, name: z.string().max(300), subtask: z.boolean() })),
});
const screenSchema = z.object({
  fields: z.array(z.object({ fieldId: z.string() })),
  total: z.int(),
});
const madeSchema = z.object({ id: number, key });
const issueSchema = madeSchema.extend({ fields: fieldsSchema });
const describedSchema = madeSchema.extend({
  fields: fieldsSchema.extend({ description: z.unknown().optional() }),
});
const foundSchema = z.object({
  issues: z.array(describedSchema),
  nextPageToken: z.string().nullish(),
});
const commentsSchema = z.object({ comments: z.array(z.object({ body: z.unknown() })) });

const pageSize = 100;
/** More changes than this a project does not have in a day. */
const pagesMost = 100;
const titleMost = 255;

/** Projects of a Jira site in Atlassian's cloud. */
export function jiraTickets(books: TicketBooks): TicketSystems {
  async function call<S extends z.ZodType>(
    connection: TicketConnection,
    path: string,
    answer: S,
    body?: object,
  ): Promise<z.output<S>> {
    const address = new URL(`/rest/api/3${path}`, connection.origin);
    const headers = {
      accept: "application/json",
      authorization: basicOf(connection),
      "user-agent": "Sekimori-Karte",
    };
    const init = inJson(headers, body && { method: "POST", body });
    return callTicketSystem(books, address, init, answer, (response) =>
      usualRefusal(books, response),
    );
  }

  /** Whether the project's screen for new issues has the due date; elsewhere Jira refuses an issue that has one. */
  async function hasDueDate(connection: TicketConnection, path: string): Promise<boolean> {
    for (let seen = 0, page = 0; page < pagesMost; page += 1) {
      const query = `startAt=${seen}&maxResults=${pageSize}`;
      const { fields, total } = await call(connection, `${path}?${query}`, screenSchema);
      if (fields.some(({ fieldId }) => fieldId === "duedate")) return true;
      seen += fields.length;
      if (fields.length === 0 || seen >= total) break;
    }
    return false;
  }

  async function look(connection: TicketConnection): Promise<TicketPlace> {
    if (!/^[A-Z][A-Z0-9_]*$/i.test(connection.project)) throw new TicketFailure("project");
    const { accountId, displayName } = await call(connection, "/myself", userSchema);
    const project = await call(
      connection,
      `/project/${connection.project.toUpperCase()}`,
      projectSchema,
    );
    const type = project.issueTypes.find(
      ({ name, subtask }) =>
        !subtask && (connection.issueType === null || name === connection.issueType),
    );
    if (type === undefined) throw new TicketFailure("issue-type");
    const screen = `/issue/createmeta/${project.key}/issuetypes/${type.id}`;
    const dueDate = (await hasDueDate(connection, screen)) ? 1 : 0;
    return {
      project: project.key,
      issueType: type.name,
      author: displayName,
      ids: { project: project.id, issueType: type.id, author: accountId, dueDate },
    };
  }

  function client(connection: TicketConnection, place: TicketPlace): TicketClient {
    // In a query it stands as a number, so that nothing in it is ever read as one.
    const project = number.parse(place.ids.project);

    const ticketOf = (
      { id, key: name }: z.infer<typeof madeSchema>,
      state: RemoteTicket["state"],
    ): RemoteTicket => ({
      id,
      key: name,
      url: new URL(`/browse/${name}`, connection.origin).href,
      state,
    });

    /** Issues by a moment: in minutes from now, for days and hours would be those of our user's zone there. */
    async function issuesSince(since: Date, field: "created" | "updated", more = "") {
      const ago = Math.max(books.clock.now().getTime() - since.getTime(), 0);
      const minutes = Math.ceil(ago / 60_000) + 1;
      const jql = `project = ${project}${more} AND ${field} >= "-${minutes}m" ORDER BY ${field} ASC`;
      const all: z.infer<typeof describedSchema>[] = [];
      let token: string | undefined;
      for (let page = 0; page < pagesMost; page += 1) {
        const sent = {
          jql,
          fields: more === "" ? ["status"] : ["status", "description"],
          maxResults: pageSize,
          ...(token === undefined ? {} : { nextPageToken: token }),
        };
        const { issues, nextPageToken } = await call(
          connection,
          "/search/jql",
          foundSchema,
          sent,
        ).catch((error: unknown) => {
          // Of a project that it doesn't show, it says that the query is wrong; nothing else in it can be.
          const isQuery = error instanceof TicketFailure && error.status === 400;
          throw isQuery ? new TicketFailure("project", { status: 400 }) : error;
        });
        all.push(...issues);
        if (!nextPageToken) break;
        token = nextPageToken;
      }
      return all;
    }

    const read = (id: string) => call(connection, `/issue/${id}?fields=status`, issueSchema);

    /** Among the latest: ours was written moments ago, if it was. */
    async function say(id: string, comment: string, mark: string): Promise<void> {
      const path = `/issue/${id}/comment`;
      const query = `orderBy=-created&maxResults=${pageSize}`;
      const { comments } = await call(connection, `${path}?${query}`, commentsSchema);
      if (comments.some(({ body }) => hasText(body, mark))) return;
      await call(connection, path, z.object({}), { body: commentOf(comment, mark) });
    }

    return {
      async create(text, mark) {
        const fields = {
          project: { id: project },
          issuetype: { id: place.ids.issueType },
          summary: [...text.title.replace(/\s+/g, " ")].slice(0, titleMost).join(""),
          description: descriptionOf(text, mark),
          ...(text.dueOn !== null && place.ids.dueDate === 1 ? { duedate: text.dueOn } : {}),
        };
        // A workflow's first status is of the category "to do", or a person's next change says what it is.
        return ticketOf(await call(connection, "/issue", madeSchema, { fields }), "open");
      },
      async find(mark, since) {
        const own = await issuesSince(since, "created", " AND creator = currentUser()");
        const found = own.find(({ fields }) => hasText(fields.description, mark));
        return found && ticketOf(found, stateOf(found.fields));
      },
      async read(id) {
        try {
          const issue = await read(id);
          return ticketOf(issue, stateOf(issue.fields));
        } catch (error) {
          if (error instanceof TicketFailure && error.problem === "project") return undefined;
          throw error;
        }
      },
      changedSince: async (since) =>
        (await issuesSince(since, "updated")).map((issue) =>
          ticketOf(issue, stateOf(issue.fields)),
        ),
      async move(id, to, comment, mark) {
        const issue = await read(id);
        const state = stateOf(issue.fields);
        if ((state === "done") === (to === "closed")) {
          await say(id, comment, mark);
          return ticketOf(issue, state);
        }
        const path = `/issue/${id}/transitions`;
        const ways = await call(connection, `${path}?expand=transitions.fields`, transitionsSchema);
        const way = wayTo(to, ways);
        // What isn't reopened goes on as another ticket: only of what is fixed people hear here all the same.
        if (way !== undefined || to === "closed") await say(id, comment, mark);
        if (way === undefined) throw new TicketFailure("workflow");
        await call(connection, path, z.undefined(), way.sent).catch((error: unknown) => {
          // A rule of the workflow that its list of ways doesn't tell.
          const isRefused = error instanceof TicketFailure && error.problem === "refused";
          throw isRefused ? new TicketFailure("workflow", { status: error.status }) : error;
        });
        return ticketOf(issue, way.state);
      },
    };
  }

  return { look, client };
}
