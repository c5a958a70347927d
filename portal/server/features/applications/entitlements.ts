import { type Entitlements, planEntitlements } from "@sekimori/portal-contract/entitlements";
import type { PlanId } from "@sekimori/portal-contract/plans";

/** What a plan gives, with what the operator has set. */
export function entitlementsOf(
  plan: PlanId,
  { planDetailedDomains }: { readonly planDetailedDomains: number },
): Entitlements {
  const given = planEntitlements[plan];
  return plan === "detailed" ? { ...given, domains: planDetailedDomains } : given;
}
