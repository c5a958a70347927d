import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { describe } from "vitest";
import { signIn, signOut } from "./support/member.ts";
import { sentencesOf } from "./support/sentences.ts";
import { signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";
import { atOtp, enterOtp, memberWithTwoFactor, oneTimePassword } from "./support/two-factor.ts";

/** A code that is surely not the right one. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

describe("sign-in", () => {
  test("with e-mail and password", async ({ visit, mailbox, address }) => {
    const { page } = await visit();
    const email = address("plain");
    await signUpForFree(page, mailbox, "ja", email);
    await signOut(page, "ja");
    await page.goto(pagePaths.login);
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
      const answered = page.waitForResponse("**/v1/idp/sign-in");
      await signIn(page, "ja", who, "Wrong-pass1");
      await answered;
      await page.getByText(sentence).first().waitFor();
      expect(new URL(page.url()).pathname).toBe(pagePaths.login);
      await page.goto(pagePaths.login);
    }
  });

  test("with a one-time password; a wrong one is refused", async ({ visit, mailbox, address }) => {
    const { page } = await visit();
    const email = address("otp");
    await memberWithTwoFactor(page, mailbox, email);
    await signIn(page, "ja", email);
    await atOtp(page);
    const code = await oneTimePassword(mailbox, email);
    await enterOtp(page, wrong(code));
    await page.getByText("ワンタイムパスワードが正しくありません").first().waitFor();
    await enterOtp(page, code);
    await page.waitForURL((url) => url.pathname === pagePaths.security);
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

describe.for(["ja", "en"] as const)("a second step that has to wait (%s)", (locale) => {
  test("after five wrong one-time passwords starts over", async ({ visit, mailbox, address }) => {
    const { page } = await visit({ locale });
    const email = address("exceeded");
    await memberWithTwoFactor(page, mailbox, email, "", locale);
    await signIn(page, locale, email);
    await atOtp(page);
    const code = await oneTimePassword(mailbox, email, locale);
    for (let tries = 0; tries < 5; tries++) {
      const answered = page.waitForResponse((response) => response.url().includes("confirm-otp"));
      await enterOtp(page, wrong(code), locale);
      await answered;
    }
    const say = sentencesOf("features/sign-in", locale);
    const startOver = page.getByRole("button", { name: say("Start login over"), exact: true });
    await startOver.waitFor();
    expect(await page.locator("input").count()).toBe(0);
    await startOver.click();
    await page.waitForURL((url) => url.pathname === pagePaths.login);
    expect(await page.locator("[name=email]").inputValue()).toBe(email);

    // Even the right code waits now, and the page says for how long.
    await signIn(page, locale, email);
    await atOtp(page);
    // A warning about the wrong codes came too, which has none.
    const withCode = {
      ja: /^【Sekimori】ワンタイムパスワード[\s\S]*\s\d{6}\s/,
      en: /Your one-time[\s\S]*\s\d{6}\s/,
    }[locale];
    const next = await mailbox.newest(email, withCode, 2);
    await enterOtp(page, /\s(\d{6})\s/.exec(next.text)?.[1] ?? "", locale);
    await page
      .getByRole("timer")
      .getByText({ ja: /あと[01]:\d\d/, en: /[01]:\d\d/ }[locale])
      .waitFor();
  });

  test("keeps the countdown to another one-time password over a reload", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale });
    const email = address("countdown");
    await memberWithTwoFactor(page, mailbox, email, "", locale);
    await signIn(page, locale, email);
    await atOtp(page);
    const again = page.getByText({ ja: /あと\d+秒で/, en: /Available in \d+ second/ }[locale]);
    await again.waitFor();
    await page.reload();
    await again.waitFor();
    const resend = page.getByRole("button", {
      name: { ja: "ワンタイムパスワードを再送する", en: "Resend the one-time password" }[locale],
    });
    expect(await resend.getAttribute("aria-disabled")).toBe("true");
  });
});
