import type { PlanView } from "@sekimori/portal-contract/plans";
import { type ContractFacts, contractState, lastDayOf, planInForce } from "./contract-state.ts";
import type { CalendarDay } from "./plan-dates.ts";
import { scansPerMonth } from "./plan-terms.ts";

/** What of a contract is shown. */
export interface ShownContract extends ContractFacts {
  readonly next_billing_on: CalendarDay | null;
  readonly monthly_price: number | null;
  readonly tax_percent: string | null;
}

/** The next charge's day, unless the contract ends or rests before it. */
export function nextBilling(contract: ShownContract, day: CalendarDay): CalendarDay | null {
  const { next_billing_on: next } = contract;
  const last = lastDayOf(contract);
  const state = contractState(contract, day);
  const isOver = state === "suspended" || state === "ended";
  return next === null || isOver || (last !== null && last < next) ? null : next;
}

/** The plan as a profile shows it on a day. */
export function planView(contract: ShownContract, day: CalendarDay): PlanView {
  const state = contractState(contract, day);
  const taxPercent = Number(contract.tax_percent ?? 0);
  const inForce = planInForce(contract, day);
  if (state === "ended") {
    return {
      id: inForce,
      state: "active",
      endsOn: null,
      freeUntil: null,
      nextBillingOn: null,
      monthlyPrice: null,
      taxPercent,
      scansPerMonth: scansPerMonth(inForce),
    };
  }
  const { free_until: until } = contract;
  // Once it is past, the next charge's day says all; who has cancelled is free no longer than here.
  const isFree = until !== null && until >= day;
  const last = lastDayOf(contract);
  const freeUntil = isFree && last !== null && last < until ? last : until;
  return {
    id: contract.plan,
    state,
    endsOn: contract.ends_on,
    freeUntil: isFree ? freeUntil : null,
    nextBillingOn: nextBilling(contract, day),
    monthlyPrice: contract.monthly_price,
    taxPercent,
    scansPerMonth: scansPerMonth(inForce),
  };
}
