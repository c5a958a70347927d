import type { PlanId } from "@sekimori/portal-contract/plans";
import type { Queryable } from "../../context.ts";
import type { PortalSettings } from "../../settings.ts";
import type { CalendarDay } from "./plan-dates.ts";

/** What a plan costs from a day on. */
export interface PlanPrice {
  readonly plan: PlanId;
  readonly effectiveOn: CalendarDay;
  /** Yen a month, tax included. */
  readonly monthlyPrice: number;
  readonly taxPercent: number;
}

/** Before anything was announced: the price in the settings. */
const always: CalendarDay = "0001-01-01";

/**
 * The price that holds on a day. `prices` are in order of their days and begin with one that
 * always held.
 */
export function priceOn(prices: readonly PlanPrice[], plan: PlanId, day: CalendarDay): PlanPrice {
  const found = prices.findLast((price) => price.plan === plan && price.effectiveOn <= day);
  const taxPercent = prices[0]?.taxPercent ?? 0;
  return found ?? { plan, effectiveOn: always, monthlyPrice: 0, taxPercent };
}

/** The next price of a plan after a day, if one is announced. */
export function nextPrice(
  prices: readonly PlanPrice[],
  plan: PlanId,
  day: CalendarDay,
): PlanPrice | undefined {
  return prices.find((price) => price.plan === plan && price.effectiveOn > day);
}

type PriceSettings = Pick<PortalSettings, "planMonthlyPrice" | "planTaxPercent">;

/** Every price of the paid plan: the settings' first, then the announced ones in order. */
export async function findPrices(db: Queryable, settings: PriceSettings): Promise<PlanPrice[]> {
  const rows = await db
    .selectFrom("portal.plan_price")
    .select(["plan", "effective_on", "monthly_price", "tax_percent"])
    .orderBy("effective_on")
    .execute();
  return [
    {
      plan: "detailed",
      effectiveOn: always,
      monthlyPrice: settings.planMonthlyPrice,
      taxPercent: settings.planTaxPercent,
    },
    ...rows.map((row) => ({
      plan: row.plan,
      effectiveOn: row.effective_on,
      monthlyPrice: row.monthly_price,
      taxPercent: row.tax_percent,
    })),
  ];
}
