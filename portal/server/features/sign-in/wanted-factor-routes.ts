import type { Bind } from "@sekimori/kit-server/http";
import {
  addWantedPasskey,
  beginWantedApp,
  beginWantedPasskey,
  confirmWantedApp,
  showWantedFactor,
} from "@sekimori/portal-contract/endpoints/wanted-factor";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { browserOf } from "../session/browser.ts";
import { answerSignIn } from "./routes.ts";
import {
  addWantedPasskeyOf,
  beginWantedAppOf,
  beginWantedPasskeyOf,
  confirmWantedAppOf,
  showWanted,
} from "./wanted-factor.ts";

export function bindWantedFactor(bind: Bind, context: PortalContext, principals: Principals): void {
  bind(showWantedFactor, ({ request }) => showWanted(context, principals.attempt(request)));

  bind(beginWantedApp, ({ request }) => beginWantedAppOf(context, principals.attempt(request)));

  bind(confirmWantedApp, async ({ request, reply, body }) => {
    const attempt = principals.attempt(request);
    const browser = browserOf(context, request);
    const { result, recoveryCodes } = await confirmWantedAppOf(
      context,
      attempt,
      body.code,
      browser,
    );
    return { outcome: await answerSignIn(context, reply, result), recoveryCodes };
  });

  bind(beginWantedPasskey, ({ request }) =>
    beginWantedPasskeyOf(context, principals.attempt(request)),
  );

  bind(addWantedPasskey, async ({ request, reply, body }) => {
    const attempt = principals.attempt(request);
    const browser = browserOf(context, request);
    const { result, recoveryCodes } = await addWantedPasskeyOf(context, attempt, body, browser);
    return { outcome: await answerSignIn(context, reply, result), recoveryCodes };
  });
}
