import { expect, test } from "vitest";
import { planEntitlements } from "./entitlements.ts";
import { planIds } from "./plan-ids.ts";
import { planLimits } from "./plan-limits.ts";

test("the free plan's limits as people say them", () => {
  expect(planLimits("free")).toEqual({
    ja: "ドメイン3件、ユーザー1名、手動診断は月5回まで",
    en: "3 domains, 1 user and 5 manual scans per month",
  });
  expect(planLimits("detailed").en).toBe(
    "100 domains, any number of users and unlimited manual scans",
  );
});

test.each(planIds)("the figures of %s are those that applications are told", (plan) => {
  const { domains, users, manualRunsPerMonth } = planEntitlements[plan];
  const figures = [domains, users, manualRunsPerMonth].filter((one) => one !== null).map(String);
  for (const text of Object.values(planLimits(plan))) {
    expect(text.match(/\d+/g)).toEqual(figures);
  }
});
