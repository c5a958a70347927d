import { changeEmail, confirmChangeEmail } from "@sekimori/portal-contract/endpoints/change-email";
import {
  changePassword,
  forgotPassword,
  forgotPasswordSetting,
  lookAtReset,
} from "@sekimori/portal-contract/endpoints/password";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { listActivity } from "@sekimori/portal-contract/endpoints/security";
import { confirmOtp, signIn } from "@sekimori/portal-contract/endpoints/sign-in";
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

const next = "Yama-no-Ue2";
const wrong = (code: string) => (code === "000000" ? "111111" : "000000");

/** A browser that has asked for a reset, and what the mail brings. */
async function askedReset(email: string, nth: number) {
  const browser = portal.browser();
  await browser.call(forgotPassword, { body: { email, locale: "en" } });
  const mail = await portal.mails.nth(email, nth);
  const token = /change-password\?token=([\w-]{43})/.exec(mail.text)?.[1] ?? "";
  return { browser, code: codeIn(mail), token };
}

describe("a reset", () => {
  test("sets a new password with the mailed code, once, and ends every session", async () => {
    const old = portal.browser();
    const { email } = await newMember(portal, old);
    const { browser, code } = await askedReset(email, 3);
    await browser.call(forgotPasswordSetting, { body: { email, code, password: next } });
    expect((await old.attempt(getMyProfile, {})).status).toBe(401);
    const former = await browser.attempt(signIn, { body: { email, password } });
    expect(former.error().type).toBe("UsernamePasswordIncorrect");
    expect((await browser.call(signIn, { body: { email, password: next } })).status).toBe(
      "SIGNED_IN",
    );
    const again = await browser.attempt(forgotPasswordSetting, {
      body: { email, code, password: "Kawa-no-Ue3" },
    });
    expect(again.error().type).toBe("ResetCodeIncorrect");
  });

  test("answers alike for an address without an account, and sends nothing there", async () => {
    const { email } = await newMember(portal, portal.browser());
    const unknown = newEmail();
    const answers = [];
    for (const address of [unknown, email]) {
      answers.push(
        await portal.browser().attempt(forgotPassword, { body: { email: address, locale: "en" } }),
      );
    }
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [200, "{}"],
      [200, "{}"],
    ]);
    await portal.mails.nth(email, 3); // The later request's mail is there, so the earlier one's would be.
    expect(portal.mails.to(unknown)).toEqual([]);
    const guess = await portal.browser().attempt(forgotPasswordSetting, {
      body: { email: unknown, code: "123456", password: next },
    });
    expect(guess.error().type).toBe("ResetCodeIncorrect");
  });

  test("by the link needs no browser in particular, and works once", async () => {
    const { email } = await newMember(portal, portal.browser());
    const { token } = await askedReset(email, 3);
    const elsewhere = portal.browser();
    await elsewhere.call(forgotPasswordSetting, { body: { token, password: next } });
    const again = await elsewhere.attempt(forgotPasswordSetting, {
      body: { token, password: "Kawa-no-Ue3" },
    });
    expect(again.error().type).toBe("ResetCodeIncorrect");
    expect((await elsewhere.call(signIn, { body: { email, password: next } })).status).toBe(
      "SIGNED_IN",
    );
  });

  test("tells the holder of the link login ID and code, any number of times until it is used", async () => {
    const { email } = await newMember(portal, portal.browser());
    const { code, token } = await askedReset(email, 3);
    const elsewhere = portal.browser();
    const body = { token };
    const seen = { email, code, ways: [], recovery: null };
    expect(await elsewhere.call(lookAtReset, { body })).toEqual(seen);
    expect(await elsewhere.call(lookAtReset, { body })).toEqual(seen);
    await elsewhere.call(forgotPasswordSetting, { body: { token, password: next } });
    for (const stale of [token, "A".repeat(43)]) {
      const answer = await elsewhere.attempt(lookAtReset, { body: { token: stale } });
      expect(answer.error().type).toBe("ResetCodeIncorrect");
    }
    expect((await portal.mails.nth(email, 3)).text).not.toContain(encodeURIComponent(email));
  });

  test("by the code counts in the browser that asked alone", async () => {
    const { email } = await newMember(portal, portal.browser());
    const { browser, code } = await askedReset(email, 3);
    const body = { email, code, password: next };
    const stranger = await portal.browser().attempt(forgotPasswordSetting, { body });
    expect(stranger.error().type).toBe("ResetCodeIncorrect");
    const other = await askedReset(email, 4);
    if (other.code !== code) {
      const crossed = await other.browser.attempt(forgotPasswordSetting, { body });
      expect(crossed.error().type).toBe("ResetCodeIncorrect");
    }
    await browser.call(forgotPasswordSetting, { body });
  });

  test("with five wrong codes is over for that browser; the link works on", async () => {
    const { email } = await newMember(portal, portal.browser());
    const { browser, code, token } = await askedReset(email, 3);
    const setting = (given: string) =>
      browser.attempt(forgotPasswordSetting, { body: { email, code: given, password: next } });
    for (let tries = 0; tries < 5; tries += 1) await setting(wrong(code));
    expect((await setting(code)).error().type).toBe("ResetCodeIncorrect");
    await browser.call(forgotPasswordSetting, { body: { token, password: next } });
    await browser.call(signIn, { body: { email, password: next } });
    const { entries } = await browser.call(listActivity, { query: {} });
    expect(entries.map(({ action }) => action)).toContain("password.reset-failed");
  });

  test("is not refused to its owner because strangers have failed", async () => {
    const { email } = await newMember(portal, portal.browser());
    const { browser, code } = await askedReset(email, 3);
    for (let n = 0; n < 30; n += 1) {
      const stranger = portal.browser();
      stranger.cookies.set("sekimori_reset", "C".repeat(43));
      await stranger.attempt(forgotPasswordSetting, {
        body: { email, code: wrong(code), password: next },
      });
    }
    await browser.call(forgotPasswordSetting, { body: { email, code, password: next } });
  });

  test("forgets the browsers that the account knew", async () => {
    const intruder = portal.browser();
    const { email } = await newMember(portal, intruder);
    const { browser, token } = await askedReset(email, 3);
    await browser.call(forgotPasswordSetting, { body: { token, password: next } });
    const { rows } = await portal.database.pool.query(
      `select count(*)::int as n from portal.known_device d
       join portal.account a on a.id = d.account_id where a.email_digest = $1`,
      [portal.context.digests.email(email)],
    );
    expect(rows[0].n).toBe(0);
  });

  test("ends a change of address that somebody else may have begun", async () => {
    const former = portal.browser();
    const { email } = await newMember(portal, former);
    const address = newEmail();
    await former.call(changeEmail, { body: { email: address, agreed: true } });
    const code = codeIn(await portal.mails.nth(address, 1));
    const { token } = await askedReset(email, 3);
    const browser = portal.browser();
    await browser.call(forgotPasswordSetting, { body: { token, password: next } });
    await browser.call(signIn, { body: { email, password: next } });
    expect((await browser.call(getMyProfile, {})).pending_email).toBeNull();
    const late = await browser.attempt(confirmChangeEmail, { body: { code } });
    expect(late.error().type).toBe("CodeExpired");
  });

  test("ends sign-ins that wait for their one-time password", async () => {
    const owner = portal.browser();
    const { email } = await newMember(portal, owner);
    await owner.call(mfaSetting, { body: { enabled: true } });
    const other = portal.browser();
    await other.call(signIn, { body: { email, password } });
    const code = codeIn(await portal.mails.nth(email, 4));
    const { token } = await askedReset(email, 5);
    await owner.call(forgotPasswordSetting, { body: { token, password: next } });
    const late = await other.attempt(confirmOtp, { body: { code } });
    expect(late.error().type).toBe("SessionExpired");
  });

  test("refused by the policy keeps its code", async () => {
    const { email } = await newMember(portal, portal.browser());
    const { browser, code } = await askedReset(email, 3);
    for (let tries = 0; tries < 6; tries += 1) {
      const weak = await browser.attempt(forgotPasswordSetting, {
        body: { email, code, password: "weak" },
      });
      expect(weak.error().fields?.[0]).toMatchObject({ path: "password", code: "policy" });
    }
    await browser.call(forgotPasswordSetting, { body: { email, code, password: next } });
  });

  test("raced by many requests with one link sets one password", async () => {
    const { email } = await newMember(portal, portal.browser());
    const { token } = await askedReset(email, 3);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        portal.browser().attempt(forgotPasswordSetting, {
          body: { token, password: `Race-${index}-xY` },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("mails one address at most five times an hour", async () => {
    const { email } = await newMember(portal, portal.browser());
    const answers: (number | string)[] = [];
    for (let request = 0; request < 7; request += 1) {
      const body = { email, locale: "en" as const };
      const answer = await portal.browser().attempt(forgotPassword, { body });
      answers.push(answer.status === 200 ? 200 : `${answer.status} ${answer.error().type}`);
    }
    const refused = "429 TooManyRequest";
    expect(answers).toEqual([200, 200, 200, 200, 200, refused, refused]);
  });
});

describe("a change", () => {
  test("needs the present password, ends other sessions and keeps this one", async () => {
    const browser = portal.browser();
    const { email } = await newMember(portal, browser);
    const other = portal.browser();
    await other.call(signIn, { body: { email, password } });
    const refused = await browser.attempt(changePassword, {
      body: { currentPassword: "Wrong-Pass1", newPassword: next },
    });
    expect(refused.error().type).toBe("OldPasswordWrong");
    const weak = await browser.attempt(changePassword, {
      body: { currentPassword: password, newPassword: "password" },
    });
    expect(weak.error().fields?.[0]?.path).toBe("newPassword");
    await browser.call(changePassword, {
      body: { currentPassword: password, newPassword: next },
    });
    await browser.call(getMyProfile, {});
    const { entries } = await browser.call(listActivity, { query: {} });
    expect(entries.map(({ action }) => action)).toContain("reauthentication.failed");
    expect((await other.attempt(getMyProfile, {})).status).toBe(401);
    const mails = [await portal.mails.nth(email, 3), await portal.mails.nth(email, 4)];
    expect(mails.map(({ subject }) => subject).join()).toContain("password has been changed");
  });
});
