import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import type { Mailbox } from "./mailbox.ts";
import { signOut } from "./member.ts";
import { sentencesOf } from "./sentences.ts";
import { signUpForFree } from "./sign-up-steps.ts";

/** A member who has switched one-time passwords on and has signed out. */
export async function memberWithTwoFactor(
  page: Page,
  mailbox: Mailbox,
  email: string,
  origin = "",
  locale: "ja" | "en" = "ja",
): Promise<void> {
  const say = sentencesOf("features/my-page", locale);
  await signUpForFree(page, mailbox, locale, email, origin);
  await page.getByRole("tab", { name: say("Password and security") }).click();
  const about = say("Two-factor authentication");
  await page.getByRole("button", { name: `${say("Enable")}: ${about}`, exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("Enable"), exact: true })
    .click();
  await page.getByText(say("Two-factor authentication enabled")).first().waitFor();
  await signOut(page, locale);
}

const otpField = (page: Page) => page.locator("input[autocomplete=one-time-code]");

export async function atOtp(page: Page): Promise<void> {
  await page.waitForURL((url) => url.pathname === pagePaths.otp);
  await otpField(page).waitFor();
}

/** The one that was mailed last; other mails speak of one-time passwords, too. */
export function oneTimePassword(
  mailbox: Mailbox,
  email: string,
  locale: "ja" | "en" = "ja",
): Promise<string> {
  return mailbox.code(
    email,
    locale === "ja" ? /^【Sekimori】ワンタイムパスワード/ : /^\[Sekimori\] Your one-time/,
  );
}

/** Enters a code, which sends itself with its last digit, once nothing else is being sent. */
export async function enterOtp(
  page: Page,
  code: string,
  locale: "ja" | "en" = "ja",
): Promise<void> {
  const name = { ja: "認証する", en: "Verify" }[locale];
  await page.getByRole("button", { name, exact: true, disabled: false }).waitFor();
  await otpField(page).fill("");
  await otpField(page).fill(code);
}
