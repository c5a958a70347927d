import { integrationPagePaths } from "@sekimori/console-contract/page-routes";
import { integratorSignIns, issuerOf } from "./adapters/portal.ts";
import type { IntegrationContext } from "./context.ts";
import { bindApplications } from "./features/applications/routes.ts";
import { bindIntegrationSession } from "./features/integration-session/routes.ts";
import { createIntegratorPrincipals } from "./features/integrators/integrators.ts";
import { bindRefusals } from "./features/refusals/routes.ts";
import { bindSigningKeys } from "./features/signing-keys/routes.ts";
import { bindWalks } from "./features/walks/routes.ts";
import { createWalker } from "./features/walks/walk-service.ts";
import type { Walks } from "./ports/walks.ts";
import type { IntegrationSettings } from "./settings.ts";
import { createSite, type Site, type SiteParts } from "./site.ts";

export interface IntegrationOptions
  extends SiteParts,
    Omit<IntegrationContext, "signIns" | "issuer" | "walker"> {
  readonly walks: Walks;
  readonly secrets: SiteParts["secrets"] & { readonly walks: string };
  readonly settings: IntegrationSettings;
}

/**
 * Builds the integrator's console, on an origin of its own, where no call of the staff's console is
 * bound and no service of staff is at hand.
 */
export function createIntegration(options: IntegrationOptions): Promise<Site> {
  const { settings, integrators, applications, refusals, signingKeys } = options;
  return createSite({
    ...options,
    name: "Sekimori integration",
    origin: settings.integrationOrigin,
    mode: settings.sekimoriMode,
    allowedNetworks: settings.integrationAllowedNetworks,
    trustedProxies: settings.trustedProxies,
    pages: Object.values(integrationPagePaths),
    unknownPage: integrationPagePaths.pageNotFound,
    page: "integration.html",
    signIns: (limiter) => integratorSignIns({ ...options, limiter }),
    principals(signIns) {
      const issuer = issuerOf(settings);
      const { walks, secrets, clock, fetch } = options;
      const origin = settings.integrationOrigin;
      const walker = createWalker({ walks, key: secrets.walks, origin, issuer, clock, fetch });
      const context = { integrators, applications, refusals, signIns, issuer, walker, signingKeys };
      const principals = createIntegratorPrincipals(context);
      return {
        ...principals,
        bindAll(bind) {
          bindIntegrationSession(bind, context, principals);
          bindApplications(bind, context, principals);
          bindRefusals(bind, context, principals);
          bindWalks(bind, context, principals);
          bindSigningKeys(bind, context);
        },
      };
    },
  });
}
