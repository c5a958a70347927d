import type { ContractState, PlanId } from "@sekimori/portal-contract/plans";
import { addDays, type CalendarDay, lastOfMonth } from "./plan-dates.ts";

/** What a contract's state follows from. */
export interface ContractFacts {
  readonly plan: PlanId;
  readonly has_trial: boolean;
  readonly free_until: CalendarDay | null;
  readonly ends_on: CalendarDay | null;
  readonly ended_on: CalendarDay | null;
  readonly suspended_on: CalendarDay | null;
}

/** The last day of a contract that ends by itself or by request; null while none is known. */
export function lastDayOf(contract: ContractFacts): CalendarDay | null {
  const { ended_on: ended, ends_on: requested } = contract;
  if (ended !== null) return ended;
  // The lighter trial ends in the free plan without anybody's doing, and no later for who is leaving.
  const byItself = contract.plan === "security24" ? contract.free_until : null;
  if (requested === null || byItself === null) return requested ?? byItself;
  return requested < byItself ? requested : byItself;
}

/** The state on a day in Tokyo; nothing has to run for it to change at midnight. */
export function contractState(contract: ContractFacts, day: CalendarDay): ContractState {
  const last = lastDayOf(contract);
  if (contract.ended_on !== null || (last !== null && last < day)) return "ended";
  if (contract.suspended_on !== null) return "suspended";
  if (contract.ends_on !== null) return "cancelling";
  const isFree = contract.free_until !== null && contract.free_until >= day;
  return contract.has_trial && isFree ? "trial" : "active";
}

/** The plan whose rights hold on a day: a contract that ended or rests leaves the free plan's. */
export function planInForce(contract: ContractFacts, day: CalendarDay): PlanId {
  const state = contractState(contract, day);
  return state === "ended" || state === "suspended" ? "free" : contract.plan;
}

/** The last day of a contract that is cancelled on a day: that month's end. */
export function endOfCancelled(day: CalendarDay): CalendarDay {
  return lastOfMonth(day);
}

/** Whether a cancellation or withdrawal can be taken back: until its last day, whatever the state. */
export function mayUndo(
  { ends_on: endsOn, ended_on: endedOn }: Pick<ContractFacts, "ends_on" | "ended_on">,
  day: CalendarDay,
): boolean {
  return endedOn === null && endsOn !== null && endsOn >= day;
}

/**
 * The day on which a withdrawn account's data is deleted: at once after its last day. A request on
 * day R ends with R's month, so this is never later than the same day one month after R.
 */
export function deletionDay(endsOn: CalendarDay): CalendarDay {
  return addDays(endsOn, 1);
}

/** When a member's data is deleted who has asked to leave; null for everybody else. */
export function deletionOf(contract: {
  readonly end_reason: string | null;
  readonly ends_on: CalendarDay | null;
}): CalendarDay | null {
  return contract.end_reason === "withdrawn" && contract.ends_on !== null
    ? deletionDay(contract.ends_on)
    : null;
}
