import type { PlanId } from "@sekimori/portal-contract/plans";
import type { CalendarDay } from "./plan-dates.ts";
import { type PlanPrice, priceOn } from "./plan-prices.ts";

/** What a contract pays for a month, or that its holder has not agreed to pay it. */
export type MonthPrice =
  | { readonly agreed: true; readonly monthlyPrice: number; readonly taxPercent: number }
  | { readonly agreed: false; readonly effectiveOn: CalendarDay };

/** What of a contract its price depends on. */
interface PricedContract {
  readonly plan: PlanId;
  readonly started_on: CalendarDay;
  readonly monthly_price: number | null;
  readonly tax_percent: string;
}

/**
 * The price of the month that is charged on a day. A price announced after the contract began
 * holds only for who accepted it; whoever did not has no contract from that day on.
 *
 * @param accepted the member's answer to the price of a day; null when there is none
 */
export function monthPrice(
  contract: PricedContract,
  prices: readonly PlanPrice[],
  day: CalendarDay,
  accepted: (effectiveOn: CalendarDay) => boolean | null,
): MonthPrice {
  const price = priceOn(prices, contract.plan, day);
  const agreedPrice = contract.monthly_price ?? 0;
  const isOld = price.effectiveOn <= contract.started_on || price.monthlyPrice === agreedPrice;
  if (isOld) {
    return { agreed: true, monthlyPrice: agreedPrice, taxPercent: Number(contract.tax_percent) };
  }
  return accepted(price.effectiveOn) === true
    ? { agreed: true, monthlyPrice: price.monthlyPrice, taxPercent: price.taxPercent }
    : { agreed: false, effectiveOn: price.effectiveOn };
}
