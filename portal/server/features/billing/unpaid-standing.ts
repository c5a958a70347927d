import { sql } from "kysely";
import type { PortalTransaction } from "../../context.ts";
import { type ContractFacts, lastDayOf } from "../plan/contract-state.ts";
import { type CalendarDay, calendarDay } from "../plan/plan-dates.ts";
import { dunningEnd, type Suspension, suspensionAfter } from "./dunning.ts";
import { owedStates, stateList } from "./money-states.ts";

/** Where a contract stands of which something is unpaid. */
export interface UnpaidStanding {
  readonly plan: "running" | "suspended" | "ended";
  /** When it is suspended unless all is paid; null where it is already, or ends before. */
  readonly suspension: Suspension | null;
}

/** Of a contract that is gone. */
export const endedStanding: UnpaidStanding = { plan: "ended", suspension: null };

/** An unpaid contract, with the day of each unpaid invoice's first failure. */
interface UnpaidContract extends ContractFacts {
  readonly id: string;
  readonly failed: readonly CalendarDay[];
}

/**
 * The standing at a moment. Of several unpaid invoices the one whose course ends first suspends the
 * plan.
 */
export function standingOf(contract: UnpaidContract, now: Date): UnpaidStanding {
  if (contract.ended_on !== null) return endedStanding;
  if (contract.suspended_on !== null) return { plan: "suspended", suspension: null };
  const first = contract.failed
    .filter((day) => dunningEnd(day) > now)
    .toSorted()
    .at(0);
  const suspension = first === undefined ? null : suspensionAfter(first);
  const last = lastDayOf(contract);
  const endsBefore = suspension !== null && last !== null && last < calendarDay(suspension.at);
  return { plan: "running", suspension: endsBefore ? null : suspension };
}

/** The standing of contracts, by their ids. */
export async function findStandings(
  tx: PortalTransaction,
  contractIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, UnpaidStanding>> {
  const { rows } = await sql<UnpaidContract>`
    select c.id, c.plan, c.has_trial, c.free_until, c.ends_on, c.ended_on, c.suspended_on,
      array(
        select owed.first_failed_on::text from portal.invoice as owed
        where owed.contract_id = c.id and owed.kind = 'invoice'
          and owed.state in (${stateList(owedStates)}) and owed.first_failed_on is not null
      ) as failed
    from portal.contract as c where c.id = any(${contractIds}::uuid[])`.execute(tx);
  return new Map(rows.map((contract) => [contract.id, standingOf(contract, now)]));
}

/**
 * Whether the course of an invoice is over and the plan runs on still: it is suspended next, and
 * the mail about that tells of this failure too.
 */
export function isSuspendedNext(
  firstFailedOn: CalendarDay,
  { plan }: UnpaidStanding,
  now: Date,
): boolean {
  return plan === "running" && dunningEnd(firstFailedOn) <= now;
}
