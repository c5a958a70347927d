import { describe, expect, test } from "vitest";
import { announcedPrices, monthPrice } from "./month-price.ts";
import type { PlanPrice } from "./plan-prices.ts";
import type { PriceAnswers } from "./price-answers.ts";

const contract = {
  plan: "detailed",
  started_on: "2027-01-15",
  monthly_price: 11_000,
  prices_from: null,
} as const;
const first: PlanPrice = {
  plan: "detailed",
  effectiveOn: "0001-01-01",
  monthlyPrice: 11_000,
  taxPercent: 10,
};
const raised: PlanPrice = {
  ...first,
  effectiveOn: "2027-04-01",
  monthlyPrice: 13_200,
  taxPercent: 12,
};
const agreed = (monthlyPrice: number, taxPercent: number) => ({
  agreed: true,
  monthlyPrice,
  taxPercent,
});

/** Answers only to the day it was asked about. */
const answer =
  (given: boolean | null): PriceAnswers =>
  ({ effectiveOn }) =>
    effectiveOn === raised.effectiveOn ? given : null;

describe("the price of a month", () => {
  test.each([
    ["before an announced price: the agreed one", "2027-03-31", true, agreed(11_000, 10)],
    ["from its day on, accepted: the new one", "2027-04-01", true, agreed(13_200, 12)],
    ["refused", "2027-04-01", false, { agreed: false, effectiveOn: "2027-04-01" }],
    ["not answered", "2027-05-01", null, { agreed: false, effectiveOn: "2027-04-01" }],
  ] as const)("%s", (_case, day, given, price) => {
    expect(monthPrice(contract, [first, raised], day, answer(given))).toEqual(price);
  });

  test.each([
    ["2027-04-01", "announced for the day it began"],
    ["2027-04-02", "announced before it began"],
  ])(
    "a contract of %s keeps the yen it agreed to, at the rate of the day, although a price was %s",
    (started_on) => {
      const later = { ...contract, started_on, monthly_price: 9_900 };
      expect(monthPrice(later, [first, raised], "2027-05-01", answer(null))).toEqual(
        agreed(9_900, 12),
      );
    },
  );

  test("nobody is asked about a price that is what they pay already, and its rate holds", () => {
    const same = { ...raised, monthlyPrice: 11_000 };
    const on = (day: string) => monthPrice(contract, [first, same], day, answer(null));
    expect(on("2027-03-31")).toEqual(agreed(11_000, 10));
    expect(on("2027-05-01")).toEqual(agreed(11_000, 12));
  });

  test("a contract without a price pays none", () => {
    const free = { ...contract, plan: "free", monthly_price: null } as const;
    expect(monthPrice(free, [first, raised], "2027-05-01", answer(null))).toEqual(agreed(0, 10));
  });

  const back = { ...contract, prices_from: "2027-06-01" };
  const later: PlanPrice = { ...raised, effectiveOn: "2027-05-01", monthlyPrice: 15_400 };
  const yes =
    (...days: string[]): PriceAnswers =>
    ({ effectiveOn }) =>
      days.includes(effectiveOn) ? true : null;

  test.each([
    ["not accepted before: the old price up to the day that is given", "2027-05-01", [], 11_000],
    ["nor then: the contract is over", "2027-06-01", [], undefined],
    [
      "accepted by the given day: the last price from then on",
      "2027-06-01",
      ["2027-06-01"],
      15_400,
    ],
    ["and not before", "2027-05-01", ["2027-06-01"], 11_000],
    ["the former one accepted by its own day: that one", "2027-05-01", ["2027-04-01"], 13_200],
    ["both accepted by their own days", "2027-05-01", ["2027-04-01", "2027-05-01"], 15_400],
  ] as const)("back from a suspension, %s", (_case, day, days, yen) => {
    const price = monthPrice(back, [first, raised, later], day, yes(...days));
    // The rate is that of the day, also while the price that came with it is put off.
    const expected =
      yen === undefined ? { agreed: false, effectiveOn: back.prices_from } : agreed(yen, 12);
    expect(price).toEqual(expected);
  });

  test("back from a suspension, a price that is older than the contract is not asked about", () => {
    const begun = { ...back, started_on: "2027-04-15", monthly_price: 9_900 };
    const on = (day: string) => monthPrice(begun, [first, raised], day, yes());
    expect(on("2027-06-01")).toEqual(agreed(9_900, 12));
    expect(announcedPrices(begun, [first, raised], "2027-05-10", yes())).toEqual([]);
  });

  test("who agreed to one price of the day that is given has not agreed to another of that day", () => {
    const another: PlanPrice = { ...later, effectiveOn: "2027-06-01", monthlyPrice: 19_800 };
    const toFormer: PriceAnswers = ({ monthlyPrice }) => (monthlyPrice === 15_400 ? true : null);
    const on = (prices: readonly PlanPrice[]) => monthPrice(back, prices, "2027-06-01", toFormer);
    expect(on([first, raised, later])).toMatchObject({ monthlyPrice: 15_400 });
    expect(on([first, raised, later, another])).toMatchObject({ agreed: false });
  });

  test("back from a suspension, a price that is refused ends it, whatever was agreed to for the given day", () => {
    const given: PlanPrice = { ...raised, effectiveOn: "2027-06-01" };
    const next: PlanPrice = { ...raised, effectiveOn: "2027-11-01", monthlyPrice: 9_900 };
    const agreedTo = { ...back, monthly_price: 13_200 };
    const price = monthPrice(agreedTo, [first, given, next], "2027-11-01", yes("2027-06-01"));
    expect(price).toEqual({ agreed: false, effectiveOn: "2027-11-01" });
  });

  test("back from a suspension, its holder is told of the last price by the day that is given", () => {
    const told = announcedPrices(back, [first, raised, later], "2027-05-10", yes());
    expect(told).toEqual([{ ...later, effectiveOn: "2027-06-01" }]);
    expect(announcedPrices(back, [first, raised], "2027-05-10", yes("2027-04-01"))).toEqual([]);
  });
});

describe("a price to come", () => {
  const told = (started_on: string, day: string) =>
    announcedPrices({ ...contract, started_on }, [first, raised], day, answer(null));

  test("is told up to the eve of its day", () => {
    expect(told("2027-01-15", "2027-03-31")).toEqual([raised]);
    expect(told("2027-01-15", "2027-04-01")).toEqual([]);
  });

  test("is not told to a contract that begins with it, however early one looks", () => {
    expect(told("2027-04-01", "2027-03-20")).toEqual([]);
  });

  test("is not told to who pays as much already, nor of another plan than theirs", () => {
    const paid = { ...contract, monthly_price: 13_200 };
    const others: PlanPrice = { ...raised, plan: "security24" };
    const day = "2027-03-01";
    expect(announcedPrices(paid, [first, raised], day, answer(null))).toEqual([]);
    expect(announcedPrices(contract, [first, others], day, answer(null))).toEqual([]);
  });
});
