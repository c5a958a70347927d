import type { Bind } from "@sekimori/kit-server/http";
import { agreeConsent } from "@sekimori/portal-contract/endpoints/sign-up";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { beginSession } from "../session/begin-session.ts";
import { browserOf } from "../session/browser.ts";
import { agreeToService } from "./agree-service.ts";

export function bindAgreement(bind: Bind, context: PortalContext, principals: Principals): void {
  const { cookies } = context;

  bind(agreeConsent, async ({ request, reply, body }) => {
    const flow = principals.flow(request);
    const done = await agreeToService(context, flow, body, browserOf(context, request));
    cookies.flow.clear(reply);
    beginSession(context, reply, done.session, done.deviceToken);
    return { status: "SIGNED_IN" as const, expiresAt: done.session.expiresAt.toISOString() };
  });
}
