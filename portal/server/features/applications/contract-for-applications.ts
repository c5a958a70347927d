import { businessTimeZone } from "@sekimori/kit-contract/dates";
import type { EndpointResult } from "@sekimori/kit-contract/endpoint";
import { applicationContractVersion } from "@sekimori/portal-contract/applications/declare";
import type { readContract } from "@sekimori/portal-contract/applications/endpoints";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import type { PortalSettings } from "../../settings.ts";
import type { ContractRow } from "../contract/contract-repository.ts";
import { deletionOf, mayUndo, planInForce } from "../plan/contract-state.ts";
import { type CalendarDay, firstBillingDay, firstOfMonth } from "../plan/plan-dates.ts";
import { planView } from "../plan/plan-view.ts";
import { entitlementsOf } from "./entitlements.ts";

/** A member's contract on a day, as applications are told of it; undefined: none ever began. */
export function contractForApplications(
  {
    portalOrigin,
    planDetailedDomains,
  }: Pick<PortalSettings, "portalOrigin" | "planDetailedDomains">,
  account: string,
  contract: ContractRow | undefined,
  day: CalendarDay,
): EndpointResult<typeof readContract> {
  const plan = contract === undefined ? "free" : planInForce(contract, day);
  const shown = contract && planView(contract, day);
  const isWithdrawn = contract?.end_reason === "withdrawn";
  // A trial that ends before its holder leaves takes nothing from their leaving.
  const endsOn = isWithdrawn && mayUndo(contract, day) ? contract.ends_on : (shown?.endsOn ?? null);
  const entitlements = entitlementsOf(plan, { planDetailedDomains });
  return {
    version: applicationContractVersion,
    account,
    plan,
    contractedPlan: shown?.id ?? plan,
    state: shown?.state ?? "active",
    startedOn: contract?.started_on ?? null,
    freeUntil: shown?.freeUntil ?? null,
    endsOn,
    endReason: endsOn === null ? null : isWithdrawn ? "withdrawn" : "cancelled",
    deletesOn: contract === undefined ? null : deletionOf(contract),
    nextBillingOn: shown?.nextBillingOn ?? null,
    monthlyPrice: shown?.monthlyPrice ?? null,
    entitlements,
    quota: {
      manualRuns: {
        limit: entitlements.manualRunsPerMonth,
        periodBeganOn: firstOfMonth(day),
        renewsOn: firstBillingDay(day),
        timeZone: businessTimeZone,
      },
    },
    manageUrl: `${portalOrigin}${pageUrl("security", { tab: "contract" })}`,
  };
}
