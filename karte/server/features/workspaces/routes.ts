import {
  answerOffer,
  closeWorkspace,
  createWorkspace,
  getWorkspace,
  leaveWorkspace,
  listClosedWorkspaces,
  listReceivers,
  offerWorkspace,
  renameWorkspace,
  reopenWorkspace,
  takeContract,
  withdrawOffer,
} from "@sekimori/karte-contract/endpoints/workspaces";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import { leave } from "../people/member-service.ts";
import { mustBeAllowed, type Principals } from "../principals/principals.ts";
import { enterSession } from "../session/session-service.ts";
import { closedOf, closeNow, reopenNow } from "./closing.ts";
import { acceptNow, declineNow, offerNow, takeContractNow, withdrawNow } from "./offers.ts";
import { createNow, receiversOf, renameNow, viewWorkspace } from "./workspace-service.ts";

/** Workspaces themselves: made, named, handed over, left, closed. */
export function bindWorkspaces(bind: Bind, context: KarteContext, principals: Principals): void {
  bind(getWorkspace, ({ request }) => viewWorkspace(context, principals.member(request)));

  bind(createWorkspace, async ({ request, body }) => {
    const { person, session } = principals.person(request);
    const id = await createNow(context, person, body.name, request.ip);
    await enterSession(context, session, id);
    return { id };
  });

  bind(renameWorkspace, async ({ request, body }) => {
    await renameNow(context, principals.member(request), body);
    return {};
  });

  bind(offerWorkspace, async ({ request, body }) => {
    return { id: await offerNow(context, principals.member(request), body.to, body.what) };
  });

  bind(listReceivers, async ({ request }) => ({
    people: await receiversOf(context, principals.member(request)),
  }));

  bind(withdrawOffer, async ({ request, params }) => {
    await withdrawNow(context, principals.member(request), params.id);
    return {};
  });

  bind(answerOffer, async ({ request, params, body }) => {
    const member = principals.member(request);
    if (!body.accepted) {
      await declineNow(context, member, params.id);
      return {};
    }
    mustBeAllowed(member, "accept-offers");
    await acceptNow(context, member, params.id);
    return {};
  });

  bind(takeContract, async ({ request }) => {
    await takeContractNow(context, principals.member(request));
    return {};
  });

  bind(leaveWorkspace, async ({ request }) => {
    await leave(context, principals.member(request));
    return {};
  });

  bind(closeWorkspace, async ({ request, body }) => {
    const at = await closeNow(context, principals.member(request), body.name);
    return { deletedAt: at.toISOString() };
  });

  bind(listClosedWorkspaces, async ({ request }) => ({
    workspaces: await closedOf(context, principals.person(request).person.id),
  }));

  bind(reopenWorkspace, async ({ request, body }) => {
    const { person } = principals.person(request);
    await reopenNow(context, person, body.workspace, request.ip);
    return {};
  });
}
