import {
  copyMember,
  endMemberSessions,
  findMembers,
  forceMemberReset,
  showHistory,
  showMember,
  undoMemberEnd,
  unlockMember,
} from "@sekimori/console-contract/endpoints/members";
import type { Bind } from "@sekimori/kit-server/http";
import type { ConsoleContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";

/** Members, found, shown and helped by the portal's own services. */
export function bindMembers(bind: Bind, { members }: ConsoleContext, principals: Principals): void {
  const { acting } = principals;

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

  bind(forceMemberReset, ({ request, body: { member, reason } }) =>
    members.forceReset(member, acting(request, reason)),
  );

  bind(undoMemberEnd, ({ request, body: { member, reason } }) =>
    members.undoEnd(member, acting(request, reason)),
  );

  bind(copyMember, ({ request, body: { member, reason, ...wish } }) =>
    members.copy(member, wish, acting(request, reason)),
  );

  bind(endMemberSessions, ({ request, body: { member, reason } }) =>
    members.endSessions(member, acting(request, reason)),
  );
}
