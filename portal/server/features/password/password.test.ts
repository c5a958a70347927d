import {
  changePassword,
  forgotPassword,
  forgotPasswordSetting,
} from "@sekimori/portal-contract/endpoints/password";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
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

async function resetCode(email: string, nth: number): Promise<string> {
  await portal.browser().call(forgotPassword, { body: { email, locale: "en" } });
  return codeIn(await portal.mails.nth(email, nth));
}

describe("a reset", () => {
  test("sets a new password with the mailed code, once, and ends every session", async () => {
    const old = portal.browser();
    const { email } = await newMember(portal, old);
    const code = await resetCode(email, 3);
    const browser = portal.browser();
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

  test("with five wrong codes is over, also for the right one", async () => {
    const { email } = await newMember(portal, portal.browser());
    const code = await resetCode(email, 3);
    const setting = (given: string) =>
      portal.browser().attempt(forgotPasswordSetting, {
        body: { email, code: given, password: next },
      });
    for (let tries = 0; tries < 5; tries += 1) await setting(wrong(code));
    expect((await setting(code)).error().type).toBe("ResetCodeIncorrect");
  });

  test("refused by the policy keeps its code", async () => {
    const { email } = await newMember(portal, portal.browser());
    const code = await resetCode(email, 3);
    const browser = portal.browser();
    const weak = await browser.attempt(forgotPasswordSetting, {
      body: { email, code, password: "weak" },
    });
    expect(weak.error().fields?.[0]).toMatchObject({ path: "password", code: "policy" });
    await browser.call(forgotPasswordSetting, { body: { email, code, password: next } });
  });

  test("raced by many requests with one code sets one password", async () => {
    const { email } = await newMember(portal, portal.browser());
    const code = await resetCode(email, 3);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        portal.browser().attempt(forgotPasswordSetting, {
          body: { email, code, password: `Race-${index}-xY` },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("mails one address at most five times an hour", async () => {
    const { email } = await newMember(portal, portal.browser());
    const statuses: number[] = [];
    for (let request = 0; request < 7; request += 1) {
      const body = { email, locale: "en" as const };
      statuses.push((await portal.browser().attempt(forgotPassword, { body })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
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
    expect((await other.attempt(getMyProfile, {})).status).toBe(401);
    const mails = [await portal.mails.nth(email, 3), await portal.mails.nth(email, 4)];
    expect(mails.map(({ subject }) => subject).join()).toContain("password was changed");
  });
});
