import { clientOf } from "@sekimori/kit-server/client-info";
import { newToken } from "@sekimori/kit-server/cookies";
import type { Bind } from "@sekimori/kit-server/http";
import { resetCodeLifetimeMs } from "@sekimori/portal-contract/constants";
import {
  changePassword as changePasswordEndpoint,
  forgotPassword,
  forgotPasswordSetting,
  lookAtReset,
} from "@sekimori/portal-contract/endpoints/password";
import type { PortalContext } from "../../context.ts";
import { requireCaptcha } from "../credentials/captcha.ts";
import type { Principals } from "../principals/principals.ts";
import { browserOf } from "../session/browser.ts";
import { keepSession } from "../session/keep-session.ts";
import { requireSecondFactor } from "../session/recent-sign-in.ts";
import { browserHolder } from "../sign-in/passkey-sign-in.ts";
import { changePassword } from "./change-service.ts";
import { requestReset } from "./reset-job.ts";
import { finishReset, lookAtLink } from "./reset-service.ts";

export function bindPassword(bind: Bind, context: PortalContext, principals: Principals): void {
  const { cookies } = context;

  bind(forgotPassword, async ({ request, reply, body }) => {
    await requireCaptcha(context, body.captcha);
    const { email, locale } = body;
    const browserToken = cookies.reset.read(request) ?? newToken();
    await requestReset(context, { email, locale, client: clientOf(request) }, browserToken);
    cookies.reset.set(reply, browserToken, resetCodeLifetimeMs / 1000);
    return {};
  });

  bind(lookAtReset, ({ body }) => lookAtLink(context, body.token));

  bind(forgotPasswordSetting, async ({ request, reply, body }) => {
    const proof =
      "token" in body
        ? { token: body.token }
        : { email: body.email, code: body.code, browserToken: cookies.reset.read(request) };
    const { secondFactor, password } = body;
    const passkeyHolder = browserHolder(cookies.passkey.read(request));
    const reset = { proof, secondFactor, passkeyHolder, password };
    await finishReset(context, reset, browserOf(context, request));
    for (const cookie of [cookies.session, cookies.signIn, cookies.reset]) {
      if (cookie.read(request) !== undefined) cookie.clear(reply);
    }
    return {};
  });

  bind(changePasswordEndpoint, async ({ request, reply, body }) => {
    const member = principals.member(request);
    requireSecondFactor(context, member);
    const token = await changePassword(context, member, body, browserOf(context, request));
    keepSession(context, reply, member, token);
    return {};
  });
}
