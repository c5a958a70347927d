import type { Severity } from "@sekimori/karte-contract/words";
import { dayMs } from "@sekimori/kit-contract/tokyo";
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
  basicOf,
  callTicketSystem,
  inJson,
  type TicketBooks,
  usualRefusal,
} from "./ticket-call.ts";

// ServiceNow's Table API and its incidents as every instance comes with them, written from its public
// documentation.

const sysId = z.string().regex(/^[0-9a-f]{32}$/);
/** What may stand in an encoded query: "^" would end it, and "javascript:" is run there. */
const queryValue = z.string().regex(/^(?!\s*javascript:)[^^\p{Cc}]{1,200}$/iu);

const usersSchema = z.object({
  result: z.array(
    z.object({ sys_id: sysId, user_name: z.string().max(300), name: z.string().max(300) }),
  ),
});
const groupsSchema = z.object({
  result: z.array(z.object({ sys_id: sysId, name: z.string().max(300) })),
});
const incidentSchema = z.object({
  sys_id: sysId,
  number: z.string().regex(/^[\w-]{1,100}$/),
  state: z.string().max(40),
});
type Incident = z.infer<typeof incidentSchema>;
const oneSchema = z.object({ result: incidentSchema });
const listSchema = z.object({ result: z.array(incidentSchema) });
const both = <S extends z.ZodType>(value: S) => z.object({ value, display_value: z.string() });
/** Its journal has its text in what is shown alone. */
const journalSchema = z.object({
  result: z.object({
    sys_id: both(sysId),
    number: both(incidentSchema.shape.number),
    state: both(incidentSchema.shape.state),
    work_notes: both(z.string()),
  }),
});

const states = { open: "1", inWork: "2", onHold: "3", resolved: "6", closed: "7", canceled: "8" };

/** A finding is no outage: none of it becomes a priority 1. */
const weights: Readonly<Record<Severity, { readonly impact: string; readonly urgency: string }>> = {
  critical: { impact: "2", urgency: "1" },
  high: { impact: "2", urgency: "2" },
  medium: { impact: "3", urgency: "2" },
  low: { impact: "3", urgency: "3" },
  info: { impact: "3", urgency: "3" },
};

/** By which the tickets of ours are known to everybody there. */
const ours = "Sekimori Karte";
const ticketFields = "sys_id,number,state";
const pageSize = 100;
/** More changes than this ours do not have in a day. */
const pagesMost = 100;
const titleMost = 160;
const descriptionMost = 4_000;
const lineMost = 1_000;

/** Whole lines, as many as there is room for; the link always stands. */
function description({ facts, remedy, link }: TicketText): string {
  const lines = [
    ...facts.map(({ name, value }) => `${name}: ${value}`),
    "",
    remedy.name,
    ...remedy.text.split("\n"),
  ].map((line) => (line.length <= lineMost ? line : `${line.slice(0, lineMost - 1)}…`));
  let room = descriptionMost - link.length - 2;
  const end = lines.findIndex((line) => {
    room -= line.length + 1;
    return room < 0;
  });
  return [...(end < 0 ? lines : lines.slice(0, end)), "", link].join("\n");
}

/** A moment as it stands in a query. Which zone it is read in is our user's to say there: a day earlier will do. */
const dayBefore = (at: Date) =>
  new Date(at.getTime() - dayMs).toISOString().slice(0, 19).replace("T", " ");

