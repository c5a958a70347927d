import {
  acceptInvitation,
  changeMember,
  invitePeople,
  listColleagues,
  listPeople,
  lookAtInvitation,
  removeMember,
  resendInvitation,
  withdrawInvitation,
} from "@sekimori/karte-contract/endpoints/people";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import { hearLeaving } from "../contract/leaving.ts";
import type { Principals } from "../principals/principals.ts";
import { hearDirectory } from "./directory-service.ts";
import { accept, inviteAgain, inviteAll, look, withdraw } from "./invitation-service.ts";
import { activePeople, change, peopleOf, remove } from "./member-service.ts";

/** Who works in the workspace, and who is invited. */
export function bindPeople(bind: Bind, context: KarteContext, principals: Principals): void {
  bind(listPeople, ({ request }) => peopleOf(context, principals.member(request)));

  bind(listColleagues, async ({ request }) => ({
    people: await activePeople(context, principals.member(request)),
  }));

  bind(invitePeople, async ({ request, body }) => {
    const member = principals.member(request);
    const ids = new Set(await inviteAll(context, member, body));
    const { invitations } = await peopleOf(context, member);
    return { invitations: invitations.filter(({ id }) => ids.has(id)) };
  });

  bind(resendInvitation, async ({ request, params }) => {
    await inviteAgain(context, principals.member(request), params.id);
    return {};
  });

  bind(withdrawInvitation, async ({ request, params }) => {
    await withdraw(context, principals.member(request), params.id);
    return {};
  });

  bind(lookAtInvitation, ({ body }) => look(context, body.token));

  bind(acceptInvitation, async ({ request, body }) => {
    const { person } = principals.person(request);
    const workspace = await accept(context, person, body.token, request.ip);
    // Whoever joins may be leaving already; the portal tells it once, and told it before.
    await hearLeaving(context, person.id).catch((err: unknown) =>
      context.logger.warn({ err }, "the portal did not tell of somebody who joined"),
    );
    return { workspace };
  });

  bind(changeMember, async ({ request, params, body }) => {
    const isToAsk = await change(context, principals.member(request), params.id, body);
    if (isToAsk) await hearDirectory(context, params.id);
    return {};
  });

  bind(removeMember, async ({ request, params }) => {
    await remove(context, principals.member(request), params.id);
    return {};
  });
}
