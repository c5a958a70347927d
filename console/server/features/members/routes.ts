import {
  endMemberSessions,
  findMembers,
  showHistory,
  showMember,
  unlockMember,
} from "@sekimori/console-contract/endpoints/members";
import type { Bind } from "@sekimori/kit-server/http";
import type { FastifyRequest } from "fastify";
import type { ConsoleContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";

/** Members, found, shown and helped by the portal's own services. */
export function bindMembers(bind: Bind, { members }: ConsoleContext, principals: Principals): void {
  const acting = (request: FastifyRequest, reason: string) => ({
    by: principals.staff(request).name,
    reason,
  });

  bind(findMembers, ({ request, body: { text, reason } }) =>
    members.find(text, acting(request, reason)),
  );

  bind(showMember, ({ request, body: { member, reason } }) =>
    members.show(member, acting(request, reason)),
  );

  bind(showHistory, ({ request, body: { member, reason, before } }) =>
    members.history(member, before, acting(request, reason)),
  );

  bind(unlockMember, ({ request, body: { member, reason } }) =>
    members.unlock(member, acting(request, reason)),
  );

  bind(endMemberSessions, ({ request, body: { member, reason } }) =>
    members.endSessions(member, acting(request, reason)),
  );
}