/** Incidents of an instance; the project is the group that they are assigned to. */
export function serviceNowTickets(books: TicketBooks): TicketSystems {
  async function call<S extends z.ZodType>(
    connection: TicketConnection,
    path: string,
    query: Readonly<Record<string, string>>,
    answer: S,
    sent?: { readonly method: "POST" | "PATCH"; readonly body: object },
  ): Promise<z.output<S>> {
    const address = new URL(`/api/now/table/${path}`, connection.origin);
    address.search = new URLSearchParams(query).toString();
    const headers = { accept: "application/json", authorization: basicOf(connection) };
    const init = inJson(headers, sent);
    return callTicketSystem(books, address, init, answer, (response) => {
      const { status } = response;
      // A rule or a field that has to be filled in refuses one record, not whoever signed in.
      if (status === 403 && sent !== undefined) return new TicketFailure("refused", { status });
      return usualRefusal(books, response);
    });
  }

  async function look(connection: TicketConnection): Promise<TicketPlace> {
    const { user, project } = connection;
    if (!queryValue.safeParse(user).success) throw new TicketFailure("sign-in");
    if (!queryValue.safeParse(project).success) throw new TicketFailure("project");
    const users = { sysparm_query: `user_name=${user}`, sysparm_fields: "sys_id,user_name,name" };
    const groups = {
      sysparm_query: `name=${project}^active=true`,
      sysparm_fields: "sys_id,name",
    };
    const one = { sysparm_limit: "1" };
    const [self] = (await call(connection, "sys_user", { ...users, ...one }, usersSchema)).result;
    // It has signed in, and may not see itself.
    if (self === undefined) throw new TicketFailure("sign-in");
    const [group] = (await call(connection, "sys_user_group", { ...groups, ...one }, groupsSchema))
      .result;
    if (group === undefined) throw new TicketFailure("project");
    return {
      project: group.name,
      issueType: null,
      author: self.name || self.user_name,
      ids: { author: self.sys_id, group: group.sys_id },
    };
  }

  function client(connection: TicketConnection, place: TicketPlace): TicketClient {
    const author = queryValue.parse(connection.user);

    const ticketOf = ({ sys_id: id, number, state }: Incident): RemoteTicket => {
      const page = encodeURIComponent(`/incident.do?sys_id=${id}`);
      const isDone = [states.resolved, states.closed, states.canceled].includes(state);
      return {
        id,
        key: number,
        url: new URL(`/nav_to.do?uri=${page}`, connection.origin).href,
        state: isDone ? "done" : state === states.open ? "open" : "in-work",
      };
    };

    async function incidents(query: string): Promise<readonly RemoteTicket[]> {
      const all: Incident[] = [];
      for (let page = 0; page < pagesMost; page += 1) {
        const asked = {
          sysparm_query: query,
          sysparm_fields: ticketFields,
          sysparm_limit: String(pageSize),
          sysparm_offset: String(page * pageSize),
        };
        const { result } = await call(connection, "incident", asked, listSchema);
        all.push(...result);
        if (result.length < pageSize) break;
      }
      return all.map(ticketOf);
    }

    const change = async (id: string, body: object): Promise<Incident> => {
      const sent = { method: "PATCH", body } as const;
      const asked = { sysparm_fields: ticketFields };
      return (await call(connection, `incident/${id}`, asked, oneSchema, sent)).result;
    };

    /** A change of state, which rules of the instance may refuse, or take back in silence. */
    async function setState(id: string, state: string, more: object): Promise<RemoteTicket> {
      const now = await change(id, { state, ...more }).catch((error: unknown) => {
        const isRule = error instanceof TicketFailure && [400, 403].includes(error.status ?? 0);
        throw isRule ? new TicketFailure("workflow", { status: error.status }) : error;
      });
      if (now.state !== state) throw new TicketFailure("workflow");
      return ticketOf(now);
    }

    return {
      async create(text, mark) {
        const body = {
          short_description: [...text.title.replace(/\s+/g, " ")].slice(0, titleMost).join(""),
          description: description(text),
          assignment_group: place.ids.group,
          caller_id: place.ids.author,
          ...weights[text.severity],
          correlation_id: mark,
          correlation_display: ours,
        };
        const sent = { method: "POST", body } as const;
        const asked = { sysparm_fields: ticketFields };
        return ticketOf((await call(connection, "incident", asked, oneSchema, sent)).result);
      },
      async find(mark, since) {
        const [found] = await incidents(
          `correlation_id=${mark}^sys_created_by=${author}^sys_created_on>=${dayBefore(since)}`,
        );
        return found;
      },
      async read(id) {
        try {
          const asked = { sysparm_fields: ticketFields };
          return ticketOf((await call(connection, `incident/${id}`, asked, oneSchema)).result);
        } catch (error) {
          if (error instanceof TicketFailure && error.problem === "project") return undefined;
          throw error;
        }
      },
      // Of every group: to hand an incident on to another is how work is done there.
      changedSince: (since) =>
        incidents(
          `correlation_display=${ours}^sys_updated_on>=${dayBefore(since)}^ORDERBYsys_updated_on`,
        ),
      async move(id, to, comment, mark) {
        const asked = {
          sysparm_fields: `${ticketFields},work_notes`,
          sysparm_display_value: "all",
        };
        const { result } = await call(connection, `incident/${id}`, asked, journalSchema);
        const state = result.state.value;
        const known = ticketOf({ sys_id: id, number: result.number.value, state });
        // A closed one is over: it takes no notes everywhere, and only an administrator there reopens it.
        if (state === states.closed || state === states.canceled) {
          if (to === "closed") return known;
          throw new TicketFailure("project");
        }
        if (!result.work_notes.display_value.includes(mark)) {
          await change(id, { work_notes: `${comment}\n\n${mark}` });
        }
        if ((known.state === "done") === (to === "closed")) return known;
        return to === "open"
          ? setState(id, states.inWork, {})
          : setState(id, states.resolved, {
              close_code: "Solution provided",
              close_notes: comment,
            });
      },
    };
  }

  return { look, client };
}
