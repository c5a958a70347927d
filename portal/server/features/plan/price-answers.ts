import type { Locale } from "@sekimori/kit-contract/locale";
import { sql } from "kysely";
import type { PortalTransaction, Queryable } from "../../context.ts";
import type { CalendarDay } from "./plan-dates.ts";
import type { PlanPrice } from "./plan-prices.ts";

/** What somebody is asked to agree to: yen a month, tax included, from a day on. */
type AskedPrice = Pick<PlanPrice, "effectiveOn" | "monthlyPrice">;

/**
 * A member's latest answer to a price; null when there is none. It is to an amount: whoever agreed to
 * one has not agreed to another one of the same day.
 */
export type PriceAnswers = (price: AskedPrice) => boolean | null;

/** The answers of the holders of several contracts, by the contract's id. */
export async function findPriceAnswers(
  db: Queryable,
  contractIds: readonly string[],
): Promise<(contractId: string) => PriceAnswers> {
  const rows = await db
    .selectFrom("portal.price_answer")
    .distinctOn(["contract_id", "effective_on", "monthly_price"])
    .select(["contract_id", "effective_on", "monthly_price", "accepted"])
    .where(sql<boolean>`contract_id = any(${contractIds}::uuid[])`)
    .orderBy("contract_id")
    .orderBy("effective_on")
    .orderBy("monthly_price")
    .orderBy("id", "desc")
    .execute();
  const byContract = Map.groupBy(rows, (row) => row.contract_id);
  return (contractId) =>
    ({ effectiveOn, monthlyPrice }) =>
      byContract
        .get(contractId)
        ?.find((row) => row.effective_on === effectiveOn && row.monthly_price === monthlyPrice)
        ?.accepted ?? null;
}

/** Keeps an answer beside the earlier ones, which nothing can change. Lock the contract before it. */
export async function appendPriceAnswer(
  tx: PortalTransaction,
  answer: AskedPrice & {
    readonly contractId: string;
    readonly formerPrice: number | null;
    /** In which language it was asked. */
    readonly locale: Locale;
    readonly accepted: boolean;
    readonly at: Date;
  },
): Promise<void> {
  await tx
    .insertInto("portal.price_answer")
    .values({
      contract_id: answer.contractId,
      effective_on: answer.effectiveOn,
      monthly_price: answer.monthlyPrice,
      former_price: answer.formerPrice,
      locale: answer.locale,
      accepted: answer.accepted,
      answered_at: answer.at,
    })
    .execute();
}

/** Contracts whose holders agreed to a price, and that did not, by the day that it begins. */
export async function countPriceAnswers(
  db: Queryable,
): Promise<ReadonlyMap<CalendarDay, { readonly accepted: number; readonly refused: number }>> {
  // Whoever was asked on a day of their own (decision 51) answered the last price of that amount
  // that begins no later; of one contract's answers to it the latest counts.
  const { rows } = await sql<{ day: CalendarDay; yes: number; no: number }>`
    select day, count(*) filter (where accepted)::int as yes,
      count(*) filter (where not accepted)::int as no
    from (
      select distinct on (answer.contract_id, price.day) price.day, answer.accepted
      from portal.price_answer answer
      join portal.contract contract on contract.id = answer.contract_id
      cross join lateral (
        select announced.effective_on as day from portal.plan_price announced
        where announced.plan = contract.plan
          and announced.monthly_price = answer.monthly_price
          and announced.effective_on <= answer.effective_on
        order by announced.effective_on desc limit 1
      ) price
      order by answer.contract_id, price.day, answer.id desc
    ) latest
    group by day`.execute(db);
  return new Map(rows.map(({ day, yes, no }) => [day, { accepted: yes, refused: no }]));
}
