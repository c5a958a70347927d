import { leastEntitlements } from "@sekimori/karte-contract/least-entitlements";
import { planEntitlements } from "@sekimori/portal-contract/entitlements";
import { planNames } from "@sekimori/portal-contract/plan-ids";
import { expect, test } from "vitest";
import { sentencesIn } from "./catalogue.ts";

// What a plan is called stands in the portal's contract. Where a catalogue has to say it too, as the
// title of a page and in the management application, it says the same.

const root = new URL("..", import.meta.url).pathname;

test.each([
  ["portal/web/app", ["security24"]],
  ["karte/web/features/contract", ["free", "security24", "detailed"]],
  ["console/web/app", ["free", "security24", "detailed"]],
] as const)("%s calls plans by their names", (folder, plans) => {
  for (const locale of ["ja", "en"] as const) {
    const said = new Map(
      sentencesIn(`${root}${folder}/locales/${locale}.po`).map(({ source, translation }) => [
        source,
        translation,
      ]),
    );
    expect(plans.map((plan) => said.get(planNames[plan].en))).toEqual(
      plans.map((plan) => planNames[plan][locale]),
    );
  }
});

test("karte, before it has heard of a contract, gives what the free plan gives", () => {
  // The summary is written by karte and sent by the portal, which knows who has it; organisations are
  // the portal's own.
  const { monthlySummary: _, organisation: __, ...free } = planEntitlements.free;
  expect(leastEntitlements).toEqual(free);
});
