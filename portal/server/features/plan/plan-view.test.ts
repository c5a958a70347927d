import { describe, expect, test } from "vitest";
import { nextBilling, planView, type ShownContract } from "./plan-view.ts";

const paid: ShownContract = {
  plan: "detailed",
  has_trial: true,
  free_until: "2026-12-21",
  ends_on: null,
  ended_on: null,
  suspended_on: null,
  next_billing_on: "2027-01-01",
  monthly_price: 11_000,
  tax_percent: "10.0",
};

describe("the next charge", () => {
  test.each([
    ["is the contract's next", {}, "2026-12-01", "2027-01-01"],
    ["is none where nothing is charged", { next_billing_on: null }, "2026-12-01", null],
    ["is none when it ends before", { ends_on: "2026-12-31" }, "2026-12-01", null],
    ["is there when it ends on that day", { ends_on: "2027-01-01" }, "2026-12-01", "2027-01-01"],
    ["is there when it ends later", { ends_on: "2027-01-31" }, "2026-12-01", "2027-01-01"],
    ["is none while it rests", { suspended_on: "2026-12-01" }, "2026-12-01", null],
    [
      "is none once it is over",
      { ended_on: "2027-01-01", ends_on: "2027-01-01" },
      "2026-12-01",
      null,
    ],
    [
      "is none after its last day",
      { ends_on: "2027-01-10", next_billing_on: "2027-01-05" },
      "2027-01-11",
      null,
    ],
  ] as const)("%s", (_case, changes, day, next) => {
    expect(nextBilling({ ...paid, ...changes }, day)).toBe(next);
  });
});

describe("the plan as a profile shows it", () => {
  test("while it runs", () => {
    expect(planView(paid, "2026-12-21")).toEqual({
      id: "detailed",
      state: "trial",
      endsOn: null,
      freeUntil: "2026-12-21",
      nextBillingOn: "2027-01-01",
      monthlyPrice: 11_000,
      taxPercent: 10,
      scansPerMonth: null,
    });
  });

  test("after its free days it says nothing of them", () => {
    expect(planView(paid, "2026-12-21").freeUntil).toBe("2026-12-21");
    expect(planView(paid, "2026-12-22").freeUntil).toBeNull();
  });

  test.each([
    ["2026-11-30", "2026-11-30"],
    ["2026-12-31", "2026-12-21"],
  ])("cancelled to %s: its free days last until %s", (endsOn, freeUntil) => {
    const cancelled = planView({ ...paid, ends_on: endsOn }, "2026-11-25");
    expect(cancelled).toMatchObject({ state: "cancelling", endsOn, freeUntil });
  });

  test("while it rests: the plan by name, with the free plan's scans", () => {
    const resting = { ...paid, suspended_on: "2027-01-15" };
    expect(planView(resting, "2027-01-16")).toEqual({
      id: "detailed",
      state: "suspended",
      endsOn: null,
      freeUntil: null,
      nextBillingOn: null,
      monthlyPrice: 11_000,
      taxPercent: 10,
      scansPerMonth: 5,
    });
  });

  test("after its end: the free plan, with nothing to be charged", () => {
    const ended = { ...paid, ends_on: "2026-12-31", tax_percent: null };
    expect(planView(ended, "2027-01-01")).toEqual({
      id: "free",
      state: "active",
      endsOn: null,
      freeUntil: null,
      nextBillingOn: null,
      monthlyPrice: null,
      taxPercent: 0,
      scansPerMonth: 5,
    });
  });
});
