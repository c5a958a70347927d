import { describe, expect, test } from "vitest";
import { addMonths, calendarDay, firstBillingDay } from "./plan-dates.ts";
import { termsOf } from "./plan-terms.ts";

const settings = { monthlyPrice: 11_000, taxPercent: 10, trialMonths: 1 };

describe("calendar days", () => {
  test.each([
    ["2026-11-20T14:59:59.999Z", "2026-11-20"],
    ["2026-11-20T15:00:00.000Z", "2026-11-21"],
    ["2026-12-31T15:00:00.000Z", "2027-01-01"],
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
});

describe("the terms of a plan", () => {
  test("the paid plan is free for its trial and is charged on the first 1st after it", () => {
    expect(termsOf("detailed", "2026-11-21", settings)).toEqual({
      id: "detailed",
      freeUntil: "2026-12-21",
      nextBillingOn: "2027-01-01",
      monthlyPrice: 11_000,
      taxPercent: 10,
      scansPerMonth: null,
    });
  });

  test("the free plan has five scans and never charges", () => {
    expect(termsOf("free", "2026-11-21", settings)).toEqual({
      id: "free",
      freeUntil: null,
      nextBillingOn: null,
      monthlyPrice: null,
      taxPercent: 10,
      scansPerMonth: 5,
    });
  });

  test("the lighter trial ends and never charges", () => {
    const terms = termsOf("security24", "2026-11-21", settings);
    expect(terms.freeUntil).toBe("2026-12-21");
    expect(terms.nextBillingOn).toBeNull();
    expect(terms.monthlyPrice).toBeNull();
  });
});
