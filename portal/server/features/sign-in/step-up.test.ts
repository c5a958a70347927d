import { resendPauseMs } from "@sekimori/portal-contract/constants";
import { changeEmail, confirmChangeEmail } from "@sekimori/portal-contract/endpoints/change-email";
import { changePassword } from "@sekimori/portal-contract/endpoints/password";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { listActivity } from "@sekimori/portal-contract/endpoints/security";
import {
  confirmOtp,
  confirmReauthentication,
  reauthenticate,
  resendReauthentication,
  signIn,
} from "@sekimori/portal-contract/endpoints/sign-in";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newEmail, newMember } from "../../testing/members.ts";
import { codeIn } from "../../testing/memory-mailer.ts";
import { password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

const wrong = (code: string) => (code === "000000" ? "111111" : "000000");

/** A member who has just turned two-factor on, with the password as this sign-in's only proof. */
async function memberWithTwoFactor() {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  await browser.call(mfaSetting, { body: { enabled: true } });
  await portal.mails.nth(email, 3);
  return { browser, email };
}

describe("where two-factor is on", () => {
  test("turning it off asks for the password and the second factor", async () => {
    const { browser, email } = await memberWithTwoFactor();
    const off = () => browser.attempt(mfaSetting, { body: { enabled: false } });
    expect((await off()).error().type).toBe("RecentSignInRequired");
    const asked = await browser.call(reauthenticate, { body: { password } });
    expect(asked.status).toBe("OTP_VERIFY");
    expect((await off()).error().type).toBe("RecentSignInRequired");
    const code = codeIn(await portal.mails.nth(email, 4));
    const refused = await browser.attempt(confirmReauthentication, { body: { code: wrong(code) } });
    expect(refused.error().type).toBe("OTPInvalid");
    expect((await off()).error().type).toBe("RecentSignInRequired");
    await browser.call(confirmReauthentication, { body: { code } });
    expect((await off()).status).toBe(200);
    const again = await browser.attempt(confirmReauthentication, { body: { code } });
    expect(again.error().type).toBe("OTPExpired");
  });

  test("a new password asks for it as well", async () => {
    const { browser, email } = await memberWithTwoFactor();
    const body = { currentPassword: password, newPassword: "Umi-no-Oto4" };
    const refused = await browser.attempt(changePassword, { body });
    expect(refused.error().type).toBe("RecentSignInRequired");
    await browser.call(reauthenticate, { body: { password } });
    const code = codeIn(await portal.mails.nth(email, 4));
    await browser.call(confirmReauthentication, { body: { code } });
    await browser.call(changePassword, { body });
  });

  test("the code belongs to the session, and asking again sends no second mail at once", async () => {
    const { browser, email } = await memberWithTwoFactor();
    await browser.call(reauthenticate, { body: { password } });
    await browser.call(reauthenticate, { body: { password } });
    const tooSoon = await browser.attempt(resendReauthentication, { body: {} });
    expect(tooSoon.error().type).toBe("TooManyRequest");
    const code = codeIn(await portal.mails.nth(email, 4));
    const stranger = await memberWithTwoFactor();
    await stranger.browser.call(reauthenticate, { body: { password } });
    const foreign = await stranger.browser.attempt(confirmReauthentication, { body: { code } });
    expect(foreign.status).toBe(400);
    expect(portal.mails.to(email)).toHaveLength(4);
    portal.clock.advance(resendPauseMs);
    await browser.call(resendReauthentication, { body: {} });
    const another = codeIn(await portal.mails.nth(email, 5));
    await browser.call(confirmReauthentication, { body: { code: another } });
  });

  test("its failures count with those of sign-ins", async () => {
    const { browser, email } = await memberWithTwoFactor();
    await browser.call(reauthenticate, { body: { password } });
    const code = codeIn(await portal.mails.nth(email, 4));
    const types: string[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      const body = { code: wrong(code) };
      types.push((await browser.attempt(confirmReauthentication, { body })).error().type);
    }
    expect(types.slice(4)).toEqual(["OTPExceeded", "OTPExceeded"]);
    await browser.call(reauthenticate, { body: { password } });
    const fresh = codeIn(await portal.mails.nth(email, 6));
    const slow = await browser.attempt(confirmReauthentication, { body: { code: fresh } });
    expect(slow.error().type).toBe("TooManyRequest");
  });
});

test("without two-factor the password is enough", async () => {
  const browser = portal.browser();
  await newMember(portal, browser);
  const answer = await browser.call(reauthenticate, { body: { password } });
  expect(answer.status).toBe("AUTHENTICATED");
});

test("five wrong passwords of somebody signed in stand in the activity log", async () => {
  const browser = portal.browser();
  await newMember(portal, browser);
  for (let tries = 0; tries < 5; tries += 1) {
    const answer = await browser.attempt(reauthenticate, { body: { password: "Wrong-Pass1" } });
    expect(answer.error().type).toBe("OldPasswordWrong");
  }
  const { entries } = await browser.call(listActivity, { query: {} });
  expect(entries.filter(({ action }) => action === "reauthentication.failed")).toHaveLength(5);
});

describe("other sessions end", () => {
  async function inTwoBrowsers() {
    const [desk, phone] = [portal.browser(), portal.browser()];
    const { email } = await newMember(portal, desk);
    await phone.call(signIn, { body: { email, password } });
    return { desk, phone };
  }

  test("when two-factor is turned on", async () => {
    const { desk, phone } = await inTwoBrowsers();
    await desk.call(mfaSetting, { body: { enabled: true } });
    expect((await phone.attempt(getMyProfile, {})).status).toBe(401);
    await desk.call(getMyProfile, {});
  });

  test("when two-factor is turned off", async () => {
    const { browser: desk, email } = await memberWithTwoFactor();
    await desk.call(reauthenticate, { body: { password } });
    const code = codeIn(await portal.mails.nth(email, 4));
    await desk.call(confirmReauthentication, { body: { code } });
    const phone = portal.browser();
    await phone.call(signIn, { body: { email, password } });
    await phone.call(confirmOtp, { body: { code: codeIn(await portal.mails.nth(email, 5)) } });
    await phone.call(getMyProfile, {});
    await desk.call(mfaSetting, { body: { enabled: false } });
    expect((await phone.attempt(getMyProfile, {})).status).toBe(401);
    await desk.call(getMyProfile, {});
  });

  test("when the address changes", async () => {
    const { desk, phone } = await inTwoBrowsers();
    const next = newEmail();
    await desk.call(changeEmail, { body: { email: next, agreed: true } });
    const code = codeIn(await portal.mails.nth(next, 1));
    await desk.call(confirmChangeEmail, { body: { code } });
    expect((await phone.attempt(getMyProfile, {})).status).toBe(401);
    await desk.call(getMyProfile, {});
  });
});
