import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { Bind } from "@sekimori/kit-server/http";
import {
  endOtherSessions,
  endSession,
  listActivity,
  listSessions,
  reportActivity,
} from "@sekimori/portal-contract/endpoints/security";
import type { PortalContext } from "../../context.ts";
import { updateAccount } from "../account/account-repository.ts";
import { appendAudit } from "../audit/audit.ts";
import type { Callers } from "../session/callers.ts";
import { clientOf } from "../session/client-info.ts";
import { deleteSession, deleteSessions, findSessions } from "../session/session-repository.ts";
import { findActivity, isOwnActivity } from "./activity-repository.ts";

export function bindSecurity(bind: Bind, context: PortalContext, callers: Callers): void {
  const { db, clock, cookies } = context;

  bind(listSessions, async ({ request }) => {
    const { account_id: accountId, session_id: current } = callers.member(request);
    const sessions = await findSessions(db, accountId, clock.now());
    return {
      sessions: sessions.map((session) => ({
        id: session.id,
        current: session.id === current,
        createdAt: session.created_at.toISOString(),
        lastSeenAt: session.last_seen_at.toISOString(),
        expiresAt: session.expires_at.toISOString(),
        device: session.device,
        ipAddress: session.ip_address,
      })),
    };
  });

  bind(endSession, async ({ request, reply, params }) => {
    const { account_id: accountId, session_id: current } = callers.member(request);
    await transaction(db, async (tx) => {
      if (!(await deleteSession(tx, accountId, params.id))) throw new AppError("NotFound");
      const client = clientOf(request);
      await appendAudit(tx, { accountId, action: "session.ended", at: clock.now(), client });
    });
    if (params.id === current) cookies.session.clear(reply);
    return {};
  });

  bind(endOtherSessions, async ({ request }) => {
    const { account_id: accountId, session_id: current } = callers.member(request);
    const ended = await transaction(db, async (tx) => {
      const count = await deleteSessions(tx, accountId, current);
      const event = { accountId, at: clock.now(), client: clientOf(request) };
      if (count > 0) await appendAudit(tx, { ...event, action: "session.ended" });
      return count;
    });
    return { ended };
  });

  bind(listActivity, ({ request, query }) =>
    findActivity(db, callers.member(request).account_id, query.before),
  );

  bind(reportActivity, async ({ request, body }) => {
    const { account_id: accountId, session_id: current } = callers.member(request);
    if (!(await isOwnActivity(db, accountId, body.id))) throw new AppError("NotFound");
    await transaction(db, async (tx) => {
      await updateAccount(tx, accountId, { password_reset_required: true });
      await deleteSessions(tx, accountId, current);
      await tx.deleteFrom("portal.known_device").where("account_id", "=", accountId).execute();
      await appendAudit(tx, {
        accountId,
        action: "activity.reported",
        at: clock.now(),
        client: clientOf(request),
        detail: { event: body.id },
      });
    });
    return {};
  });
}
