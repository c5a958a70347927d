import {
  endIntegratorSession,
  getIntegrator,
} from "@sekimori/console-contract/endpoints/integration/session";
import { integrationActs, mayIntegrate } from "@sekimori/console-contract/integration-rights";
import type { Bind } from "@sekimori/kit-server/http";
import type { IntegrationContext } from "../../context.ts";
import type { IntegratorPrincipals } from "../integrators/integrators.ts";

/** Who is signed in at the integrator's console. */
export function bindIntegrationSession(
  bind: Bind,
  { signIns, issuer }: IntegrationContext,
  principals: IntegratorPrincipals,
): void {
  bind(getIntegrator, async ({ request }) => {
    const { kind, name } = principals.integrator(request);
    const { expiresAt } = principals.session(request);
    const acts = integrationActs.filter((act) => mayIntegrate(kind, act));
    return { kind, name, acts, issuer, expiresAt: expiresAt.toISOString() };
  });

  bind(endIntegratorSession, async ({ request, reply }) => ({
    next: await signIns.signOut(request, reply),
  }));
}
