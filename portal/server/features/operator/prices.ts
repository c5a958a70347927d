import { transaction } from "@sekimori/kit-server/database";
import { changeNoticeDays } from "@sekimori/portal-contract/constants";
import type { PortalTransaction } from "../../context.ts";
import { addDays, type CalendarDay, calendarDay, firstOfMonth } from "../plan/plan-dates.ts";
import { countPriceAnswers } from "../plan/price-answers.ts";
import {
  type ActingOperator,
  OperatorRefused,
  type OperatorTables,
  recordAct,
} from "./operator-audit.ts";

export interface NewPrice {
  readonly effectiveOn: CalendarDay;
  /** Yen a month, tax included. */
  readonly monthlyPrice: number;
  readonly taxPercent: number;
}

/**
 * Whether a price can be announced now.
 *
 * @throws OperatorRefused unless it begins on a 1st that is far enough and has no price yet.
 */
export async function requirePriceFits(
  tx: PortalTransaction,
  { clock }: Pick<OperatorTables, "clock">,
  { effectiveOn }: Pick<NewPrice, "effectiveOn">,
): Promise<void> {
  if (effectiveOn !== firstOfMonth(effectiveOn)) {
    throw new OperatorRefused("A price begins on the 1st of a month.");
  }
  const earliest = addDays(calendarDay(clock.now()), changeNoticeDays);
  if (effectiveOn < earliest) {
    throw new OperatorRefused(`Members need ${changeNoticeDays} days: not before ${earliest}.`);
  }
  const announced = await tx
    .selectFrom("portal.plan_price")
    .select("plan")
    .where("plan", "=", "detailed")
    .where("effective_on", "=", effectiveOn)
    .executeTakeFirst();
  if (announced) throw new OperatorRefused("A price for that day was announced already.");
}

/**
 * Announces a price of the detailed plan; its holders are mailed on the next morning.
 *
 * @throws OperatorRefused unless it begins on a 1st that is far enough and has no price yet.
 */
export function announcePrice(
  tables: OperatorTables,
  acting: ActingOperator,
  price: NewPrice,
): Promise<void> {
  return transaction(tables.db, (tx) => announcePriceIn(tx, tables, acting, price));
}

/** The same within a transaction, of which it is the last statement. */
export async function announcePriceIn(
  tx: PortalTransaction,
  tables: Pick<OperatorTables, "clock">,
  acting: ActingOperator,
  { effectiveOn, monthlyPrice, taxPercent, why }: NewPrice & { readonly why?: string },
): Promise<void> {
  await requirePriceFits(tx, tables, { effectiveOn });
  const announced = await tx
    .insertInto("portal.plan_price")
    .values({
      plan: "detailed",
      effective_on: effectiveOn,
      monthly_price: monthlyPrice,
      tax_percent: taxPercent,
      announced_at: tables.clock.now(),
    })
    // Of two that come at the same moment.
    .onConflict((conflict) => conflict.doNothing())
    .returning("plan")
    .executeTakeFirst();
  if (!announced) throw new OperatorRefused("A price for that day was announced already.");
  const detail = { effectiveOn, monthlyPrice, taxPercent, ...(why ? { reason: why } : {}) };
  await recordAct(tx, tables, acting, "operator.price-announced", detail);
}

export interface AnnouncedPrice extends NewPrice {
  readonly accepted: number;
  readonly refused: number;
}

/** Every announced price with the answers to it, the newest first. */
export async function listPrices({ db }: Pick<OperatorTables, "db">): Promise<AnnouncedPrice[]> {
  const answers = await countPriceAnswers(db);
  const rows = await db
    .selectFrom("portal.plan_price")
    .select(["effective_on", "monthly_price", "tax_percent"])
    .orderBy("effective_on", "desc")
    .execute();
  return rows.map((row) => ({
    effectiveOn: row.effective_on,
    monthlyPrice: row.monthly_price,
    taxPercent: row.tax_percent,
    ...(answers.get(row.effective_on) ?? { accepted: 0, refused: 0 }),
  }));
}
