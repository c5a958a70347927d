import {
  forgotPassword,
  forgotPasswordSetting,
} from "@sekimori/portal-contract/endpoints/password";
import { confirmOtp, signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { confirmSignUp, signUp } from "@sekimori/portal-contract/endpoints/sign-up";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newEmail, newMember } from "../../testing/members.ts";
import { codeIn, tokenIn } from "../../testing/memory-mailer.ts";
import { password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

// Row 30 of the assurance plan: budgets belong to a proof. What was spent with the old password, or by
// strangers at a mailbox, bars nobody who has proved the new one, or the mailbox.

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

const next = "Yama-no-Ue2";
const resetSubject = /Your password reset code|パスワード再設定の確認コード/;
const codeSubject = /Your one-time password|ワンタイムパスワード/;
let networks = 0;
const stranger = () => {
  networks += 1;
  return portal.browser(`198.18.7.${networks}`);
};

/** The `count`-th mail to an address with such a subject, as soon as it is there. */
async function mailOf(email: string, subject: RegExp, count = 1) {
  for (let at = 1, found = 0; ; at += 1) {
    const mail = await portal.mails.nth(email, at);
    if (subject.test(mail.subject)) found += 1;
    if (found === count) return mail;
  }
}

test("a thief of the password who has spent its codes does not bar the owner of the next one", async () => {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  await browser.call(mfaSetting, { body: { enabled: true } });
  const statuses: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    statuses.push((await stranger().attempt(signIn, { body: { email, password } })).status);
  }
  expect(statuses.slice(-2)).toEqual([429, 429]);
  const mailed = statuses.filter((status) => status === 200).length;

  const owner = stranger();
  await owner.call(forgotPassword, { body: { email, locale: "en" } });
  const token = tokenIn(await mailOf(email, resetSubject));
  await owner.call(forgotPasswordSetting, { body: { token, password: next } });
  const body = { email, password: next };
  expect(await owner.call(signIn, { body })).toMatchObject({ status: "OTP_VERIFY" });
  const code = codeIn(await mailOf(email, codeSubject, mailed + 1));
  expect(await owner.call(confirmOtp, { body: { code } })).toMatchObject({ status: "SIGNED_IN" });
});

test("guesses at the old password do not bar its owner's network from the new one", async () => {
  const { email } = await newMember(portal, portal.browser());
  const neighbour = stranger();
  for (let n = 0; n < 25; n += 1) {
    await neighbour.attempt(signIn, { body: { email, password: "Wrong-Pass1" } });
  }
  const barred = await neighbour.attempt(signIn, { body: { email, password } });
  expect(barred.status).toBe(429);
  await neighbour.call(forgotPassword, { body: { email, locale: "en" } });
  const mail = await mailOf(email, resetSubject);
  await neighbour.call(forgotPasswordSetting, { body: { token: tokenIn(mail), password: next } });
  const body = { email, password: next };
  expect(await neighbour.call(signIn, { body })).toMatchObject({ status: "SIGNED_IN" });
});

test("strangers who have spent an address's resets leave its owner a link that is good", async () => {
  const { email } = await newMember(portal, portal.browser());
  const ask = () => stranger().attempt(forgotPassword, { body: { email, locale: "en" } });
  for (let n = 0; n < 5; n += 1) expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(429);
  const mail = await mailOf(email, resetSubject, 5);
  // As late as the last of a day's mails may be.
  portal.clock.advance(20 * 3_600_000);
  const owner = stranger();
  await owner.call(forgotPasswordSetting, { body: { token: tokenIn(mail), password: next } });
  // The mailbox is proved: its owner may ask again.
  expect((await ask()).status).toBe(200);
});

test("strangers who have begun sign-ups with an address do not bar its owner, once it is proved", async () => {
  const email = newEmail();
  const ask = () => stranger().attempt(signUp, { body: { email, locale: "en" } });
  for (let n = 0; n < 6; n += 1) expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(429);
  const mail = await portal.mails.nth(email, 6);
  const owner = stranger();
  await owner.call(confirmSignUp, { body: { token: tokenIn(mail) } });
  expect((await ask()).status).toBe(200);
});
