import { confirmOtp, signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOperator, type Operator } from "../../operator.ts";
import { accountIdOf, newMember } from "../../testing/members.ts";
import { password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { OperatorRefused } from "../operator/operator-audit.ts";

let portal: TestPortal;
let operator: Operator;
beforeAll(async () => {
  portal = await startTestPortal();
  operator = createOperator(portal, "Sato");
});
afterAll(() => portal.close());

const unlock = (id: string) => operator.unlockAccount(id, "ticket 12");
const unlockedMails = (email: string) =>
  portal.mails
    .to(email)
    .filter(({ subject }) => /log in to your account again|ログインの制限/.test(subject));

type Browser = ReturnType<TestPortal["browser"]>;

async function guess(browser: Browser, email: string, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await browser.attempt(signIn, { body: { email, password: "Wrong-Pass1" } });
  }
}

/** The status of a sign-in once a process has forgotten that it refused, which takes seconds. */
const statusWithin = (browser: Browser, email: string) =>
  expect.poll(async () => (await browser.attempt(signIn, { body: { email, password } })).status, {
    interval: 500,
  });

test("wrong passwords of the member's own browser and of its network refuse nobody any more, and the member is told", async () => {
  const desk = portal.browser();
  const { email } = await newMember(portal, desk);
  const id = await accountIdOf(portal, email);
  const other = await newMember(portal, portal.browser());
  const phone = portal.browser("198.18.9.1");
  await guess(desk, email, 21);
  await guess(phone, email, 21);
  await guess(phone, other.email, 21);
  for (const browser of [desk, phone]) {
    expect((await browser.attempt(signIn, { body: { email, password } })).status).toBe(429);
  }
  const { locks, counts } = await unlock(id);
  expect(locks.map(({ of, from }) => `${of} ${from}`).toSorted()).toEqual([
    "passwords known-browser",
    "passwords network",
  ]);
  expect(counts).toEqual([]);
  expect(locks.every(({ count, until }) => count >= 20 && until !== null)).toBe(true);
  await statusWithin(desk, email).toBe(200);
  await statusWithin(phone, email).toBe(200);
  // Strangers have guessed: their code is asked for still, and another member's lock is another's.
  const stranger = await phone.call(signIn, { body: { email, password } });
  expect(stranger.status).toBe("OTP_VERIFY");
  const theirs = { body: { email: other.email, password } };
  expect((await phone.attempt(signIn, theirs)).status).toBe(429);
  await expect.poll(() => unlockedMails(email).length).toBe(1);
  const { rows } = await portal.database.pool.query(
    "select detail from portal.audit_event where account_id = $1 and action = 'operator.account-unlocked'",
    [id],
  );
  expect(rows).toEqual([
    { detail: { operator: "Sato", reason: "ticket 12", locks: 2, counts: 0 } },
  ]);
});

test("wrong second factors and spent mails of an account are forgotten, in one go with the record", async () => {
  const desk = portal.browser();
  const { email } = await newMember(portal, desk);
  const id = await accountIdOf(portal, email);
  await desk.call(mfaSetting, { body: { enabled: true } });
  const statuses: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    const browser = portal.browser();
    statuses.push((await browser.attempt(signIn, { body: { email, password } })).status);
    if (n < 2)
      for (let tries = 0; tries < 5; tries += 1) {
        await browser.attempt(confirmOtp, { body: { code: "000000" } });
      }
  }
  expect(statuses.at(-1)).toBe(429);
  const trying = createOperator(portal, "Sato", true);
  await expect(trying.unlockAccount(id, "ticket 12")).rejects.toMatchObject({
    facts: { action: "operator.account-unlocked", account: id, reason: "ticket 12" },
  });
  const { locks } = await unlock(id);
  expect(new Set(locks.map(({ of }) => of))).toEqual(new Set(["second-factors", "code-mails"]));
  expect(await unlock(id)).toEqual({ account: id, locks: [], counts: [] });
  expect((await portal.browser().attempt(signIn, { body: { email, password } })).status).toBe(200);
  await expect.poll(() => unlockedMails(email).length).toBe(1);
});

test("what had only been counted is forgotten without a mail, and nobody is unlocked without a reason", async () => {
  const desk = portal.browser();
  const { email } = await newMember(portal, desk);
  const id = await accountIdOf(portal, email);
  await guess(desk, email, 3);
  await expect(operator.unlockAccount(id, "")).rejects.toBeInstanceOf(OperatorRefused);
  expect(await unlock(id)).toMatchObject({
    locks: [],
    counts: [{ of: "passwords", from: "known-browser", count: 3, until: null }],
  });
  expect(unlockedMails(email)).toEqual([]);
  await expect(unlock(crypto.randomUUID())).rejects.toBeInstanceOf(OperatorRefused);
});
