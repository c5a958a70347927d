import { transaction } from "@sekimori/kit-server/database";
import { createSealer, parseKeyring } from "@sekimori/kit-server/sealing";
import { withdrawAccount } from "@sekimori/portal-contract/endpoints/contract";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createOperator } from "../../operator.ts";
import { signUpTo } from "../../testing/members.ts";
import { setClocks } from "../../testing/moving-days.ts";
import { agree, cards, password, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { collectPayments, runBilling } from "../billing/billing-run.ts";
import { invoiceDocument } from "../billing/invoice-documents.ts";
import { openSnapshot } from "../billing/invoice-snapshot.ts";
import { countedTables } from "./account-rows.ts";
import { retainedAfterDeletion } from "./erase-account.ts";
import { purgeExpired } from "./purge-jobs.ts";

const keys = (fill: number, id: string) => `${id}:${Buffer.alloc(32, fill).toString("base64")}`;

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ PORTAL_DATA_KEYS: keys(7, "test") }, { scheduled: false });
  setClock("2026-11-20T03:00:00Z");
});
afterAll(() => portal.close());

const setClock = (moment: string) => setClocks(portal, moment);

async function member(number: string) {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, number);
  await agree(browser);
  const account = await portal.database.db
    .selectFrom("portal.account")
    .select("id")
    .where("email_digest", "=", portal.context.digests.email(email))
    .executeTakeFirstOrThrow();
  return { browser, email, account: account.id };
}

test("who leaves with an unpaid invoice is deleted in time; the document stays, sealed, and owed", async () => {
  const { browser, email, account } = await member(cards.chargeDeclined);
  const other = await member("5555550000001000");
  setClock("2026-12-31T15:10:00Z");
  await runBilling(portal.context, "2027-01-01");
  await collectPayments(portal.context);
  await browser.call(signIn, { body: { email, password, locale: "en" } });
  await browser.call(withdrawAccount, { body: {} });
  const invoice = await portal.database.db
    .selectFrom("portal.invoice")
    .selectAll()
    .where("account_id", "=", account)
    .executeTakeFirstOrThrow();
  const pdf = await invoiceDocument(portal.context, invoice, "ja");
  expect(invoice).toMatchObject({ state: "open", total: 11_000 });

  setClock("2027-01-31T14:59:00Z");
  await purgeExpired(portal.context);
  const isThere = () =>
    portal.database.db
      .selectFrom("portal.account")
      .select("id")
      .where("id", "=", account)
      .executeTakeFirst();
  expect(await isThere()).toBeDefined();
  const { gateway_card: card } = await portal.database.db
    .selectFrom("portal.card")
    .select("gateway_card")
    .where("account_id", "=", account)
    .executeTakeFirstOrThrow();
  setClock("2027-01-31T15:17:00Z");
  await runBilling(portal.context, "2027-02-01");
  await purgeExpired(portal.context);
  expect(await isThere()).toBeUndefined();
  const isLast = ({ text }: { text: string }) => text.includes("You still have an unpaid invoice");
  await vi.waitFor(() => expect(portal.mails.to(email).filter(isLast)).toHaveLength(1), 60_000);
  expect(portal.mails.to(email).find(isLast)?.text).toContain("closed on 2027/01/31");
  // The payment company forgets the card too; a worker tells it.
  await vi.waitFor(async () => {
    expect(await portal.context.gateway.getCard(card)).toBeUndefined();
  }, 60_000);

  const proof = await portal.database.db
    .selectFrom("portal.deletion")
    .selectAll()
    .where("account_id", "=", account)
    .executeTakeFirstOrThrow();
  expect(proof.reason).toBe("withdrawn");
  const { removed, kept } = proof as {
    removed: Record<string, number>;
    kept: Record<string, number>;
  };
  expect(removed).toMatchObject({ account: 1, contract: 1, card: 1, agreement: 1, credential: 1 });
  expect(Object.keys(kept).filter((table) => !(table in retainedAfterDeletion))).toEqual([]);
  expect(kept.invoice).toBe(1);
  // Of the trial no more than that there was one, and with which card.
  expect([kept.trial, kept.trial_card]).toEqual([1, 1]);

  // Nobody is billed again, nothing is tried without a card, nobody is mailed; it stays owed.
  await collectPayments(portal.context);
  const left = await portal.database.db
    .selectFrom("portal.invoice")
    .selectAll()
    .where("account_id", "=", account)
    .execute();
  expect(left.map(({ state, total }) => [state, total])).toEqual([["open", 11_000]]);
  expect(await invoiceDocument(portal.context, left[0] ?? invoice, "ja")).toEqual(pdf);
  const rest = await portal.database.db
    .selectFrom("portal.account")
    .select("id")
    .where("id", "=", other.account)
    .execute();
  expect(rest).toHaveLength(1);
});

