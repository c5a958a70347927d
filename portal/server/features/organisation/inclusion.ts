import { planEntitlements } from "@sekimori/portal-contract/entitlements";
import type { Queryable } from "../../context.ts";
import { findContract } from "../contract/contract-repository.ts";
import { planInForce } from "../plan/contract-state.ts";
import { calendarDay } from "../plan/plan-dates.ts";

/** Whether the plan that an account has now includes an organisation. */
export async function includesOrganisation(
  db: Queryable,
  accountId: string,
  now: Date,
): Promise<boolean> {
  const contract = await findContract(db, accountId);
  if (!contract) return false;
  return planEntitlements[planInForce(contract, calendarDay(now))].organisation;
}
