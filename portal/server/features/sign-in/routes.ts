import { AppError } from "@sekimori/kit-server/errors";
import type { Bind } from "@sekimori/kit-server/http";
import { resendPauseMs } from "@sekimori/portal-contract/constants";
import {
  confirmOtp,
  resendOtp,
  type SignInOutcome,
  signIn,
} from "@sekimori/portal-contract/endpoints/sign-in";
import type { FastifyReply } from "fastify";
import type { PortalContext } from "../../context.ts";
import { requireCaptcha } from "../credentials/captcha.ts";
import { beginSession } from "../session/begin-session.ts";
import type { Callers } from "../session/callers.ts";
import { clientOf } from "../session/client-info.ts";
import { cardOfFlow } from "../sign-up/flow-card.ts";
import { showFlow } from "../sign-up/flow-view.ts";
import { confirmOneTimePassword, resendOneTimePassword } from "./one-time-password.ts";
import { type SignInResult, signInWithPassword } from "./sign-in-service.ts";

const resendAfter = (sentAt: Date) => new Date(sentAt.getTime() + resendPauseMs).toISOString();

/** Sets the cookie that an outcome comes with, and gives the outcome as the contract has it. */
export async function answerSignIn(
  context: PortalContext,
  reply: FastifyReply,
  result: SignInResult,
): Promise<SignInOutcome> {
  const { cookies, sealer } = context;
  switch (result.status) {
    case "SIGNED_IN":
      beginSession(context, reply, result.session, result.deviceToken);
      return { status: "SIGNED_IN", expiresAt: result.session.expiresAt.toISOString() };
    case "OTP_VERIFY":
      cookies.signIn.set(reply, result.attemptToken);
      return { status: "OTP_VERIFY", resendAt: resendAfter(result.sentAt) };
    case "RESET_PASSWORD":
      cookies.signIn.set(reply, result.attemptToken);
      return { status: "RESET_PASSWORD" };
    case "SERVICE_AGREE": {
      cookies.flow.set(reply, result.flowToken);
      const card = await cardOfFlow(context, result.flow);
      return { status: "SERVICE_AGREE", flow: showFlow(sealer, result.flow, card) };
    }
    case "NOT_CONFIRMED":
      cookies.flow.set(reply, result.flowToken);
      throw new AppError("UserNotConfirmed");
  }
}

export function bindSignIn(bind: Bind, context: PortalContext, callers: Callers): void {
  const { cookies } = context;

  bind(signIn, async ({ request, reply, body }) => {
    await requireCaptcha(context, body.captcha);
    const { email, password, locale } = body;
    const device = cookies.device.read(request);
    const credentials = { email, password, locale };
    const result = await signInWithPassword(context, credentials, clientOf(request), device);
    return answerSignIn(context, reply, result);
  });

  bind(confirmOtp, async ({ request, reply, body }) => {
    const attempt = callers.attempt(request);
    const device = cookies.device.read(request);
    const client = clientOf(request);
    const result = await confirmOneTimePassword(context, attempt, body.code, client, device);
    return answerSignIn(context, reply, result);
  });

  bind(resendOtp, async ({ request }) => ({
    resendAt: resendAfter(await resendOneTimePassword(context, callers.attempt(request))),
  }));
}
