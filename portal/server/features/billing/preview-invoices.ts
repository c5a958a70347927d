import type { PortalContext } from "../../context.ts";
import { type CalendarDay, calendarDay, firstOfMonth, tokyoMoment } from "../plan/plan-dates.ts";
import { findPrices } from "../plan/plan-prices.ts";
import { type DueContract, type Place, readNextDue, stillDue } from "./due-contracts.ts";
import { draftOf, isGood, priceMonths } from "./priced-months.ts";

/** What an invoice would say; yen. */
export interface PreviewedInvoice {
  readonly contract: string;
  readonly period: CalendarDay;
  readonly amount: number;
  readonly lateCharge: number;
  /** Whether there is a card that can be charged. */
  readonly hasCard: boolean;
}

/** What a run would do. */
export interface BillingPreview {
  readonly invoices: readonly PreviewedInvoice[];
  /** Contracts that it would park. */
  readonly parked: readonly string[];
  /** Contracts that it would end, whose holders have not agreed to the price of that day. */
  readonly ended: readonly string[];
}

/**
 * A contract as it stands on a day to come: the months from this one on are billed by runs of their
 * own before, and a contract that has ended by then is not due.
 */
function asOf(contract: DueContract, day: CalendarDay, today: CalendarDay): DueContract[] {
  const { next_billing_on: next, ends_on: last } = contract;
  const month = firstOfMonth(day);
  if (next >= month || next < firstOfMonth(today)) return [contract];
  return last !== null && last < month ? [] : [{ ...contract, next_billing_on: month }];
}

/**
 * What the run of a business date would issue, and which contracts it would park or end; of a date
 * to come as if every run before it had charged what it would. Reads only, and holds nothing that a
 * member or a run may wait for.
 */
export async function previewInvoices(
  context: PortalContext,
  day: CalendarDay,
): Promise<BillingPreview> {
  const { db, settings, clock } = context;
  const prices = await findPrices(db, settings);
  // A card that is good today may have expired by then.
  const at = new Date(Math.max(clock.now().getTime(), tokyoMoment(day, 0).getTime()));
  const today = calendarDay(clock.now());
  const invoices: PreviewedInvoice[] = [];
  const parked: string[] = [];
  const ended: string[] = [];
  let after: Place | undefined;
  for (;;) {
    const next = await readNextDue(db, day, after);
    after = next.at(-1);
    if (after === undefined) return { invoices, parked, ended };
    const due = await stillDue(db, next, day);
    const coming = due.flatMap((contract) => asOf(contract, day, today));
    const { months, missed, refused } = await priceMonths(db, coming, prices, day);
    parked.push(...missed.map(({ id }) => id));
    ended.push(...refused.map(({ contract }) => contract.id));
    const isOwn = new Set(due);
    for (const month of months) {
      // A late charge stands on the first invoice to come, which may be an earlier one.
      const lateCharges = isOwn.has(month.contract) ? month.lateCharges : [];
      const { amount, lateCharge } = draftOf(context, { ...month, lateCharges });
      invoices.push({
        contract: month.contract.id,
        period: firstOfMonth(month.contract.next_billing_on),
        amount,
        lateCharge,
        hasCard: isGood(month.card, at),
      });
    }
  }
}
