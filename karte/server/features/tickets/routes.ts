import {
  addTicketSystem,
  changeTicketSystem,
  listenToTicketSystem,
  listTicketSystems,
  makeTickets,
  removeTicketSystem,
  stopListeningToTicketSystem,
  tryTicketSystem,
} from "@sekimori/karte-contract/endpoints/tickets";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { listenTo, stopListeningTo } from "./hook-service.ts";
import { addSystem, changeSystem, removeSystem, systemsOf, trySystem } from "./system-service.ts";
import { makeNow } from "./ticket-service.ts";

/** Ticket systems of the customer's own, and tickets there. */
export function bindTickets(bind: Bind, context: KarteContext, principals: Principals): void {
  bind(listTicketSystems, ({ request }) => systemsOf(context, principals.member(request)));

  bind(addTicketSystem, ({ request, body }) =>
    addSystem(context, principals.member(request), body),
  );

  bind(changeTicketSystem, ({ request, params, body }) =>
    changeSystem(context, principals.member(request), params.id, body),
  );

  bind(removeTicketSystem, async ({ request, params }) => {
    await removeSystem(context, principals.member(request), params.id);
    return {};
  });

  bind(tryTicketSystem, ({ request, params }) =>
    trySystem(context, principals.member(request), params.id),
  );

  bind(listenToTicketSystem, ({ request, params }) =>
    listenTo(context, principals.member(request), params.id),
  );

  bind(stopListeningToTicketSystem, async ({ request, params }) => {
    await stopListeningTo(context, principals.member(request), params.id);
    return {};
  });

  bind(makeTickets, ({ request, body }) => makeNow(context, principals.member(request), body));
}
