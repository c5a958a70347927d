import { sql } from "kysely";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import type { PlanAfterPayment } from "../../mails/billing-mails.ts";
import type { CalendarDay } from "../plan/plan-dates.ts";
import { findPrices } from "../plan/plan-prices.ts";
import { readComing } from "./due-contracts.ts";
import { draftOf, priceMonths } from "./priced-months.ts";

/** A contract after a payment of its. */
interface PaidContract {
  readonly id: string;
  readonly account_id: string;
  readonly ends_on: CalendarDay | null;
  readonly ended_on: CalendarDay | null;
  readonly suspended_on: CalendarDay | null;
}

export async function findPaidContracts(
  tx: PortalTransaction,
  contractIds: readonly string[],
): Promise<readonly PaidContract[]> {
  const { rows } = await sql<PaidContract>`
    select id, account_id, ends_on, ended_on, suspended_on from portal.contract
    where id = any(${contractIds}::uuid[])`.execute(tx);
  return rows;
}

/**
 * What a mail about a payment tells of the plan, by contract: that it is back, with the next charge
 * as its run would make it, or that it is suspended still. Of all other contracts, nothing.
 */
export async function plansAfterPayment(
  context: Pick<PortalContext, "settings">,
  tx: PortalTransaction,
  contracts: readonly PaidContract[],
  resumed: ReadonlySet<string>,
  day: CalendarDay,
): Promise<ReadonlyMap<string, PlanAfterPayment>> {
  const plans = new Map<string, PlanAfterPayment>();
  for (const { id, ended_on: endedOn, suspended_on: suspendedOn, ends_on: endsOn } of contracts) {
    if (endedOn !== null) continue;
    if (suspendedOn !== null) plans.set(id, { state: "suspended" });
    else if (resumed.has(id)) plans.set(id, { state: "resumed", next: null, endsOn });
  }
  if (resumed.size === 0) return plans;
  const coming = await readComing(tx, [...resumed]);
  const { months } = await priceMonths(tx, coming, await findPrices(tx, context.settings), day);
  for (const month of months) {
    const { id, next_billing_on: on, ends_on: endsOn } = month.contract;
    const { amount, lateCharge } = draftOf(context, month);
    plans.set(id, { state: "resumed", next: { on, amount: amount + lateCharge }, endsOn });
  }
  return plans;
}
