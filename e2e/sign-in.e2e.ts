import { oneTimePasswordLifetimeMs, resendPauseMs } from "@sekimori/portal-contract/constants";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import type { Mailbox } from "./support/mailbox.ts";
import { signIn, signOut } from "./support/member.ts";
import { withClockAdvanced } from "./support/sandbox-clock.ts";
import { signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

async function memberWithTwoFactor(page: Page, mailbox: Mailbox, email: string): Promise<void> {
  await signUpForFree(page, mailbox, "ja", email);
  await page.getByRole("tab", { name: "パスワードとセキュリティ" }).click();
  await page.getByRole("button", { name: /有効にする|二要素認証を有効/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "有効にする" }).click();
  await page.getByText("二要素認証を有効にしました").first().waitFor();
  await signOut(page, "ja");
}

const otpField = (page: Page) => page.locator("input[autocomplete=one-time-code]");

async function atOtp(page: Page): Promise<void> {
  await page.waitForURL((url) => url.pathname === pagePaths.otp);
  await otpField(page).waitFor();
}

async function enterOtp(page: Page, code: string): Promise<void> {
  await otpField(page).fill(code);
  await page
    .getByRole("button", { name: "認証する", exact: true })
    .click({ timeout: 2_000 })
    .catch(() => {});
}

/** A code that is surely not the right one. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

describe("sign-in", () => {
  test("with e-mail and password", async ({ visit, mailbox, address }) => {
    const { page } = await visit();
    const email = address("plain");
    await signUpForFree(page, mailbox, "ja", email);
    await signOut(page, "ja");
    await page.goto(pagePaths.login);
    await expectAccessible(page, "sign-in");
    await signIn(page, "ja", email);
    await page.waitForURL((url) => url.pathname === pagePaths.security);
  });

  test("says the same of an unknown address and of a wrong password", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit();
    const email = address("same");
    await signUpForFree(page, mailbox, "ja", email);
    await signOut(page, "ja");
    const sentence = "メールアドレスまたはパスワードが正しくありません";
    for (const who of [email, address("nobody")]) {
      await signIn(page, "ja", who, "Wrong-pass1");
      await page.getByText(sentence).first().waitFor();
      await expectAccessible(page, "refused sign-in");
      expect(new URL(page.url()).pathname).toBe(pagePaths.login);
    }
  });

  test("with a one-time password; a wrong one is refused", async ({ visit, mailbox, address }) => {
    const { page } = await visit();
    const email = address("otp");
    await memberWithTwoFactor(page, mailbox, email);
    await signIn(page, "ja", email);
    await atOtp(page);
    await expectAccessible(page, "one-time password");
    const mail = await mailbox.newest(email, /ワンタイムパスワード/);
    const code = /(?<![0-9])[0-9]{6}(?![0-9])/.exec(mail.text)?.[0] ?? "";
    await enterOtp(page, wrong(code));
    await page.getByText("ワンタイムパスワードが正しくありません").first().waitFor();
    await enterOtp(page, code);
    await page.waitForURL((url) => url.pathname === pagePaths.security);
  });

  test("after five wrong one-time passwords starts over", async ({ visit, mailbox, address }) => {
    const { page } = await visit();
    const email = address("exceeded");
    await memberWithTwoFactor(page, mailbox, email);
    await signIn(page, "ja", email);
    await atOtp(page);
    const mail = await mailbox.newest(email, /ワンタイムパスワード/);
    const code = /(?<![0-9])[0-9]{6}(?![0-9])/.exec(mail.text)?.[0] ?? "";
    for (let tries = 0; tries < 5; tries++) {
      const answered = page.waitForResponse((response) => response.url().includes("confirm-otp"));
      await enterOtp(page, wrong(code));
      await answered;
    }
    await page
      .getByText(/ログインをやり直|最初からログイン|もう一度ログイン/)
      .first()
      .waitFor();
  });

  test("an expired one-time password is refused and a new one accepted", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit();
    const email = address("expired");
    await memberWithTwoFactor(page, mailbox, email);
    await signIn(page, "ja", email);
    await atOtp(page);
    const mail = await mailbox.newest(email, /ワンタイムパスワード/);
    const code = /(?<![0-9])[0-9]{6}(?![0-9])/.exec(mail.text)?.[0] ?? "";
    await withClockAdvanced(oneTimePasswordLifetimeMs + resendPauseMs, async () => {
      await enterOtp(page, code);
      await page
        .getByText(/有効期限が切れ/)
        .first()
        .waitFor();
    });
  });

  test("is not asked again in a second tab", async ({ visit, mailbox, address }) => {
    const { page } = await visit();
    const email = address("second-tab");
    await signUpForFree(page, mailbox, "ja", email);
    const tab = await page.context().newPage();
    await tab.goto(pagePaths.security);
    await tab.getByRole("heading", { name: "マイページ" }).waitFor();
    await tab.goto(pagePaths.login);
    await tab.waitForURL((url) => url.pathname === pagePaths.security);
  });
});
