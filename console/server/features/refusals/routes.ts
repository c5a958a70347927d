import { listRefusals } from "@sekimori/console-contract/endpoints/integration/refusals";
import { mayIntegrate } from "@sekimori/console-contract/integration-rights";
import type { Bind } from "@sekimori/kit-server/http";
import type { IntegrationContext } from "../../context.ts";
import type { IntegratorPrincipals } from "../integrators/integrators.ts";

/** What applications were refused. */
export function bindRefusals(
  bind: Bind,
  { refusals }: IntegrationContext,
  { integrator }: IntegratorPrincipals,
): void {
  bind(listRefusals, ({ request, query }) => {
    const who = integrator(request);
    const seesUnknown = mayIntegrate(who.kind, "see-unknown-refusals");
    return refusals.list(query, { ...who, seesUnknown });
  });
}
