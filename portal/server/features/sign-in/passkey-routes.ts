import { newToken } from "@sekimori/kit-server/cookies";
import type { Bind } from "@sekimori/kit-server/http";
import { passkeyChallengeMs } from "@sekimori/portal-contract/constants";
import {
  beginPasskeyAgain,
  beginPasskeySignIn,
  beginSecondFactorPasskey,
  provePasskeyAgain,
  signInByPasskey,
} from "@sekimori/portal-contract/endpoints/passkeys";
import type { PortalContext } from "../../context.ts";
import { requestOptions } from "../authenticators/passkey-options.ts";
import type { Principals } from "../principals/principals.ts";
import { browserOf } from "../session/browser.ts";
import { keepSession } from "../session/keep-session.ts";
import {
  beginAgain,
  beginSecondFactor,
  browserHolder,
  signInWithPasskey,
  stepUpByPasskey,
} from "./passkey-sign-in.ts";
import { answerSignIn } from "./routes.ts";

export function bindPasskeySignIn(
  bind: Bind,
  context: PortalContext,
  principals: Principals,
): void {
  const { cookies } = context;

  bind(beginPasskeySignIn, ({ request, reply, body }) => {
    // The same for two tabs of a browser: each answers a challenge of its own.
    const token = cookies.passkey.read(request) ?? newToken();
    cookies.passkey.set(reply, token, passkeyChallengeMs / 1000);
    return requestOptions(context, { purpose: body.purpose, holder: browserHolder(token) });
  });

  bind(signInByPasskey, async ({ request, reply, body }) => {
    const token = cookies.passkey.read(request);
    const result = await signInWithPasskey(context, body, token, browserOf(context, request));
    return answerSignIn(context, reply, result);
  });

  bind(beginSecondFactorPasskey, ({ request }) =>
    beginSecondFactor(context, principals.attempt(request)),
  );

  bind(beginPasskeyAgain, ({ request }) => beginAgain(context, principals.member(request)));

  bind(provePasskeyAgain, async ({ request, reply, body }) => {
    const member = principals.member(request);
    const browser = browserOf(context, request);
    const { token, at } = await stepUpByPasskey(context, member, body, browser);
    keepSession(context, reply, member, token);
    return { authenticatedAt: at.toISOString() };
  });
}
