import { describe, expect, test } from "vitest";
import {
  addDays,
  addMonths,
  calendarDay,
  daysBetween,
  firstBillingDay,
  firstOfMonth,
  lastOfMonth,
  tokyoMoment,
} from "./plan-dates.ts";
import { nextPrice, type PlanPrice, priceOn } from "./plan-prices.ts";
import { type StartConditions, startOf } from "./plan-terms.ts";

const base: PlanPrice = {
  plan: "detailed",
  effectiveOn: "0001-01-01",
  monthlyPrice: 11_000,
  taxPercent: 10,
};
const raised: PlanPrice = { ...base, effectiveOn: "2027-04-01", monthlyPrice: 13_200 };
const conditions: StartConditions = {
  prices: [base, raised],
  trialMonths: 1,
  trialUsedBy: null,
  hasFreeDays: true,
};

describe("calendar days", () => {
  test.each([
    ["2026-11-20T14:59:59.999Z", "2026-11-20"],
    ["2026-11-20T15:00:00.000Z", "2026-11-21"],
    ["2026-12-31T15:00:00.000Z", "2027-01-01"],
    ["2028-02-29T14:59:59.999Z", "2028-02-29"],
  ])("%s is %s in Tokyo", (moment, day) => {
    expect(calendarDay(new Date(moment))).toBe(day);
  });

  test.each([
    ["2026-11-21", 1, "2026-12-21"],
    ["2027-01-31", 1, "2027-02-28"],
    ["2028-01-31", 1, "2028-02-29"],
    ["2026-12-15", 1, "2027-01-15"],
    ["2026-08-31", 6, "2027-02-28"],
  ])("%s and %i months is %s", (day, months, expected) => {
    expect(addMonths(day, months)).toBe(expected);
  });

  test.each([
    ["2026-12-21", "2027-01-01"],
    ["2026-11-30", "2026-12-01"],
    ["2026-12-01", "2027-01-01"],
  ])("billing after %s begins on %s", (day, expected) => {
    expect(firstBillingDay(day)).toBe(expected);
  });

  test.each([
    ["2027-02-10", "2027-02-28"],
    ["2028-02-10", "2028-02-29"],
    ["2026-12-31", "2026-12-31"],
  ])("the month of %s ends on %s", (day, expected) => {
    expect(lastOfMonth(day)).toBe(expected);
  });

  test.each([
    ["2026-12-31", "2026-12-01"],
    ["2028-02-01", "2028-02-01"],
  ])("the month of %s is named by %s", (day, expected) => {
    expect(firstOfMonth(day)).toBe(expected);
  });

  test("days are counted across months, years and leap days", () => {
    expect(addDays("2027-12-31", 1)).toBe("2028-01-01");
    expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
    expect(daysBetween("2028-02-28", "2028-03-01")).toBe(2);
    expect(daysBetween("2027-03-01", "2027-02-28")).toBe(-1);
    expect(tokyoMoment("2027-01-01", 10).toISOString()).toBe("2027-01-01T01:00:00.000Z");
  });
});

describe("the beginning of the paid plan", () => {
  const noTrial = { trialUsedBy: "card" } as const;
  const charged = { trialUsedBy: "account", hasFreeDays: false } as const;
  test.each([
    // With a trial: the first charge is on the first 1st after its last day.
    ["an ordinary day", "2026-11-21", {}, "2026-12-21", "2027-01-01"],
    ["a trial that ends on the 1st", "2026-11-01", {}, "2026-12-01", "2027-01-01"],
    ["a trial that ends on the 31st", "2026-12-31", {}, "2027-01-31", "2027-02-01"],
    ["a trial that ends in February", "2027-01-31", {}, "2027-02-28", "2027-03-01"],
    ["a trial that ends on a leap day", "2028-01-31", {}, "2028-02-29", "2028-03-01"],
    ["a year's end", "2026-12-01", {}, "2027-01-01", "2027-02-01"],
    // Without: the days up to the next 1st are free, and a 1st is charged at once.
    ["an upgrade on the 31st", "2027-01-31", noTrial, "2027-01-31", "2027-02-01"],
    ["an upgrade on the 2nd", "2027-01-02", noTrial, "2027-01-31", "2027-02-01"],
    ["an upgrade on the 1st", "2027-02-01", noTrial, null, "2027-02-01"],
    ["an upgrade in a leap February", "2028-02-29", noTrial, "2028-02-29", "2028-03-01"],
    // Somebody who left before the first charge gets no free days again.
    ["a return without free days", "2027-01-15", charged, null, "2027-01-15"],
    ["no trial by the settings", "2027-01-15", { trialMonths: 0 }, "2027-01-31", "2027-02-01"],
  ] as const)("%s", (_case, day, changes, freeUntil, firstBillingOn) => {
    const start = startOf("detailed", day, { ...conditions, ...changes });
    expect(start).toMatchObject({ freeUntil, firstBillingOn });
  });

  test.each([
    ["2026-11-21T14:59:59Z", "2026-11-21", "2026-12-21"],
    ["2026-11-21T15:00:00Z", "2026-11-22", "2026-12-22"],
    ["2026-11-30T14:59:59Z", "2026-11-30", "2026-12-30"],
    ["2026-11-30T15:00:00Z", "2026-12-01", "2027-01-01"],
  ])("a sign-up at %s counts from %s", (moment, startedOn, freeUntil) => {
    const start = startOf("detailed", calendarDay(new Date(moment)), conditions);
    expect(start).toMatchObject({ startedOn, freeUntil });
  });

  test("the price is the one of the first charge", () => {
    expect(startOf("detailed", "2027-02-28", conditions).monthlyPrice).toBe(13_200);
    expect(startOf("detailed", "2027-01-31", conditions).monthlyPrice).toBe(11_000);
  });
});

test("the free plan has five scans and never charges", () => {
  expect(startOf("free", "2026-11-21", conditions)).toEqual({
    plan: "free",
    startedOn: "2026-11-21",
    freeUntil: null,
    hasTrial: false,
    trialUsedBy: null,
    firstBillingOn: null,
    monthlyPrice: null,
    taxPercent: 10,
    announcedPrice: null,
    scansPerMonth: 5,
  });
});

test("the lighter trial ends and never charges, and there is no second one", () => {
  const trial = startOf("security24", "2026-11-21", conditions);
  expect(trial).toMatchObject({ freeUntil: "2026-12-21", hasTrial: true, firstBillingOn: null });
  const second = startOf("security24", "2026-11-21", { ...conditions, trialUsedBy: "account" });
  expect(second).toMatchObject({ freeUntil: null, hasTrial: false, monthlyPrice: null });
});

test("a price holds from its day on, and the next is known before", () => {
  const { prices } = conditions;
  expect(priceOn(prices, "detailed", "2027-03-31").monthlyPrice).toBe(11_000);
  expect(priceOn(prices, "detailed", "2027-04-01").monthlyPrice).toBe(13_200);
  expect(priceOn(prices, "free", "2027-04-01").monthlyPrice).toBe(0);
  expect(nextPrice(prices, "detailed", "2027-03-31")).toBe(raised);
  expect(nextPrice(prices, "detailed", "2027-04-01")).toBeUndefined();
});