test.each([
  ["names the account", "account_id uuid", "account"],
  ["names a contract without a foreign key", "contract_id uuid", "contract"],
  ["hangs on an invoice by another name", "about uuid references portal.invoice", "invoice"],
] as const)(
  "a deletion that would leave a row which %s deletes nothing, and says in which table",
  async (_, column, parent) => {
    const { account } = await member(cards.success);
    setClock("2026-11-30T15:10:00Z");
    await runBilling(portal.context, "2026-12-01");
    const { pool } = portal.database;
    await pool.query(`create table portal.forgotten (${column})`);
    try {
      await pool.query(
        `insert into portal.forgotten select id from portal.${parent}
         where ${parent === "account" ? "id" : "account_id"} = $1`,
        [account],
      );
      await createOperator(portal, "a tester").closeAccount(account);
      portal.clock.advance(29 * 24 * 60 * 60_000);
      await expect(purgeExpired(portal.context)).rejects.toThrow("leave rows in forgotten");
      const rows = await pool.query("select from portal.account where id = $1", [account]);
      expect(rows.rowCount).toBe(1);
    } finally {
      await pool.query("drop table portal.forgotten");
      await purgeExpired(portal.context);
      setClock("2026-11-20T03:00:00Z");
    }
  },
);

test("the proof counts what hangs on an account by others: answers, notices, links, tokens", async () => {
  const { account } = await member(cards.chargeDeclined);
  // Its card had its trial in the first test.
  setClock("2026-11-30T15:10:00Z");
  await runBilling(portal.context, "2026-12-01");
  await collectPayments(portal.context);
  const { pool } = portal.database;
  const contract = "(select id from portal.contract where account_id = $1)";
  await pool.query(
    `insert into portal.price_answer (contract_id, effective_on, monthly_price, locale, accepted,
       answered_at)
     values (${contract}, '2030-01-01', 13200, 'ja', true, now())`,
    [account],
  );
  await pool.query(
    `insert into portal.contract_notice (contract_id, kind, about, monthly_price, sent_at)
     values (${contract}, 'price-announced', '2030-01-01', 13200, now())`,
    [account],
  );
  // Access while away has no session that it would go with.
  await pool.query(
    `insert into portal.oidc_record (model, id_digest, payload, grant_id, expires_at)
     select model, model, jsonb_build_object('accountId', $1::text), 'grant of ' || $1,
       now() + interval '1 year'
     from unnest(array['Grant', 'RefreshToken']) model`,
    [account],
  );
  await createOperator(portal, "a tester").closeAccount(account);
  portal.clock.advance(29 * 24 * 60 * 60_000);
  await purgeExpired(portal.context);
  const { removed, kept } = await portal.database.db
    .selectFrom("portal.deletion")
    .select(["removed", "kept"])
    .where("account_id", "=", account)
    .executeTakeFirstOrThrow();
  expect(removed).toMatchObject({ price_answer: 1, contract_notice: 1, oidc_record: 2 });
  expect(kept).toMatchObject({ invoice: 1, pay_link: 1, ledger_entry: 3 });
  const left = await pool.query("select from portal.oidc_record where grant_id = $1", [
    `grant of ${account}`,
  ]);
  expect(left.rowCount).toBe(0);
  setClock("2026-11-20T03:00:00Z");
});

test("no table that refers to an account, to whatever of it, is left out of the proof", async () => {
  const { rows } = await portal.database.pool.query<{ name: string }>(
    `with recursive hanging (oid) as (
      (select 'portal.account'::regclass::oid
      union select attrelid from pg_attribute join pg_class on pg_class.oid = attrelid
      where attname in ('account_id', 'contract_id', 'invoice_id') and relkind = 'r'
        and relnamespace = 'portal'::regnamespace)
      union select conrelid from pg_constraint join hanging on confrelid = hanging.oid
      where contype = 'f'
    )
    select relname as name from hanging join pg_class using (oid) where relname <> 'account'`,
  );
  const counted = await transaction(portal.database.db, countedTables);
  const names = rows.map(({ name }) => name);
  expect(counted).toEqual(expect.arrayContaining(names));
  expect(names).toEqual(
    expect.arrayContaining(["price_answer", "pay_link", "oidc_record", "parked_contract"]),
  );
  // Reasons are given for tables that there are.
  expect(counted).toEqual(expect.arrayContaining(Object.keys(retainedAfterDeletion)));
});

test("a closed account is billed no more, and documents follow the rotation of the keys", async () => {
  const invoice = await portal.database.db
    .selectFrom("portal.invoice")
    .selectAll()
    .executeTakeFirstOrThrow();
  const before = await invoiceDocument(portal.context, invoice, "ja");
  const both = createSealer(parseKeyring(`${keys(8, "new")},${keys(7, "test")}`));
  const rotating = { ...portal.context, sealer: both };
  expect(await createOperator({ context: rotating }, "a tester").rotateDataKeys()).toBeGreaterThan(
    2,
  );
  const next = createSealer(parseKeyring(keys(8, "new")));
  const row = await portal.database.db
    .selectFrom("portal.invoice")
    .selectAll()
    .where("id", "=", invoice.id)
    .executeTakeFirstOrThrow();
  expect(openSnapshot(next, row.id, row.snapshot ?? Buffer.alloc(0)).total).toBe(11_000);
  const after = await invoiceDocument({ ...portal.context, sealer: next }, row, "ja");
  expect(after).toEqual(before);
  const open = await portal.database.db
    .selectFrom("portal.contract as contract")
    .innerJoin("portal.account as account", "account.id", "contract.account_id")
    .select("contract.id")
    .where("account.closed_at", "is not", null)
    .where("contract.ended_on", "is", null)
    .execute();
  expect(open).toEqual([]);
});
