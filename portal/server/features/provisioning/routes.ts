import { clientOf } from "@sekimori/kit-server/client-info";
import type { Bind } from "@sekimori/kit-server/http";
import * as endpoints from "@sekimori/portal-contract/endpoints/provisioning";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { endTokenOf, makeTokenOf, showProvisioningOf } from "./tokens-service.ts";

/** What an owner does with the tokens of the organisation's directory. */
export function bindProvisioning(bind: Bind, context: PortalContext, principals: Principals): void {
  bind(endpoints.showProvisioning, ({ request }) =>
    showProvisioningOf(context, principals.member(request).account_id),
  );
  bind(endpoints.makeScimToken, ({ request, reply }) => {
    reply.header("cache-control", "no-store");
    return makeTokenOf(context, principals.member(request), clientOf(request));
  });
  bind(endpoints.endScimToken, ({ request, params }) =>
    endTokenOf(context, principals.member(request), params.id, clientOf(request)),
  );
}
