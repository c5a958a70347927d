import { pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { signIn, signOut, toast } from "./support/member.ts";
import { signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";
import { oneTimePassword } from "./support/two-factor.ts";

// The specification's titles and messages as a reader of English meets them, word by word. Those of
// the registration are read in sign-up.e2e.ts, those of errors in portal/web/app/sentences.

/** The page's heading and the window's title. */
async function titled(page: Page, title: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
  await expect.poll(() => page.title()).toBe(`${title} | Sekimori`);
}

describe("as specified", () => {
  test("login, reset of a password, and a failed payment", async ({ visit }) => {
    const { page, expectConsole } = await visit({ locale: "en" });
    expectConsole(/status of 404/);
    await page.goto(pagePaths.login);
    await titled(page, "Login");
    await page.goto(pageUrl("resetPassword", { step: "enter-id" }));
    await titled(page, "Reset Password");
    const step = page.getByRole("heading", { level: 2, name: "Send reset URL", exact: true });
    await step.waitFor();
    await page.getByRole("textbox", { name: "Email address" }).fill("nobody@people.example");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.waitForURL(/step=email-notification/);
    await titled(page, "Reset Password");
    await step.waitFor();
    await page.goto(pagePaths.changePassword);
    await titled(page, "Change Password");
    await page.goto(pagePaths.tds);
    await titled(page, "Payment Error");
  });

  test("My Page's dialogs, and a change of address", async ({ visit, mailbox, address }) => {
    const { page } = await visit({ locale: "en" });
    await signUpForFree(page, mailbox, "en", address("titles"));
    await titled(page, "My Page");
    const opens = async (button: string, title: string) => {
      await page.getByRole("button", { name: button, exact: true }).click();
      const dialog = page.getByRole("dialog", { name: title, exact: true });
      await dialog.getByRole("heading", { name: title, exact: true }).waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    };
    await opens("Change: Name", "Change Name");
    await opens("Change: Language", "Change Language");
    await page.getByRole("tab", { name: "Password and security" }).click();
    await opens("Change: Password", "Change Password");
    await opens("Enable: Two-factor authentication", "Enable Two-Factor Authentication");

    const next = address("next");
    await page.getByRole("tab", { name: "Account management" }).click();
    await page.getByRole("button", { name: "Change: Email address" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "New email address" }).fill(next);
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await page.waitForURL((url) => url.pathname === pagePaths.changeEmailVerify);
    await titled(page, "Email Address Authentication");
    const code = await mailbox.code(next);
    await page.getByRole("textbox", { name: "Authentication code" }).fill(code);
    await page.waitForURL((url) => url.pathname === pagePaths.changeEmailComplete);
    // Once it is done, the page says so.
    await titled(page, "Your email address has been changed");
  });

  test("the one-time password, and what is said of success", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "en" });
    const email = address("otp-title");
    await signUpForFree(page, mailbox, "en", email);
    const says = (sentence: string) =>
      toast(page, "en").getByText(sentence, { exact: true }).waitFor();
    await page.getByRole("tab", { name: "Password and security" }).click();
    await page.getByRole("button", { name: "Enable: Two-factor authentication" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Enable", exact: true }).click();
    await says("Two-factor authentication enabled");
    await signOut(page, "en");
    await signIn(page, "en", email);
    await page.waitForURL((url) => url.pathname === pagePaths.otp);
    await titled(page, "One-Time Password Verification");
    await page
      .locator("input[autocomplete=one-time-code]")
      .fill(await oneTimePassword(mailbox, email, "en"));
    await page.waitForURL((url) => url.pathname === pagePaths.security);
    await page.getByRole("tab", { name: "Password and security" }).click();
    await page.getByRole("button", { name: "Disable: Two-factor authentication" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Disable", exact: true }).click();
    await says("Two-factor authentication disabled");
  });
});
