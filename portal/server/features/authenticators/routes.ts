import type { Bind } from "@sekimori/kit-server/http";
import {
  beginApp,
  confirmApp,
  listAuthenticators,
  removeApp,
  renewRecoveryCodes,
} from "@sekimori/portal-contract/endpoints/authenticators";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { browserOf } from "../session/browser.ts";
import { keepSession } from "../session/keep-session.ts";
import {
  beginAppSetUp,
  confirmAppSetUp,
  removeAppInForce,
  renewCodes,
} from "./authenticators-service.ts";
import { showAuthenticators } from "./show-authenticators.ts";

export function bindAuthenticators(
  bind: Bind,
  context: PortalContext,
  principals: Principals,
): void {
  bind(listAuthenticators, ({ request }) =>
    showAuthenticators(context, context.db, principals.member(request).account_id),
  );

  bind(beginApp, ({ request }) => beginAppSetUp(context, principals.member(request)));

  bind(confirmApp, async ({ request, reply, body }) => {
    const member = principals.member(request);
    const browser = browserOf(context, request);
    const { token, result } = await confirmAppSetUp(context, member, body.code, browser);
    keepSession(context, reply, member, token);
    return result;
  });

  bind(removeApp, async ({ request, reply }) => {
    const member = principals.member(request);
    const { token, result } = await removeAppInForce(context, member, browserOf(context, request));
    keepSession(context, reply, member, token);
    return result.authenticators;
  });

  bind(renewRecoveryCodes, async ({ request, reply }) => {
    const member = principals.member(request);
    const { token, result } = await renewCodes(context, member, browserOf(context, request));
    keepSession(context, reply, member, token);
    return result;
  });
}
