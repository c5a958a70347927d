import { clientOf } from "@sekimori/kit-server/client-info";
import type { Bind } from "@sekimori/kit-server/http";
import * as endpoints from "@sekimori/portal-contract/endpoints/linked-identities";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { identitiesOf, unlinkIdentity } from "./linked-identities.ts";

/** What My Page calls about the external IDs of the account. */
export function bindLinkedIdentities(
  bind: Bind,
  context: PortalContext,
  principals: Principals,
): void {
  bind(endpoints.listLinkedIdentities, async ({ request }) => ({
    identities: (
      await identitiesOf(context, context.db, principals.member(request).account_id)
    ).map(({ issuer: _, ...identity }) => identity),
  }));

  bind(endpoints.unlinkIdentity, async ({ request, params }) => {
    await unlinkIdentity(context, principals.member(request), params.id, clientOf(request));
    return {};
  });
}
