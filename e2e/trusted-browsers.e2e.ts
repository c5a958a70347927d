import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { signIn, signOut, toast } from "./support/member.ts";
import { sentencesOf } from "./support/sentences.ts";
import { signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

const looks = [
  { locale: "ja", width: 1280 },
  { locale: "en", width: 375 },
] as const;
type Locale = (typeof looks)[number]["locale"];

function spoken(page: Page, locale: Locale) {
  const my = sentencesOf("features/my-page", locale);
  const atSignIn = sentencesOf("features/sign-in", locale);
  const heading = page.getByRole("heading", { level: 1, name: my("My Page") });
  return { my, atSignIn, heading };
}

/** Turns the one-time password by email on, on My Page's second tab. */
async function turnTwoFactorOn(page: Page, locale: Locale): Promise<void> {
  const { my } = spoken(page, locale);
  await page.goto(`${pagePaths.security}?tab=security`);
  const about = my("Two-factor authentication");
  await page.getByRole("button", { name: `${my("Enable")}: ${about}`, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: my("Enable"), exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText(my("Browsers you trust")).waitFor();
}

describe.for(looks)("a browser that is trusted ($locale, $width)", ({ locale, width }) => {
  test("logs in by the password until that is ended on My Page", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale, width });
    const { my, atSignIn, heading } = spoken(page, locale);
    const { email } = await signUpForFree(page, mailbox, locale, address("trust"));
    await turnTwoFactorOn(page, locale);
    await signOut(page, locale);

    await signIn(page, locale, email);
    await page.waitForURL((url) => url.pathname === pagePaths.otp);
    const tick = page.getByRole("checkbox", {
      name: atSignIn("Trust this browser for {days} days", { days: "30" }),
    });
    await tick.check();
    await expectAccessible(page, `${pagePaths.otp}: trusting this browser`);
    // A page that was reloaded asks again, and trusts nothing that was not ticked since.
    await page.reload();
    await tick.waitFor();
    expect(await tick.isChecked()).toBe(false);
    await tick.check();
    const subject = locale === "ja" ? /ワンタイムパスワード/ : /one-time password/;
    await page.locator("[autocomplete=one-time-code]").fill(await mailbox.code(email, subject));
    await heading.waitFor();
    await page.goto(`${pagePaths.security}?tab=security`);
    const present = page.getByText(my("This browser"), { exact: true });
    await present.waitFor();
    await expectAccessible(page, `${pagePaths.security}: a browser that is trusted`);
    await signOut(page, locale);

    await signIn(page, locale, email);
    await heading.waitFor();
    await page.goto(`${pagePaths.security}?tab=security`);
    await present.waitFor();
    await page.getByRole("button", { name: new RegExp(`^${my("Stop trusting")}`) }).click();
    await toast(page, locale)
      .getByText(my("You'll need two-factor authentication there again"))
      .waitFor();
    await present.waitFor({ state: "detached" });
    await signOut(page, locale);

    await signIn(page, locale, email);
    await page.waitForURL((url) => url.pathname === pagePaths.otp);
    await tick.waitFor();
  });
});
