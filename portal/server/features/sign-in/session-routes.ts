import type { Bind } from "@sekimori/kit-server/http";
import { resendPauseMs } from "@sekimori/portal-contract/constants";
import {
  confirmReauthentication,
  proveAgain,
  reauthenticate,
  resendReauthentication,
} from "@sekimori/portal-contract/endpoints/sign-in";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { browserOf } from "../session/browser.ts";
import { keepSession } from "../session/keep-session.ts";
import { confirmStepUp, proveStepUp, resendStepUp, stepUp } from "./step-up-service.ts";

export function bindSession(bind: Bind, context: PortalContext, principals: Principals): void {
  const { cookies } = context;

  const resendAt = (sentAt: Date) => new Date(sentAt.getTime() + resendPauseMs).toISOString();

  bind(reauthenticate, async ({ request, reply, body }) => {
    const member = principals.member(request);
    const result = await stepUp(context, member, body.password, browserOf(context, request));
    if (result.is === "code") {
      const { ways, sentAt } = result;
      return { status: "OTP_VERIFY" as const, ways, resendAt: sentAt && resendAt(sentAt) };
    }
    keepSession(context, reply, member, result.token);
    return { status: "AUTHENTICATED" as const, authenticatedAt: result.at.toISOString() };
  });

  bind(confirmReauthentication, async ({ request, reply, body }) => {
    const member = principals.member(request);
    const done = await confirmStepUp(context, member, body.code, browserOf(context, request));
    keepSession(context, reply, member, done.token);
    return { authenticatedAt: done.at.toISOString() };
  });

  bind(proveAgain, async ({ request, reply, body }) => {
    const member = principals.member(request);
    const done = await proveStepUp(context, member, body, browserOf(context, request));
    keepSession(context, reply, member, done.token);
    return { authenticatedAt: done.at.toISOString() };
  });

  bind(resendReauthentication, async ({ request }) => {
    const member = principals.member(request);
    const sentAt = await resendStepUp(context, member, cookies.device.read(request));
    return { resendAt: resendAt(sentAt) };
  });
}
