import { randomUUID } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { PortalContext, Queryable } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import { isCardExpired } from "../account/card-view.ts";
import { type MonthPrice, monthPrice } from "../plan/month-price.ts";
import { addDays, type CalendarDay, firstOfMonth, lastOfMonth } from "../plan/plan-dates.ts";
import type { PlanPrice } from "../plan/plan-prices.ts";
import { findPriceAnswers } from "../plan/price-answers.ts";
import { includedTax } from "./amounts.ts";
import type { DueContract } from "./due-contracts.ts";
import { type InvoiceLine, shownNumber } from "./invoice-snapshot.ts";

type Row<T extends keyof Tables> = Selectable<Tables[T]>;

/** One month of a contract with everything that its invoice depends on. */
interface Month {
  readonly contract: DueContract;
  readonly price: MonthPrice & { readonly agreed: true };
  readonly lateCharges: readonly (Row<"portal.late_charge"> & { readonly number: string | null })[];
  readonly card: Row<"portal.card"> | undefined;
}

/** What is to be done about contracts that are due. */
export interface PricedMonths {
  readonly months: readonly Month[];
  /** Months were missed, and nobody has said that they may be billed now. */
  readonly missed: readonly DueContract[];
  /** The holder did not accept the price of the month: the contract ends on the eve of it. */
  readonly refused: readonly { readonly contract: DueContract; readonly lastDay: CalendarDay }[];
}

/** Prices the due month of each contract; changes nothing. */
export async function priceMonths(
  db: Queryable,
  due: readonly DueContract[],
  prices: readonly PlanPrice[],
  day: CalendarDay,
): Promise<PricedMonths> {
  const ids = due.map(({ id }) => id);
  const answers = await findPriceAnswers(db, ids);
  const late = Map.groupBy(
    await db
      .selectFrom("portal.late_charge as late")
      .innerJoin("portal.invoice as invoice", "invoice.id", "late.invoice_id")
      .selectAll("late")
      .select("invoice.number")
      .where(sql<boolean>`late.contract_id = any(${ids}::uuid[])`)
      .where("late.billed_on_invoice", "is", null)
      .orderBy("late.arose_on")
      .execute(),
    (row) => row.contract_id,
  );
  const cards = new Map(
    (
      await db
        .selectFrom("portal.card")
        .selectAll()
        .where("removed_at", "is", null)
        .where(
          sql<boolean>`account_id = any(${due.map((contract) => contract.account_id)}::uuid[])`,
        )
        .execute()
    ).map((card) => [card.account_id, card]),
  );
  const months: Month[] = [];
  const missed: DueContract[] = [];
  const refused: PricedMonths["refused"][number][] = [];
  for (const contract of due) {
    const isMissed = firstOfMonth(contract.next_billing_on) < firstOfMonth(day);
    if (isMissed && !contract.may_catch_up) {
      missed.push(contract);
      continue;
    }
    const { next_billing_on: on } = contract;
    const price = monthPrice(contract, prices, on, answers(contract.id));
    if (!price.agreed) {
      // What was served is not taken back: the last day is the eve of the month that is refused.
      refused.push({ contract, lastDay: addDays(contract.next_billing_on, -1) });
      continue;
    }
    const card = cards.get(contract.account_id);
    months.push({ contract, price, lateCharges: late.get(contract.id) ?? [], card });
  }
  return { months, missed, refused };
}

/** An invoice before it is written and numbered; yen. */
export interface Draft {
  readonly id: string;
  readonly month: Month;
  readonly lines: readonly InvoiceLine[];
  readonly amount: number;
  readonly taxAmount: number;
  readonly lateCharge: number;
}

/** What the invoice of a month says. */
export function draftOf({ settings }: Pick<PortalContext, "settings">, month: Month): Draft {
  const { contract, price, lateCharges } = month;
  const { monthlyPrice: amount, taxPercent } = price;
  const from = contract.next_billing_on;
  return {
    id: randomUUID(),
    month,
    amount,
    taxAmount: includedTax(amount, taxPercent, settings.taxRounding),
    lateCharge: lateCharges.reduce((sum, late) => sum + late.amount, 0),
    lines: [
      { kind: "plan", plan: contract.plan, from, to: lastOfMonth(from), amount },
      ...lateCharges.map((late) => ({
        kind: "late-charge" as const,
        number: shownNumber(late.number ?? 0),
        principal: late.principal,
        days: late.days,
        amount: late.amount,
      })),
    ],
  };
}

/** Whether there is a card that can be charged at a moment. */
export const isGood = (card: Month["card"], at: Date): card is NonNullable<Month["card"]> =>
  card !== undefined && !isCardExpired(card.expiry_year, card.expiry_month, at);
