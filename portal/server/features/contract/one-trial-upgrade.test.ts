import type { TestClient } from "@sekimori/kit-development/testing";
import { cancelContract, getUpgrade, upgrade } from "@sekimori/portal-contract/endpoints/contract";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMember, signUpTo } from "../../testing/members.ts";
import { replaceCardAsShown } from "../../testing/pay-as-shown.ts";
import { agree, cards, password, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { endContracts } from "./contract-jobs.ts";

// One trial for an account and a card (Service Terms, article 7), where the paid plan is applied for
// from the free one.

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
});
afterAll(() => portal.close());

const at = (moment: string) => portal.clock.set(new Date(moment));

async function putCard(browser: TestClient, number: string): Promise<void> {
  await replaceCardAsShown(browser, await portal.company.token(number));
}

async function freeMember(number: string): Promise<TestClient> {
  const browser = portal.browser();
  await newMember(portal, browser);
  await putCard(browser, number);
  return browser;
}

async function paidMember(number: string) {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, number);
  await agree(browser);
  return { browser, email };
}

/** What the final confirmation shows, and the application for exactly that. */
async function offered(browser: TestClient) {
  const { confirmation, shown } = await browser.call(getUpgrade, {});
  const { documents, hasTrial } = confirmation;
  return { hasTrial, body: { documents, shown, agreed: true, locale: "en" } as const };
}

const hasTrial = async (browser: TestClient) => (await offered(browser)).hasTrial;

test("an account that had its trial has none at an upgrade, with whichever card", async () => {
  at("2026-11-30T14:00:00Z");
  const { browser, email } = await paidMember(cards.success);
  await browser.call(cancelContract, { body: {} });
  at("2026-11-30T15:30:00Z");
  await endContracts(portal.context, "2026-12-01");
  await browser.call(signIn, { body: { email, password, locale: "en" } });
  await putCard(browser, "5555550000001000");
  expect(await hasTrial(browser)).toBe(false);
  // The card has had none: it was put on file after the trial.
  expect(await hasTrial(await freeMember("5555550000001000"))).toBe(true);
});

test("a card that had its trial brings none to another account's upgrade", async () => {
  at("2026-12-02T03:00:00Z");
  expect(await hasTrial(await freeMember(cards.success))).toBe(false);
});

test("of two accounts that were shown the trial of one card, one has it", async () => {
  at("2026-12-02T03:00:00Z");
  const number = "3530110000001008";
  const [first, second] = [await freeMember(number), await freeMember(number)];
  const [a, b] = [await offered(first), await offered(second)];
  expect([a.hasTrial, b.hasTrial]).toEqual([true, true]);
  // Both have seen that the card is free before either can take it.
  const { pool } = portal.database;
  const gate = await pool.connect();
  await gate.query("begin; lock table portal.trial_card in share mode");
  const applied = [
    first.attempt(upgrade, { body: a.body }),
    second.attempt(upgrade, { body: b.body }),
  ];
  const waiting = async () =>
    (
      await pool.query(
        "select from pg_locks where relation = 'portal.trial_card'::regclass and not granted",
      )
    ).rowCount;
  await expect.poll(waiting).toBe(2);
  await gate.query("commit");
  gate.release();
  const answers = await Promise.all(applied);
  const lost = answers.find(({ status }) => status !== 200);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(lost?.error().type).toBe("TermsChanged");
  const loser = lost === answers[0] ? first : second;
  const again = await offered(loser);
  expect(again.hasTrial).toBe(false);
  const { state, freeUntil } = await loser.call(upgrade, { body: again.body });
  expect([state, freeUntil]).toEqual(["active", "2026-12-31"]);
});

test("a card that replaced another one during a trial has had it too", async () => {
  at("2026-12-02T03:00:00Z");
  const { browser } = await paidMember("378282000001006");
  await putCard(browser, "36227200001003");
  expect(await hasTrial(await freeMember("36227200001003"))).toBe(false);
  expect(await hasTrial(await freeMember("378282000001006"))).toBe(false);
});
