import { clientOf } from "@sekimori/kit-server/client-info";
import type { Bind } from "@sekimori/kit-server/http";
import {
  endOtherSessions,
  endSession,
  listActivity,
  listSessions,
  reportActivity,
} from "@sekimori/portal-contract/endpoints/security";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { findSessions } from "../session/session-repository.ts";
import { findActivity } from "./activity-repository.ts";
import { endSessionOf, endSessionsBeside, reportAsForeign } from "./sessions-service.ts";

export function bindSecurity(bind: Bind, context: PortalContext, principals: Principals): void {
  const { db, reads, clock, cookies } = context;

  bind(listSessions, async ({ request }) => {
    const { account_id: accountId, session_id: current } = principals.member(request);
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
    const { account_id: accountId, session_id: current } = principals.member(request);
    await endSessionOf(context, accountId, params.id, clientOf(request));
    if (params.id === current) cookies.session.clear(reply);
    return {};
  });

  bind(endOtherSessions, async ({ request }) => {
    const { account_id: accountId, session_id: current } = principals.member(request);
    return { ended: await endSessionsBeside(context, accountId, current, clientOf(request)) };
  });

  bind(listActivity, ({ request, query }) => {
    const { account_id: accountId } = principals.member(request);
    return reads.read(request, (from) => findActivity(from, accountId, query.before));
  });

  bind(reportActivity, async ({ request, body }) => {
    const { account_id: accountId, session_id: session } = principals.member(request);
    const report = { event: body.id, session, device: cookies.device.read(request) };
    await reportAsForeign(context, accountId, report, clientOf(request));
    return {};
  });
}
