import { localeFromBrowser } from "@sekimori/kit-contract/locale";
import { clientOf } from "@sekimori/kit-server/client-info";
import type { Bind } from "@sekimori/kit-server/http";
import {
  listApplications,
  withdrawAccess as withdrawAccessEndpoint,
} from "@sekimori/portal-contract/endpoints/connected-applications";
import type { PortalContext } from "../../../context.ts";
import type { Principals } from "../../principals/principals.ts";
import { connectedApplications, withdrawAccess } from "./connected-applications-service.ts";

/** What My Page calls about the applications that have access to the account. */
export function bindConnectedApplications(
  bind: Bind,
  context: PortalContext,
  principals: Principals,
): void {
  bind(listApplications, async ({ request }) => ({
    applications: await connectedApplications(
      context,
      principals.member(request).account_id,
      localeFromBrowser(request.headers["accept-language"]),
    ),
  }));

  bind(withdrawAccessEndpoint, async ({ request, body }) => {
    const { account_id: accountId } = principals.member(request);
    await withdrawAccess(context, accountId, body.client, clientOf(request));
    return {};
  });
}
