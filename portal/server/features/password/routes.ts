import type { Bind } from "@sekimori/kit-server/http";
import {
  changePassword as changePasswordEndpoint,
  forgotPassword,
  forgotPasswordSetting,
} from "@sekimori/portal-contract/endpoints/password";
import type { PortalContext } from "../../context.ts";
import { requireCaptcha } from "../credentials/captcha.ts";
import type { Callers } from "../session/callers.ts";
import { clientOf } from "../session/client-info.ts";
import { keepSession } from "../session/keep-session.ts";
import { changePassword } from "./change-service.ts";
import { requestReset } from "./reset-job.ts";
import { finishReset } from "./reset-service.ts";

export function bindPassword(bind: Bind, context: PortalContext, callers: Callers): void {
  const { cookies } = context;

  bind(forgotPassword, async ({ request, body }) => {
    await requireCaptcha(context, body.captcha);
    const { email, locale } = body;
    await requestReset(context, { email, locale, client: clientOf(request) });
    return {};
  });

  bind(forgotPasswordSetting, async ({ request, reply, body }) => {
    await finishReset(context, body, clientOf(request));
    for (const cookie of [cookies.session, cookies.signIn]) {
      if (cookie.read(request) !== undefined) cookie.clear(reply);
    }
    return {};
  });

  bind(changePasswordEndpoint, async ({ request, reply, body }) => {
    const member = callers.member(request);
    const token = await changePassword(context, member, body, clientOf(request));
    keepSession(context, reply, member, token);
    return {};
  });
}
