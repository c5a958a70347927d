import { pagePaths } from "@sekimori/console-contract/page-routes";
import { portalSignIns } from "./adapters/portal.ts";
import type { ConsoleContext } from "./context.ts";
import { bindBilling } from "./features/billing/routes.ts";
import { bindFunnel } from "./features/funnel/routes.ts";
import { bindKeys } from "./features/keys/routes.ts";
import { bindMaintenance } from "./features/maintenance/routes.ts";
import { bindMembers } from "./features/members/routes.ts";
import { bindMonth } from "./features/month/routes.ts";
import { bindPrices } from "./features/prices/routes.ts";
import { createPrincipals } from "./features/principals/principals.ts";
import { bindRequests } from "./features/requests/routes.ts";
import { bindSession } from "./features/session/routes.ts";
import { bindStaff } from "./features/staff/routes.ts";
import { bindWork } from "./features/work/routes.ts";
import type { ConsoleSettings } from "./settings.ts";
import { createSite, type Site, type SiteParts } from "./site.ts";

export type Console = Site;

export interface ConsoleOptions extends SiteParts, Omit<ConsoleContext, "signIns" | "refundAlone"> {
  readonly settings: ConsoleSettings;
}

/** Builds the operator's console: everything is bound and ready, nothing listens yet. */
export function createConsole(options: ConsoleOptions): Promise<Console> {
  const { settings, staff, members, billing, month, requests, work, maintenance } = options;
  const { prices, keys, funnel } = options;
  const services = {
    staff,
    members,
    billing,
    month,
    requests,
    work,
    maintenance,
    prices,
    keys,
    funnel,
  };
  return createSite({
    ...options,
    name: "Sekimori console",
    origin: settings.consoleOrigin,
    mode: settings.sekimoriMode,
    allowedNetworks: settings.consoleAllowedNetworks,
    trustedProxies: settings.trustedProxies,
    // Emails are shown in frames, each with a policy of its own.
    security: { frameSrc: ["'self'"] },
    pages: Object.values(pagePaths),
    unknownPage: pagePaths.pageNotFound,
    signIns: (limiter) => portalSignIns({ ...options, limiter }),
    principals(signIns) {
      const context = { ...services, signIns, refundAlone: settings.consoleRefundAlone };
      const principals = createPrincipals(context);
      return {
        ...principals,
        bindAll(bind) {
          bindSession(bind, context, principals);
          bindMembers(bind, context, principals);
          bindBilling(bind, context, principals);
          bindMonth(bind, context, principals);
          bindRequests(bind, context, principals);
          bindStaff(bind, context, principals);
          bindWork(bind, context, principals);
          bindMaintenance(bind, context, principals);
          bindPrices(bind, context);
          bindKeys(bind, context);
          bindFunnel(bind, context);
        },
      };
    },
  });
}
