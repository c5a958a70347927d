import { randomUUID } from "node:crypto";
import { soleRun } from "@sekimori/kit-development/testing/sole-run";
import { changeRegisteredDetails } from "@sekimori/portal-contract/endpoints/profile";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOperator, type Operator } from "../../operator.ts";
import { accountIdOf, newEmail, newMember, signUpTo } from "../../testing/members.ts";
import { runDay, setClocks } from "../../testing/moving-days.ts";
import {
  agree,
  cards,
  organisation,
  organisationDetails,
  submitCard,
} from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { insertAccount } from "../account/account-repository.ts";
import { shownNumber } from "../billing/invoice-snapshot.ts";
import { OperatorRefused } from "../operator/operator-audit.ts";
import { purgeExpired } from "../purge/purge-jobs.ts";
import { digestAccounts, searchJobs } from "./account-search.ts";

let portal: TestPortal;
let operator: Operator;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
  setClocks(portal, "2026-11-20T03:00:00Z");
  operator = createOperator(portal, "Sato");
});
afterAll(() => portal.close());

const find = (...terms: string[]) => operator.findAccounts(terms, "ticket 12");
const idsOf = async (...terms: string[]) =>
  (await find(...terms)).accounts.map(({ id }) => id).toSorted();

const corporateNumber = "7000012050002";

/** An account as sign-up writes it, of a firm with this name. */
async function plantFirm(companyName: string, lastName = "佐藤"): Promise<string> {
  const { context, database } = portal;
  const id = randomUUID();
  const email = newEmail();
  await database.db.transaction().execute((tx) =>
    insertAccount(tx, context.sealer, {
      id,
      emailDigest: context.digests.email(email),
      personal: {
        email,
        information: { ...organisation, userType: "1", corporateNumber, companyName, lastName },
      },
      language: "ja",
      passwordHash: null,
      external: null,
      createdAt: context.clock.now(),
    }),
  );
  return id;
}

const lastEvent = async () =>
  (
    await portal.database.pool.query(
      "select account_id, detail from portal.audit_event where action = 'operator.accounts-searched' order by id desc limit 1",
    )
  ).rows[0];

test("a member is found by an address, in any case, and that somebody looked is written down", async () => {
  const { email } = await newMember(portal, portal.browser());
  const id = await accountIdOf(portal, email);
  const search = await find(` ${email.toUpperCase()}`);
  expect(search).toMatchObject({ by: "address", more: false, deleted: [] });
  expect(search.accounts).toEqual([
    {
      id,
      standing: "active",
      name: "山本 花子",
      company: "関守商店",
      plan: "free",
      createdAt: expect.any(Date),
    },
  ]);
  const detail = { operator: "Sato", reason: "ticket 12", by: "address", found: 1, more: false };
  expect(await lastEvent()).toEqual({ account_id: id, detail });
  expect(await idsOf(newEmail())).toEqual([]);
  await expect(operator.findAccounts([email], " ")).rejects.toBeInstanceOf(OperatorRefused);
});

test("names are found by the beginnings of their words, at once, and by the name of now", async () => {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  const id = await accountIdOf(portal, email);
  const other = await plantFirm("Ａｃｍｅ Tokyo 株式会社");
  for (const terms of [["関守"], ["株式会社関守商店"], ["山本", "花子"], ["山本花子"]]) {
    expect([terms, (await idsOf(...terms)).includes(id)]).toEqual([terms, true]);
    expect([terms, (await idsOf(...terms)).includes(other)]).toEqual([terms, false]);
  }
  expect(await idsOf("acme")).toEqual([other]);
  expect(await idsOf("tok", "佐藤")).toEqual([other]);
  expect(await idsOf("cme")).toEqual([]);
  expect(await idsOf("関守", "佐藤")).toEqual([]);
  await browser.call(changeRegisteredDetails, { body: { details: organisationDetails } });
  expect(await idsOf("関守商店")).not.toContain(id);
  expect(await idsOf("関守商会")).toEqual([id]);
  const { rows } = await portal.database.pool.query<{ log: string }>(
    "select string_agg(detail::text, '') as log from portal.audit_event",
  );
  expect(rows[0]?.log).not.toMatch(/関守|acme|佐藤/i);
});

test("what is digested is opened and compared, and no more than fifty are listed", async () => {
  const long = "長い名前の会社の東京支社の";
  const ids = [];
  for (let index = 0; index < 51; index++) ids.push(await plantFirm(`${long}第${index}部`));
  const search = await find(long);
  expect([search.accounts.length, search.more]).toEqual([50, true]);
  // Twelve letters are digested, and these have more in common.
  expect(await idsOf(`${long}第7部`)).toEqual([ids[7]]);
  expect((await lastEvent()).detail).toMatchObject({ by: "name", found: 1, more: false });
});

