import { describe, expect, test } from "vitest";
import { includedTax, lateCharge } from "./amounts.ts";
import { afterFailure, dunningEnd } from "./dunning.ts";

describe("the tax contained in an amount", () => {
  test.each([
    [11_000, 10, "floor", 1_000],
    [10_999, 10, "floor", 999],
    [10_999, 10, "round", 1_000],
    [10_994, 10, "round", 999],
    [10_991, 10, "ceil", 1_000],
    [10_800, 8, "floor", 800],
    [0, 10, "ceil", 0],
    [11_000, 0, "round", 0],
    // Exactly half a yen: up, unless it is floored.
    [3, 20, "round", 1],
    [3, 20, "floor", 0],
    [3, 20, "ceil", 1],
  ] as const)("%i yen at %i %%, %s: %i", (amount, percent, rounding, tax) => {
    expect(includedTax(amount, percent, rounding)).toBe(tax);
  });
});

describe("the late charge", () => {
  test.each([
    ["paid on the due date", 11_000, "2027-02-01", "2027-02-01", 0, 0],
    ["a day late", 11_000, "2027-02-01", "2027-02-02", 1, 4],
    ["a week late", 11_000, "2027-02-01", "2027-02-08", 7, 30],
    ["a year late", 100_000, "2027-02-01", "2028-02-01", 365, 14_600],
    ["over a leap day", 100_000, "2028-02-28", "2028-03-01", 2, 80],
    ["paid early", 11_000, "2027-02-01", "2027-01-30", 0, 0],
  ] as const)("%s", (_case, principal, due, paid, days, amount) => {
    expect(lateCharge(principal, due, paid)).toEqual({ days, amount });
  });
});

describe("the course of an unpaid invoice", () => {
  const day = "2027-02-01";
  test.each([
    ["2027-01-31T15:10:00Z", "2027-02-02T01:00:00.000Z"],
    ["2027-02-02T01:00:05Z", "2027-02-04T01:00:00.000Z"],
    ["2027-02-04T01:00:05Z", "2027-02-08T01:00:00.000Z"],
    ["2027-02-08T01:00:05Z", "2027-02-15T01:00:00.000Z"],
    // A clock that jumped over several tries makes one, not all of them.
    ["2027-02-10T00:00:00Z", "2027-02-15T01:00:00.000Z"],
    // A try that fails at the very moment of the next is not its own next.
    ["2027-02-02T01:00:00Z", "2027-02-04T01:00:00.000Z"],
    ["2027-02-15T01:00:05Z", undefined],
  ])("declined at %s is tried again at %s", (now, next) => {
    const step = afterFailure("declined", day, new Date(now));
    expect(step.nextTryAt?.toISOString()).toBe(next);
    expect(step.needsHolder).toBe(false);
  });

  test("a company that could not be reached is tried again like a refusal", () => {
    const now = new Date("2027-01-31T15:10:00Z");
    expect(afterFailure("gateway", day, now)).toEqual(afterFailure("declined", day, now));
  });

  test.each(["card", "authentication"] as const)("%s is not tried again by itself", (failure) => {
    const step = afterFailure(failure, day, new Date("2027-01-31T15:10:00Z"));
    expect(step).toEqual({ nextTryAt: null, needsHolder: true });
  });

  test("ends fourteen days after the first failure at ten", () => {
    expect(dunningEnd(day).toISOString()).toBe("2027-02-15T01:00:00.000Z");
  });
});
