import type { TicketKind } from "@sekimori/karte-contract/words";
import type { TicketSystems } from "../ports/ticket-systems.ts";
import { backlogTickets } from "./backlog-tickets.ts";
import { githubTickets } from "./github-tickets.ts";
import { jiraTickets } from "./jira-tickets.ts";
import { serviceNowTickets } from "./servicenow-tickets.ts";
import type { TicketBooks } from "./ticket-call.ts";

/** All ticket systems behind the one port. */
export function ticketSystems(books: TicketBooks): TicketSystems {
  const byKind: Readonly<Record<TicketKind, TicketSystems>> = {
    backlog: backlogTickets(books),
    github: githubTickets(books),
    jira: jiraTickets(books),
    servicenow: serviceNowTickets(books),
  };
  return {
    look: (connection) => byKind[connection.kind].look(connection),
    client: (connection, place) => byKind[connection.kind].client(connection, place),
  };
}
