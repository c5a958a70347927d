import { dayMs } from "@sekimori/kit-contract/tokyo";
import type { ContractView } from "@sekimori/portal-contract/endpoints/contract";

/**
 * How many free days a cancellation today gives up: those between the last day and the first charge.
 * Nothing is lost once a contract is charged.
 */
export function freeDaysLost({
  state,
  ifEndedToday,
  nextBillingOn,
}: Pick<ContractView, "state" | "ifEndedToday" | "nextBillingOn">): number {
  if (state !== "trial" || nextBillingOn === null) return 0;
  const days = (Date.parse(nextBillingOn) - Date.parse(ifEndedToday.endsOn)) / dayMs - 1;
  return Math.max(0, days);
}
