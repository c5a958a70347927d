import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import type { Mailbox } from "./mailbox.ts";
import { signOut } from "./member.ts";
import { signUpForFree } from "./sign-up-steps.ts";

/** A Japanese member who has switched one-time passwords on and has signed out. */
export async function memberWithTwoFactor(
  page: Page,
  mailbox: Mailbox,
  email: string,
  origin = "",
): Promise<void> {
  await signUpForFree(page, mailbox, "ja", email, origin);
  await page.getByRole("tab", { name: "パスワードとセキュリティ" }).click();
  await page.getByRole("button", { name: "有効にする: 二要素認証" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "有効にする" }).click();
  await page.getByText("二要素認証を有効にしました").first().waitFor();
  await signOut(page, "ja");
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
    locale === "ja" ? /^【Sekimori】ワンタイムパスワード/ : /^Your one-time/,
  );
}

/** Enters a code, which sends itself with its last digit, once nothing else is being sent. */
export async function enterOtp(page: Page, code: string): Promise<void> {
  await page.getByRole("button", { name: "認証する", exact: true, disabled: false }).waitFor();
  await otpField(page).fill("");
  await otpField(page).fill(code);
}
