import { transaction } from "@sekimori/kit-server/database";
import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountIdOf, signUpTo } from "../../testing/members.ts";
import { agree, cards, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { countedTables } from "../purge/account-rows.ts";
import { collectPersonalData } from "./collect.ts";
import { notInCopy } from "./not-in-copy.ts";
import { plantYear } from "./testing/planted-year.ts";

// The copy of one's data, held against the database.

let portal: TestPortal;
let account: string;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, cards.success);
  await agree(browser);
  account = await accountIdOf(portal, email);
});
afterAll(() => portal.close());

/** Notes the tables of every query that is built. */
function noting(tables: Set<string>): KyselyPlugin {
  const look = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { kind, schema, identifier } = node as Readonly<Record<string, { name?: string }>>;
    if (String(kind) === "SchemableIdentifierNode" && schema?.name !== undefined) {
      tables.add(`${schema.name}.${identifier?.name}`);
    }
    for (const inner of Object.values(node)) look(inner);
  };
  return {
    transformQuery({ node }) {
      look(node);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
}

test("every table that hangs on an account is read for the copy, or stays out for a reason", async () => {
  const read = new Set<string>();
  const db = portal.database.db.withPlugin(noting(read));
  expect(await collectPersonalData({ ...portal.context, db }, account)).toBeDefined();
  const { rows: kit } = await portal.database.pool.query<{ name: string }>(
    "select 'kit.' || tablename as name from pg_tables where schemaname = 'kit'",
  );
  const hanging = await transaction(portal.database.db, countedTables);
  const all = [...hanging.map((name) => `portal.${name}`), ...kit.map(({ name }) => name)];
  expect(all.filter((name) => !read.has(name) && !(name in notInCopy))).toEqual([]);
  // No reason is given for what is in the copy, or for a table that there is not.
  expect(Object.keys(notInCopy).filter((name) => read.has(name) || !all.includes(name))).toEqual(
    [],
  );
});

test("answers, notices, charges, refunds, late charges, devices and applications are in the copy", async () => {
  await plantYear(portal, account);
  const copy = await collectPersonalData(portal.context, account);
  const invoice = "SK-00000042";
  expect(copy).toMatchObject({
    trials: [{ plan: "detailed" }],
    priceAnswers: [
      { plan: "detailed", effective_on: "2030-01-01", monthly_price: 13_200, accepted: true },
    ],
    contractNotices: [{ kind: "price-announced", about: "2030-01-01" }],
    monthlySummaries: [{ month: "2026-12-01", outcome: "mailed" }],
    charges: [{ invoice, amount: 11_000, card_last4: "1003", state: "succeeded" }],
    refunds: [{ invoice, amount: 1_100, reason: "an outage", state: "succeeded" }],
    disputes: [{ invoice, amount: 11_000, state: "won" }],
    lateCharges: [{ invoice, principal: 11_000, days: 28, amount: 123, arose_on: "2027-03-01" }],
    accountingCopies: [{ invoice }],
    allowedApplications: [{ name: { ja: "Elsewhere", en: "Elsewhere" }, scope: "openid" }],
  });
  expect(copy?.knownDevices?.length).toBeGreaterThan(0);
  expect(JSON.stringify(copy)).not.toContain("secret");
});
