import type { TestClient } from "@sekimori/kit-development/testing";
import { answerPrice, getContract } from "@sekimori/portal-contract/endpoints/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMember, signUpTo } from "../../testing/members.ts";
import { agree, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { collectPersonalData } from "../data-export/collect.ts";
import { announcePrice, listPrices } from "../operator/prices.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
  portal.clock.set(new Date("2026-11-20T03:00:00Z"));
});
afterAll(() => portal.close());

const price = { effectiveOn: "2027-04-01", monthlyPrice: 13_200 } as const;

async function paidMember(number: string) {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, number);
  await agree(browser);
  const { id } = await portal.database.db
    .selectFrom("portal.account")
    .select("id")
    .where("email_digest", "=", portal.context.digests.email(email))
    .executeTakeFirstOrThrow();
  return { browser, account: id };
}

const answer = (browser: TestClient, accepted: boolean, locale: "ja" | "en" = "ja") =>
  browser.call(answerPrice, { body: { ...price, accepted, locale } });

async function kept(account: string) {
  const { rows } = await portal.database.pool.query(
    `select effective_on, monthly_price, former_price, locale, accepted, answered_at
     from portal.price_answer where contract_id in
       (select id from portal.contract where account_id = $1) order by id`,
    [account],
  );
  return rows;
}

async function logged(account: string) {
  const { rows } = await portal.database.pool.query<{ detail: unknown }>(
    `select detail from portal.audit_event
     where account_id = $1 and action = 'contract.price-answered' order by id`,
    [account],
  );
  return rows.map(({ detail }) => detail);
}

test("each answer to a price is kept with amount, language and time, and the latest one counts", async () => {
  const { browser, account } = await paidMember("5555550000001000");
  await announcePrice(portal.context, { operator: "Sato" }, { ...price, taxPercent: 10 });
  expect((await answer(browser, true)).announcedPrice?.accepted).toBe(true);
  portal.clock.advance(60_000);
  // What was said already is said once, in whichever language it is said again.
  expect((await answer(browser, true, "en")).announcedPrice?.accepted).toBe(true);
  expect((await answer(browser, false, "en")).announcedPrice?.accepted).toBe(false);
  expect(await listPrices(portal.context)).toMatchObject([{ accepted: 0, refused: 1 }]);
  portal.clock.advance(60_000);
  expect((await answer(browser, true)).announcedPrice?.accepted).toBe(true);

  const asked = { ...price, locale: "ja" };
  expect(await logged(account)).toEqual([
    { ...asked, accepted: true },
    { ...asked, locale: "en", accepted: false },
    { ...asked, accepted: true },
  ]);
  const rows = await kept(account);
  const about = { effective_on: "2027-04-01", monthly_price: 13_200, former_price: 11_000 };
  expect(rows).toMatchObject([
    { ...about, locale: "ja", accepted: true },
    { ...about, locale: "en", accepted: false },
    { ...about, locale: "ja", accepted: true },
  ]);
  expect(new Set(rows.map(({ answered_at: at }) => at.toISOString())).size).toBe(3);
  const copy = await collectPersonalData(portal.context, account);
  expect(copy?.priceAnswers).toMatchObject(
    rows.map((row) => ({ ...about, locale: row.locale, accepted: row.accepted })),
  );
  expect(await listPrices(portal.context)).toMatchObject([{ accepted: 1, refused: 0 }]);
});

test("of two answers at once both are kept where they differ, and one where they are the same", async () => {
  const { browser, account } = await paidMember("3530110000001008");
  await Promise.all([answer(browser, true), answer(browser, true), answer(browser, true)]);
  expect(await kept(account)).toHaveLength(1);
  await Promise.all([answer(browser, false), answer(browser, false, "en")]);
  expect((await kept(account)).map(({ accepted }) => accepted)).toEqual([true, false]);
  await Promise.all([answer(browser, true), answer(browser, false)]);
  const rows = await kept(account);
  const view = await browser.call(getContract, {});
  expect(view.announcedPrice?.accepted).toBe(rows.at(-1)?.accepted);
  expect(await logged(account)).toHaveLength(rows.length);
});

test("an answer is to the amount that was on the screen", async () => {
  const { browser, account } = await paidMember("378282000001006");
  const body = { ...price, monthlyPrice: 12_000, accepted: true, locale: "en" } as const;
  const changed = await browser.attempt(answerPrice, { body });
  expect(changed.error().type).toBe("TermsChanged");
  expect(await kept(account)).toEqual([]);
  const free = portal.browser();
  await newMember(portal, free);
  const none = await free.attempt(answerPrice, { body: { ...body, ...price } });
  expect(none.error().type).toBe("NotFound");
});

test("the database lets no answer be changed or taken away; each goes with its account", async () => {
  const { browser, account } = await paidMember("36227200001003");
  await answer(browser, true);
  const { pool } = portal.database;
  for (const statement of [
    "update portal.price_answer set accepted = false",
    "update portal.price_answer set monthly_price = 1",
    "delete from portal.price_answer",
    "truncate portal.price_answer",
    "truncate portal.contract cascade",
  ]) {
    await expect(pool.query(statement), statement).rejects.toThrow("append-only");
  }
  expect(await kept(account)).toHaveLength(1);
  await expect(
    pool.query(
      `insert into portal.price_answer (contract_id, effective_on, monthly_price, accepted, answered_at)
       select id, '2027-04-01', 13200, true, now() from portal.contract limit 1`,
    ),
  ).rejects.toThrow("price_answer_in_words");
  await pool.query("delete from portal.account where id = $1", [account]);
  const { rowCount } = await pool.query(
    `select from portal.price_answer answer
     where not exists (select from portal.contract where id = answer.contract_id)`,
  );
  expect(rowCount).toBe(0);
});
