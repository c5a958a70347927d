import type { PortalContext } from "../../context.ts";
import { type CalendarDay, firstOfMonth, tokyoMoment } from "../plan/plan-dates.ts";
import { findPrices } from "../plan/plan-prices.ts";
import { type Place, readNextDue, stillDue } from "./due-contracts.ts";
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
}

/**
 * What the run of a business date would issue, and which contracts it would park. Reads only, and
 * holds nothing that a member or a run may wait for.
 */
export async function previewInvoices(
  context: PortalContext,
  day: CalendarDay,
): Promise<BillingPreview> {
  const { db, settings, clock } = context;
  const prices = await findPrices(db, settings);
  // A card that is good today may have expired by then.
  const at = new Date(Math.max(clock.now().getTime(), tokyoMoment(day, 0).getTime()));
  const invoices: PreviewedInvoice[] = [];
  const parked: string[] = [];
  let after: Place | undefined;
  for (;;) {
    const next = await readNextDue(db, day, after);
    after = next.at(-1);
    if (after === undefined) return { invoices, parked };
    const due = await stillDue(db, next, day);
    const { months, missed } = await priceMonths(db, due, prices, day);
    parked.push(...missed.map(({ id }) => id));
    for (const month of months) {
      const { amount, lateCharge } = draftOf(context, month);
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
