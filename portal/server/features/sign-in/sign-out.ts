import { clientOf } from "@sekimori/kit-server/client-info";
import { transaction } from "@sekimori/kit-server/database";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { PortalContext } from "../../context.ts";
import { appendAudit } from "../audit/audit.ts";
import type { MemberRow } from "../session/member.ts";
import { deleteSession } from "../session/session-repository.ts";

/** Ends a browser's session and everything half-done in it; without a member only its cookies. */
export async function signOutBrowser(
  { db, clock, cookies }: Pick<PortalContext, "db" | "clock" | "cookies">,
  request: FastifyRequest,
  reply: FastifyReply,
  member: MemberRow | undefined,
): Promise<void> {
  for (const cookie of [cookies.session, cookies.flow, cookies.signIn]) {
    if (cookie.read(request) !== undefined) cookie.clear(reply);
  }
  if (member === undefined) return;
  const { account_id: accountId, session_id: sessionId } = member;
  await transaction(db, async (tx) => {
    await deleteSession(tx, accountId, sessionId);
    const client = clientOf(request);
    await appendAudit(tx, { accountId, action: "sign-out", at: clock.now(), client });
  });
}
