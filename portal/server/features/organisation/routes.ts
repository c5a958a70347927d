import { clientOf } from "@sekimori/kit-server/client-info";
import type { Bind } from "@sekimori/kit-server/http";
import * as endpoints from "@sekimori/portal-contract/endpoints/organisation";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import {
  checkDomainOf,
  claimDomainFor,
  createOrganisationOf,
  removeDomainOf,
  removeOrganisationOf,
} from "./organisation-service.ts";
import { showOrganisationOf } from "./show-organisation.ts";

export function bindOrganisation(bind: Bind, context: PortalContext, principals: Principals): void {
  bind(endpoints.showOrganisation, ({ request }) =>
    showOrganisationOf(context, principals.member(request).account_id),
  );
  bind(endpoints.createOrganisation, ({ request }) =>
    createOrganisationOf(context, principals.member(request), clientOf(request)),
  );
  bind(endpoints.removeOrganisation, ({ request }) =>
    removeOrganisationOf(context, principals.member(request), clientOf(request)),
  );
  bind(endpoints.claimDomain, ({ request, body }) =>
    claimDomainFor(context, principals.member(request), body.domain, clientOf(request)),
  );
  bind(endpoints.checkDomain, ({ request, params }) =>
    checkDomainOf(context, principals.member(request), params.id, clientOf(request)),
  );
  bind(endpoints.removeDomain, ({ request, params }) =>
    removeDomainOf(context, principals.member(request), params.id, clientOf(request)),
  );
}
