import type { Bind } from "@sekimori/kit-server/http";
import {
  changeToOtherAccount,
  keepPresentAccount,
  type ProviderOutcome,
  showOtherAccount,
} from "@sekimori/portal-contract/endpoints/other-account";
import type { FastifyReply } from "fastify";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { browserOf } from "../session/browser.ts";
import { isRefused } from "./complete-sign-in.ts";
import { changeAccount, keepPresent, type OtherAccount, showBoth } from "./other-account.ts";
import { answerSignIn } from "./routes.ts";
import type { SignInResult } from "./sign-in-service.ts";

/** The answer to who comes back from a provider. */
export async function answerProvider(
  context: PortalContext,
  reply: FastifyReply,
  result: SignInResult | OtherAccount,
): Promise<ProviderOutcome> {
  if (result.status !== "OTHER_ACCOUNT") return answerSignIn(context, reply, result);
  context.cookies.signIn.set(reply, result.attemptToken);
  return { status: "OTHER_ACCOUNT" };
}

export function bindOtherAccount(bind: Bind, context: PortalContext, principals: Principals): void {
  const { cookies } = context;

  bind(showOtherAccount, async ({ request }) => {
    const attempt = await principals.findAttempt(request);
    return showBoth(context, attempt, await principals.findMember(request));
  });

  bind(changeToOtherAccount, async ({ request, reply }) => {
    const attempt = await principals.findAttempt(request);
    const present = await principals.findMember(request);
    const result = await changeAccount(context, attempt, present, browserOf(context, request));
    if (present && !isRefused(result)) cookies.session.clear(reply);
    return answerSignIn(context, reply, result);
  });

  bind(keepPresentAccount, async ({ request, reply }) => {
    await keepPresent(context, await principals.findAttempt(request));
    if (cookies.signIn.read(request) !== undefined) cookies.signIn.clear(reply);
    return {};
  });
}
