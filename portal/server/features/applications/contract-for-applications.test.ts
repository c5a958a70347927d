import { planEntitlements } from "@sekimori/portal-contract/entitlements";
import { describe, expect, test } from "vitest";
import type { ContractRow } from "../contract/contract-repository.ts";
import { contractForApplications } from "./contract-for-applications.ts";

const settings = { portalOrigin: "https://portal.example", planDetailedDomains: 250 };
const detailed: ContractRow = {
  id: "c",
  account_id: "a",
  plan: "detailed",
  free_until: "2026-12-21",
  next_billing_on: "2027-01-01",
  monthly_price: 11_000,
  tax_percent: "10.00",
  started_on: "2026-11-21",
  ended_on: null,
  created_at: new Date("2026-11-21T00:00:00Z"),
  has_trial: true,
  ends_on: null,
  end_reason: null,
  suspended_on: null,
  prices_from: null,
  was_billed: false,
  may_catch_up: false,
};
const lighter: ContractRow = {
  ...detailed,
  plan: "security24",
  next_billing_on: null,
  monthly_price: null,
};
const suspended: ContractRow = { ...detailed, suspended_on: "2027-02-15" };
const cancelled: ContractRow = { ...detailed, ends_on: "2026-12-31", end_reason: "cancelled" };

describe("what applications are told of a contract", () => {
  test.each([
    ["none", undefined, "2026-11-22", "free", "free", "active"],
    ["the trial's last day", detailed, "2026-12-21", "detailed", "detailed", "trial"],
    ["paid", detailed, "2026-12-22", "detailed", "detailed", "active"],
    ["unpaid: the free plan's rights", suspended, "2027-02-15", "free", "detailed", "suspended"],
    [
      "cancelled, until its last day",
      cancelled,
      "2026-12-31",
      "detailed",
      "detailed",
      "cancelling",
    ],
    ["cancelled, the day after", cancelled, "2027-01-01", "free", "free", "active"],
    ["the lighter trial", lighter, "2026-12-21", "security24", "security24", "trial"],
    ["the lighter trial, the day after", lighter, "2026-12-22", "free", "free", "active"],
  ] as const)("%s", (_, contract, day, plan, contractedPlan, state) => {
    const told = contractForApplications(settings, "a", contract, day);
    expect(told).toMatchObject({ plan, contractedPlan, state });
    const entitlements = planEntitlements[plan];
    expect(told.entitlements).toEqual(
      plan === "detailed" ? { ...entitlements, domains: 250 } : entitlements,
    );
    expect(told.quota.manualRuns.limit).toBe(entitlements.manualRunsPerMonth);
  });

  const withdrawn: ContractRow = { ...cancelled, end_reason: "withdrawn" };
  const days = { endsOn: "2026-12-31", deletesOn: null };
  test.each([
    ["nothing of an end", detailed, "2026-12-31", { ...days, endsOn: null, endReason: null }],
    ["a cancelled plan", cancelled, "2026-12-31", { ...days, endReason: "cancelled" }],
    [
      "a withdrawn account",
      withdrawn,
      "2026-12-31",
      { endsOn: "2026-12-31", endReason: "withdrawn", deletesOn: "2027-01-01" },
    ],
    [
      "a withdrawn account whose trial is over before",
      { ...withdrawn, plan: "security24" },
      "2026-12-25",
      { endsOn: "2026-12-31", endReason: "withdrawn", deletesOn: "2027-01-01" },
    ],
    [
      "a withdrawn account on the day of its deletion",
      withdrawn,
      "2027-01-01",
      { endsOn: null, endReason: null, deletesOn: "2027-01-01" },
    ],
  ] as const)("why it ends and when data is deleted: %s", (_, contract, day, told) => {
    expect(contractForApplications(settings, "a", contract, day)).toMatchObject(told);
  });

  test.each([
    ["2026-11-01", "2026-11-01", "2026-12-01"],
    ["2026-12-31", "2026-12-01", "2027-01-01"],
  ])(
    "on %s the quota's month began on %s and the next begins on %s",
    (day, periodBeganOn, renewsOn) => {
      const { quota } = contractForApplications(settings, "a", undefined, day);
      expect(quota.manualRuns).toMatchObject({ periodBeganOn, renewsOn });
    },
  );
});
