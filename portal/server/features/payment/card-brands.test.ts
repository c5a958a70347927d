import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createTestDatabase } from "@sekimori/kit-development/testing";
import { cardBrandNames, cardBrands } from "@sekimori/portal-contract/card-brands";
import { expect, test } from "vitest";
import { portalMigrations } from "../../migrations.ts";

// A sixth brand is one entry of `cardBrandNames` and one migration: nothing else tells brands apart.

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const sources = globSync("{kit,portal,karte,cli}/**/*.{ts,tsx,sql,css}", {
  cwd: root,
  exclude: ["**/node_modules/**", "**/dist/**", "**/*.test.ts"],
});

/** Brands that are not also a word of their own, by identifier and by name. */
const telling = ["amex", "diners", "mastercard", cardBrandNames.amex, cardBrandNames.diners];

test("brands are named in one file of the product, and in what the migrations say of them", () => {
  const naming = sources.filter((file) => {
    const text = readFileSync(`${root}${file}`, "utf8");
    return telling.some((brand) => new RegExp(`\\b${brand}\\b`, "i").test(text));
  });
  expect(naming.toSorted()).toEqual([
    "portal/contract/card-brands.ts",
    "portal/server/database/generated/tables.ts",
    "portal/server/migrations/003-payment.sql",
  ]);
});

test("one check of the database knows them, and it knows the same", async () => {
  const database = await createTestDatabase(portalMigrations);
  try {
    const { rows } = await database.pool.query<{ name: string; rule: string }>(
      `select conname as name, pg_get_constraintdef(oid) as rule from pg_constraint
       where pg_get_constraintdef(oid) like '%''diners''%'`,
    );
    expect(rows.map(({ name }) => name)).toEqual(["card_brand_check"]);
    const known = [...(rows[0]?.rule ?? "").matchAll(/'([a-z]+)'/g)].map(([, brand]) => brand);
    expect(known.toSorted()).toEqual(cardBrands.toSorted());
  } finally {
    await database.close();
  }
});
