import { clientOf } from "@sekimori/kit-server/client-info";
import type { Bind } from "@sekimori/kit-server/http";
import * as endpoints from "@sekimori/portal-contract/endpoints/recovery";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { browserOf } from "../session/browser.ts";
import { finishRecovery, lookAtRecovery } from "./finish-recovery.ts";
import { startRecovery } from "./start-recovery.ts";
import { stopOwnRecovery, stopRecovery } from "./stop-recovery.ts";

export function bindRecovery(bind: Bind, context: PortalContext, principals: Principals): void {
  const { cookies } = context;

  bind(endpoints.startRecovery, async ({ request, body }) => {
    const endsAt = await startRecovery(context, body.token, clientOf(request));
    return { endsAt: endsAt.toISOString() };
  });

  bind(endpoints.stopRecovery, async ({ request, body }) => {
    await stopRecovery(context, body.token, clientOf(request));
    return {};
  });

  bind(endpoints.stopOwnRecovery, async ({ request }) => {
    await stopOwnRecovery(context, principals.member(request), clientOf(request));
    return {};
  });

  bind(endpoints.lookAtRecovery, ({ body }) => lookAtRecovery(context, body.token));

  bind(endpoints.finishRecovery, async ({ request, reply, body }) => {
    await finishRecovery(context, body, browserOf(context, request));
    for (const cookie of [cookies.session, cookies.signIn, cookies.reset]) {
      if (cookie.read(request) !== undefined) cookie.clear(reply);
    }
    return {};
  });
}
