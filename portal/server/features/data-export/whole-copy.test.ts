import { randomUUID } from "node:crypto";
import { transaction } from "@sekimori/kit-server/database";
import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpTo } from "../../testing/members.ts";
import { agreeTo, newRelyingParty } from "../../testing/relying-party.ts";
import { agree, cards, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { countedTables } from "../purge/account-rows.ts";
import { exportAsPage, partNames } from "./as-page.ts";
import { collectPersonalData } from "./collect.ts";
import { notInCopy } from "./not-in-copy.ts";

// The copy of one's data, held against the database.

let portal: TestPortal;
let account: string;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, cards.success);
  await agree(browser);
  const { id } = await portal.database.db
    .selectFrom("portal.account")
    .select("id")
    .where("email_digest", "=", portal.context.digests.email(email))
    .executeTakeFirstOrThrow();
  account = id;
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

/** What a year brings, as rows: the ways by which each comes about have tests of their own. */
async function plant(): Promise<void> {
  const [invoice, attempt] = [randomUUID(), randomUUID()];
  const contract = `(select id from portal.contract where account_id = '${account}')`;
  await portal.database.pool.query(`
    insert into portal.price_answer (contract_id, effective_on, monthly_price, locale, accepted,
       answered_at)
      values (${contract}, '2030-01-01', 13200, 'ja', true, now());
    insert into portal.contract_notice values (${contract}, 'price-announced', '2030-01-01', now());
    insert into portal.monthly_summary (account_id, month, outcome, at)
      values ('${account}', '2026-12-01', 'mailed', now());
    insert into portal.invoice (id, kind, number, contract_id, account_id, period, state, issued_on,
      due_on, paid_on, amount, tax_percent, tax_amount, total, snapshot, snapshot_hash,
      document_removed_on, created_at)
      values ('${invoice}', 'invoice', 42, ${contract}, '${account}', '2027-02-01', 'paid',
      '2027-02-01', '2027-02-01', '2027-03-01', 11000, 10, 1000, 11000, null, 'hash', '2040-01-01',
      now());
    insert into portal.charge_attempt (id, invoice_id, attempt_number, account_id, amount, gateway,
      gateway_card, card_last4, idempotency_key, gateway_charge, state, created_at, sent_at,
      finished_at) values ('${attempt}', '${invoice}', 1, '${account}', 11000, 'sandbox',
      'secret card', '1003', 'secret key', 'secret charge', 'succeeded', now(), now(), now());
    insert into portal.refund (id, invoice_id, attempt_id, amount, reason, operator,
      idempotency_key, state, created_at) values (gen_random_uuid(), '${invoice}', '${attempt}',
      1100, 'an outage', 'secret name', 'secret refund', 'succeeded', now());
    insert into portal.dispute (id, attempt_id, amount, state, changed_at)
      values ('secret dispute', '${attempt}', 11000, 'won', now());
    insert into portal.late_charge (invoice_id, contract_id, principal, days, amount, arose_on)
      values ('${invoice}', ${contract}, 11000, 28, 123, '2027-03-01');
    insert into portal.accounting_copy values ('${invoice}', now());
    insert into portal.known_device values ('${account}', 'secret device', now(), now())`);
  await agreeTo(portal, await newRelyingParty(portal, { name: "Elsewhere" }), account);
}

test("answers, notices, charges, refunds, late charges, devices and applications are in the copy", async () => {
  await plant();
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
    allowedApplications: [{ name: "Elsewhere", scope: "openid" }],
  });
  expect(copy?.knownDevices?.length).toBeGreaterThan(0);
  expect(JSON.stringify(copy)).not.toContain("secret");
  // Each part has a name in both languages.
  expect(Object.keys(partNames).toSorted()).toEqual(Object.keys(copy ?? {}).toSorted());
  const whole = { portal: copy ?? {}, applications: [], missing: [] };
  for (const locale of ["ja", "en"] as const) {
    const page = exportAsPage(whole, locale, new Date());
    for (const name of Object.values(partNames)) {
      expect(page).toContain(`<h2>${name[locale].replace("'", "&#39;")}</h2>`);
    }
  }
});
