import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Tables } from "../../database/generated/tables.ts";
import { portalMigrations } from "../../migrations.ts";
import { findPrices, nextPrice, type PlanPrice, priceOn } from "./plan-prices.ts";

const first: PlanPrice = {
  plan: "detailed",
  effectiveOn: "0001-01-01",
  monthlyPrice: 11_000,
  taxPercent: 10,
};
const raised: PlanPrice = { ...first, effectiveOn: "2027-04-01", monthlyPrice: 13_200 };
const lowered: PlanPrice = {
  ...first,
  effectiveOn: "2028-04-01",
  monthlyPrice: 12_000,
  taxPercent: 12,
};
const prices = [first, raised, lowered];

describe("the price of a day", () => {
  test.each([
    ["0001-01-01", first],
    ["2027-03-31", first],
    ["2027-04-01", raised],
    ["2028-03-31", raised],
    ["2028-04-01", lowered],
    ["2030-01-01", lowered],
  ])("on %s", (day, price) => {
    expect(priceOn(prices, "detailed", day)).toBe(price);
  });

  test("of a plan that costs nothing is nothing, at the tax of all", () => {
    const nothing = { effectiveOn: "0001-01-01", monthlyPrice: 0, taxPercent: 10 };
    expect(priceOn(prices, "free", "2030-01-01")).toEqual({ plan: "free", ...nothing });
    expect(priceOn([], "free", "2030-01-01").taxPercent).toBe(0);
  });

  test.each([
    ["2027-03-31", raised],
    ["2027-04-01", lowered],
    ["2028-04-01", undefined],
  ])("after %s, as it is announced", (day, price) => {
    expect(nextPrice(prices, "detailed", day)).toBe(price);
    expect(nextPrice(prices, "free", day)).toBeUndefined();
  });
});

describe("announced prices", () => {
  let database: TestDatabase<Tables>;
  beforeAll(async () => {
    database = await createTestDatabase<Tables>(portalMigrations, "portal");
  });
  afterAll(() => database.close());

  test("follow the settings' in the order of their days, in whatever order they were told", async () => {
    const { db } = database;
    const settings = { planMonthlyPrice: 11_000, planTaxPercent: 10 };
    expect(await findPrices(db, settings)).toEqual([first]);
    for (const price of [lowered, raised]) {
      await db
        .insertInto("portal.plan_price")
        .values({
          plan: price.plan,
          effective_on: price.effectiveOn,
          monthly_price: price.monthlyPrice,
          tax_percent: price.taxPercent,
          announced_at: new Date("2027-01-01T00:00:00Z"),
        })
        .execute();
    }
    expect(await findPrices(db, settings)).toEqual(prices);
  });
});
