import { AppError } from "@sekimori/kit-server/errors";
import type { Bind } from "@sekimori/kit-server/http";
import { resendPauseMs } from "@sekimori/portal-contract/constants";
import { askedSecondFactor } from "@sekimori/portal-contract/endpoints/authenticators";
import {
  confirmOtp,
  proveSecondFactor,
  resendOtp,
  type SignInOutcome,
  signIn,
} from "@sekimori/portal-contract/endpoints/sign-in";
import type { FastifyReply } from "fastify";
import type { PortalContext } from "../../context.ts";
import { requireCaptcha } from "../credentials/captcha.ts";
import { showFlow } from "../principals/flow-view.ts";
import type { Principals } from "../principals/principals.ts";
import { beginSession } from "../session/begin-session.ts";
import { browserOf } from "../session/browser.ts";
import { keepTrust } from "../session/trust-cookie.ts";
import { cardOfFlow } from "../sign-up/flow-card.ts";
import {
  askedOf,
  confirmOneTimePassword,
  proveSecondStep,
  resendOneTimePassword,
} from "./one-time-password.ts";
import { type SignInResult, shedEarly, signInWithPassword } from "./sign-in-service.ts";

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
      if (result.trust) keepTrust(context, reply, result.trust);
      return { status: "SIGNED_IN", expiresAt: result.session.expiresAt.toISOString() };
    case "OTP_VERIFY":
      cookies.signIn.set(reply, result.attemptToken);
      return {
        status: "OTP_VERIFY",
        ways: result.ways,
        resendAt: result.sentAt && resendAfter(result.sentAt),
        mayTrustBrowser: result.mayTrustBrowser,
      };
    case "FACTOR_WANTED":
      cookies.signIn.set(reply, result.attemptToken);
      return { status: "FACTOR_WANTED" };
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
    case "NETWORK_REFUSED":
      throw new AppError("NetworkRefused");
    case "PASSWORDS_OFF":
      throw new AppError("PasswordsOff");
  }
}

export function bindSignIn(bind: Bind, context: PortalContext, principals: Principals): void {
  const { cookies } = context;

  bind(
    signIn,
    async ({ request, reply, body }) => {
      await requireCaptcha(context, body.captcha);
      const { email, password, locale } = body;
      const credentials = { email, password, locale };
      const result = await signInWithPassword(context, credentials, browserOf(context, request));
      return answerSignIn(context, reply, result);
    },
    { onArrival: (request) => shedEarly(context, cookies.device.read(request)) },
  );

  bind(confirmOtp, async ({ request, reply, body }) => {
    const attempt = principals.attempt(request);
    const browser = browserOf(context, request);
    const result = await confirmOneTimePassword(context, attempt, body, browser);
    return answerSignIn(context, reply, result);
  });

  bind(proveSecondFactor, async ({ request, reply, body }) => {
    const attempt = principals.attempt(request);
    const result = await proveSecondStep(context, attempt, body, browserOf(context, request));
    return answerSignIn(context, reply, result);
  });

  bind(askedSecondFactor, ({ request }) => askedOf(context, principals.attempt(request)));

  bind(resendOtp, async ({ request }) => {
    const attempt = principals.attempt(request);
    const sentAt = await resendOneTimePassword(context, attempt, cookies.device.read(request));
    return { resendAt: resendAfter(sentAt) };
  });
}
