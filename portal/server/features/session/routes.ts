import { AppError } from "@sekimori/kit-server/errors";
import type { Bind } from "@sekimori/kit-server/http";
import { reauthenticate, signOut } from "@sekimori/portal-contract/endpoints/sign-in";
import type { PortalContext } from "../../context.ts";
import { findAccount } from "../account/account-repository.ts";
import type { Callers } from "./callers.ts";
import { keepSession } from "./keep-session.ts";
import { renewSession } from "./session-repository.ts";
import { signOutBrowser } from "./sign-out.ts";

export function bindSession(bind: Bind, context: PortalContext, callers: Callers): void {
  const { db, clock, passwords } = context;

  bind(signOut, async ({ request, reply }) => {
    await signOutBrowser(context, request, reply, await callers.findMember(request));
    return {};
  });

  bind(reauthenticate, async ({ request, reply, body }) => {
    const member = callers.member(request);
    const account = await findAccount(db, member.account_id);
    if (!account?.password_hash) throw new AppError("ManagedExternally");
    if (!(await passwords.verify(account.password_hash, body.password))) {
      throw new AppError("OldPasswordWrong");
    }
    const now = clock.now();
    const token = await renewSession(db, member.session_id, now);
    if (token === undefined) throw new AppError("SessionExpired");
    keepSession(context, reply, member, token);
    return { authenticatedAt: now.toISOString() };
  });
}
