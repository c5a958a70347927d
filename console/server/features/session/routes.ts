import { endSession, getSession } from "@sekimori/console-contract/endpoints/session";
import { actsOf } from "@sekimori/console-contract/rights";
import type { Bind } from "@sekimori/kit-server/http";
import type { ConsoleContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";

/** Who is signed in. */
export function bindSession(bind: Bind, context: ConsoleContext, principals: Principals): void {
  bind(getSession, async ({ request }) => {
    const { name, roles } = principals.staff(request);
    const { expiresAt } = principals.session(request);
    return { name, roles: [...roles], acts: actsOf(roles), expiresAt: expiresAt.toISOString() };
  });

  bind(endSession, async ({ request, reply }) => ({
    next: await context.signIns.signOut(request, reply),
  }));
}