test("a corporate number, a document, an id, a reference, an event, and a card with a day each find the member", async () => {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, cards.success);
  await agree(browser);
  const id = await accountIdOf(portal, email);
  await runDay(portal, "2027-01-01T03:00:00Z");
  const { db } = portal.database;
  const one = await db
    .selectFrom("portal.charge_attempt as attempt")
    .innerJoin("portal.invoice as invoice", "invoice.id", "attempt.invoice_id")
    .select(["invoice.number", "invoice.contract_id", "attempt.idempotency_key"])
    .select(["attempt.finished_at"])
    .where("attempt.account_id", "=", id)
    .executeTakeFirstOrThrow();
  const event = await db
    .selectFrom("portal.audit_event")
    .select("id")
    .where("account_id", "=", id)
    .executeTakeFirstOrThrow();
  for (const terms of [
    [shownNumber(one.number ?? 0)],
    [id],
    [one.contract_id],
    [one.idempotency_key],
    [`event:${event.id}`],
    ["1003", "2027-01-01"],
  ]) {
    expect([terms, await idsOf(...terms)]).toEqual([terms, [id]]);
  }
  expect(await idsOf(corporateNumber)).toContain(id);
  for (const terms of [
    ["1003", "2027-01-02"],
    ["1004", "2027-01-01"],
    ["SK-99999999"],
    [randomUUID()],
  ]) {
    expect([terms, await idsOf(...terms)]).toEqual([terms, []]);
  }
});

test("a closed account is found until it is deleted, and named as deleted where a document is left", async () => {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  const id = await accountIdOf(portal, email);
  await operator.closeAccount(id);
  expect((await find(id)).accounts).toMatchObject([{ id, standing: "closed" }]);
  portal.clock.advance(29 * 86_400_000);
  await purgeExpired(portal.context);
  const { rows } = await portal.database.pool.query<{ id: string }>(
    "select id from portal.audit_event where account_id = $1 limit 1",
    [id],
  );
  expect(await find(`event:${rows[0]?.id}`)).toMatchObject({ accounts: [], deleted: [id] });
});

test("accounts from before there was an index come into it, and so does what an older version writes", async () => {
  const id = await plantFirm("むかしの会社");
  const { pool } = portal.database;
  await pool.query("delete from portal.account_search");
  expect(await find("むかしの会社")).toMatchObject({ accounts: [], isFilling: true });
  await digestAccounts(portal.context);
  expect(await find("むかしの会社")).toMatchObject({ accounts: [{ id }], isFilling: false });
  const { rows } = await pool.query(
    `select (select count(*)::int from portal.account) - count(*)::int as lacking,
       count(*) filter (where is_stale)::int as stale from portal.account_search`,
  );
  expect(rows).toEqual([{ lacking: 0, stale: 0 }]);
  // One that no key opens keeps nobody else from being found.
  await pool.query("update portal.account set personal = '\\x00' where id = $1", [id]);
  const next = await plantFirm("つぎの会社");
  expect(await idsOf("つぎの会社")).toEqual([next]);
  // The former version knows nothing of the table; the database marks what it writes.
  await pool.query("update portal.account set personal = personal where id = $1", [next]);
  const { rows: marked } = await pool.query(
    "select account_id from portal.account_search where is_stale",
  );
  expect(marked).toEqual([{ account_id: next }]);
});

test("a worker digests once at a time, and stops between two portions when it is told to", async () => {
  const { context, database } = portal;
  const stale = async () => {
    const { rows } = await database.pool.query(
      "select count(*)::int as count from portal.account_search where is_stale",
    );
    return rows[0].count;
  };
  await digestAccounts(context);
  for (let index = 0; index < 600; index += 1) await plantFirm(`会社${index}`);
  const [job] = searchJobs(context).jobs;
  const due = { dueAt: "2027-01-01T00:00:00Z" };
  const run = (signal: AbortSignal) =>
    job?.perform(due, soleRun({ logger: context.logger, signal }));
  await run(AbortSignal.abort());
  expect(await stale()).toBe(600);
  const first = run(new AbortController().signal);
  await run(new AbortController().signal);
  // The second has left it to the first, whose portion of 500 may be done by now: it took no other.
  expect([600, 100]).toContain(await stale());
  await first;
  expect(await stale()).toBe(0);
});
