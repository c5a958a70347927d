import type { PlanId } from "@sekimori/portal-contract/plans";
import type { CalendarDay } from "./plan-dates.ts";
import { type PlanPrice, priceOn } from "./plan-prices.ts";
import type { PriceAnswers } from "./price-answers.ts";

/** What a contract pays for a month, or that its holder has not agreed to pay it. */
export type MonthPrice =
  | { readonly agreed: true; readonly monthlyPrice: number; readonly taxPercent: number }
  | { readonly agreed: false; readonly effectiveOn: CalendarDay };

/** What of a contract its price depends on. */
interface PricedContract {
  readonly plan: PlanId;
  readonly started_on: CalendarDay;
  readonly monthly_price: number | null;
  /** Back from a suspension: until this day a price that was not accepted ends nothing. */
  readonly prices_from: CalendarDay | null;
}

/**
 * The prices as they hold for one contract. Whoever was suspended meanwhile may have missed them:
 * of those that were not accepted, the last one holds from the day that they are given, and is
 * told and answered by that day (decision 51).
 */
function pricesOf(
  { plan, started_on: startedOn, prices_from: from }: PricedContract,
  prices: readonly PlanPrice[],
  accepted: PriceAnswers,
): readonly PlanPrice[] {
  if (from === null) return prices;
  const last = priceOn(prices, plan, from);
  return prices.flatMap((price) => {
    const { effectiveOn } = price;
    const isPut = price.plan === plan && startedOn < effectiveOn && effectiveOn < from;
    if (!isPut || accepted(price) === true) return [price];
    return price === last ? [{ ...price, effectiveOn: from }] : [];
  });
}

/** The prices to come that a contract's holder is told of and asked about, the next one first. */
export function announcedPrices(
  contract: PricedContract,
  prices: readonly PlanPrice[],
  day: CalendarDay,
  accepted: PriceAnswers,
): readonly PlanPrice[] {
  const since = day < contract.started_on ? contract.started_on : day;
  return pricesOf(contract, prices, accepted).filter(
    ({ plan, effectiveOn, monthlyPrice }) =>
      plan === contract.plan && effectiveOn > since && monthlyPrice !== contract.monthly_price,
  );
}

/**
 * The price of the month that is charged on a day. A price announced after the contract began
 * holds only for who accepted it; whoever did not has no contract from that day on.
 */
export function monthPrice(
  contract: PricedContract,
  prices: readonly PlanPrice[],
  day: CalendarDay,
  accepted: PriceAnswers,
): MonthPrice {
  const price = priceOn(pricesOf(contract, prices, accepted), contract.plan, day);
  const agreedPrice = contract.monthly_price ?? 0;
  const isOld = price.effectiveOn <= contract.started_on || price.monthlyPrice === agreedPrice;
  // The rate is that of the supply date, whichever price holds: nobody agrees to a tax.
  const { taxPercent } = priceOn(prices, contract.plan, day);
  if (isOld) {
    return { agreed: true, monthlyPrice: agreedPrice, taxPercent };
  }
  return accepted(price) === true
    ? { agreed: true, monthlyPrice: price.monthlyPrice, taxPercent }
    : { agreed: false, effectiveOn: price.effectiveOn };
}
