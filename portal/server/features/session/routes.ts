import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { Bind } from "@sekimori/kit-server/http";
import { reauthenticate, signOut } from "@sekimori/portal-contract/endpoints/sign-in";
import type { PortalContext } from "../../context.ts";
import { findAccount } from "../account/account-repository.ts";
import { appendAudit } from "../audit/audit.ts";
import type { Callers } from "./callers.ts";
import { clientOf } from "./client-info.ts";
import { keepSession } from "./keep-session.ts";
import { deleteSession, renewSession } from "./session-repository.ts";

export function bindSession(bind: Bind, context: PortalContext, callers: Callers): void {
  const { db, clock, cookies, passwords } = context;

  bind(signOut, async ({ request, reply }) => {
    const member = await callers.findMember(request);
    for (const cookie of [cookies.session, cookies.flow, cookies.signIn]) {
      if (cookie.read(request) !== undefined) cookie.clear(reply);
    }
    if (member) {
      const { account_id: accountId, session_id: sessionId } = member;
      await transaction(db, async (tx) => {
        await deleteSession(tx, accountId, sessionId);
        const client = clientOf(request);
        await appendAudit(tx, { accountId, action: "sign-out", at: clock.now(), client });
      });
    }
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
