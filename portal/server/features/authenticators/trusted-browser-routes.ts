import type { Bind } from "@sekimori/kit-server/http";
import {
  listTrustedBrowsers,
  removeTrustedBrowser,
  removeTrustedBrowsers,
} from "@sekimori/portal-contract/endpoints/trusted-browsers";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { browserOf } from "../session/browser.ts";
import { endTrust, endTrustIn, showTrustedBrowsers } from "./trusted-browsers-service.ts";

export function bindTrustedBrowsers(
  bind: Bind,
  context: PortalContext,
  principals: Principals,
): void {
  bind(listTrustedBrowsers, ({ request }) => {
    const { account_id: accountId } = principals.member(request);
    return showTrustedBrowsers(context, context.db, accountId, browserOf(context, request));
  });

  bind(removeTrustedBrowser, ({ request, params }) =>
    endTrustIn(context, principals.member(request), params.id, browserOf(context, request)),
  );

  bind(removeTrustedBrowsers, ({ request }) =>
    endTrust(context, principals.member(request), browserOf(context, request)),
  );
}
