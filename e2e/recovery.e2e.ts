import { recoveryDelayMs } from "@sekimori/portal-contract/constants";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { Mailbox } from "./support/mailbox.ts";
import { signIn, signOut } from "./support/member.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { withClockAdvanced } from "./support/sandbox-clock.ts";
import { sentencesOf } from "./support/sentences.ts";
import { signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

const looks = [
  { locale: "ja", width: 1280 },
  { locale: "en", width: 375 },
] as const;
type Locale = (typeof looks)[number]["locale"];

const newPassword = "Sekisho-2027";

// Three days pass here, which nobody else's journey would survive.
let product: RunningProduct;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
});
afterAll(() => product?.stop());

function spoken(page: Page, locale: Locale) {
  const my = sentencesOf("features/my-page", locale);
  const inLayout = sentencesOf("app/private", locale);
  return {
    my,
    inLayout,
    reset: sentencesOf("features/reset-password", locale),
    recovery: sentencesOf("features/recovery", locale),
    atSignIn: sentencesOf("features/sign-in", locale),
    button: (name: string) => page.getByRole("button", { name, exact: true }),
    heading: page.getByRole("heading", { level: 1, name: my("My Page") }),
    banner: page.getByText(inLayout("Someone has started recovering your account by email")),
  };
}

/** Adds an authenticator app on My Page, whose codes nobody keeps. */
async function addApp(page: Page, locale: Locale): Promise<void> {
  const { my, button } = spoken(page, locale);
  const made = sentencesOf("app/second-factor", locale);
  const dialog = page.getByRole("dialog");
  await page.goto(`${product.portalOrigin}${pagePaths.security}?tab=security`);
  await button(`${my("Add")}: ${my("Authenticator app")}`).click();
  await dialog.getByRole("button", { name: my("Continue"), exact: true }).click();
  await dialog.getByText(made("Can't scan it?")).click();
  const secret = (await dialog.locator("[translate=no]").innerText()).replaceAll(/\s/g, "");
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  await dialog.getByRole("textbox", { name: my("Code that the app shows") }).fill(app.generate());
  await dialog.getByText(made("Save your recovery codes")).waitFor();
  await button(made("I've saved them")).click();
  await dialog.waitFor({ state: "detached" });
}

/** Asks for a reset, and starts the delay on the page that its mail leads to. */
async function startDelay(page: Page, locale: Locale, email: string): Promise<void> {
  const { reset, button } = spoken(page, locale);
  const mailbox = new Mailbox(product.sandboxOrigin);
  await page.goto(`${product.portalOrigin}${pagePaths.resetPassword}?step=enter-id`);
  await page.getByRole("textbox").fill(email);
  await page.keyboard.press("Enter");
  await page.waitForURL(/step=email-notification/);
  await page.goto(await mailbox.link(email, pagePaths.changePassword));
  await page.getByText(reset("I don't have any of these"), { exact: true }).click();
  await expectAccessible(page, `${pagePaths.changePassword}: none of the ways at hand`);
  await button(reset("Start account recovery ({hours}-hour wait)", { hours: "72" })).click();
  const until = reset("Account recovery is in progress until {until}", { until: "UNTIL" });
  await page.getByText(until.split("UNTIL")[0] ?? "").waitFor();
  await expectAccessible(page, `${pagePaths.changePassword}: getting back in is under way`);
}

describe.for(looks)("getting back in without the second factor ($locale, $width)", (look) => {
  const { locale } = look;

  test("is seen in the owner's session, and stopped by a press on the mail's page", async ({
    visit,
    address,
  }) => {
    const { portalOrigin, sandboxOrigin } = product;
    const mailbox = new Mailbox(sandboxOrigin);
    const { page } = await visit(look);
    const { email } = await signUpForFree(page, mailbox, locale, address("stop"), portalOrigin);
    await addApp(page, locale);
    const { page: thief } = await visit(look);
    await startDelay(thief, locale, email);

    const { banner, heading } = spoken(page, locale);
    await page.reload();
    await heading.waitFor();
    await banner.waitFor();
    await expectAccessible(page, `${pagePaths.security}: somebody gets back in by email`);
    const { page: owner } = await visit(look);
    const { recovery, button } = spoken(owner, locale);
    await owner.goto(await mailbox.link(email, pagePaths.stopRecovery));
    await expectAccessible(owner, pagePaths.stopRecovery);
    // What has only been opened has stopped nothing.
    await page.reload();
    await banner.waitFor();
    await button(recovery("Stop recovery")).click();
    await owner
      .getByRole("heading", { level: 1, name: recovery("Account recovery stopped") })
      .waitFor();
    await expectAccessible(owner, `${pagePaths.stopRecovery}: stopped`);
    await page.reload();
    await heading.waitFor();
    await banner.waitFor({ state: "detached" });
  });

  test("opens the account after 72 hours, with a new password and the mailed code", async ({
    visit,
    address,
  }) => {
    const { portalOrigin, sandboxOrigin } = product;
    const mailbox = new Mailbox(sandboxOrigin);
    const { page } = await visit(look);
    const { reset, recovery, atSignIn, button, heading } = spoken(page, locale);
    const { email } = await signUpForFree(page, mailbox, locale, address("back"), portalOrigin);
    await addApp(page, locale);
    await signOut(page, locale);
    await signIn(page, locale, email);
    await page.waitForURL((url) => url.pathname === pagePaths.otp);
    // The way that is left is named where the others are asked for.
    await button(atSignIn("Lost all of them? Reset your password")).click();
    await page.waitForURL((url) => url.pathname === pagePaths.resetPassword);
    await startDelay(page, locale, email);
    expect(await page.getByText(reset("I don't have any of these"), { exact: true }).count()).toBe(
      0,
    );

    await withClockAdvanced(
      recoveryDelayMs + 10_000,
      async () => {
        await page.goto(await mailbox.link(email, pagePaths.finishRecovery));
        await page.getByText(recovery("your authenticator app"), { exact: true }).waitFor();
        await expectAccessible(page, pagePaths.finishRecovery);
        for (const box of await page.locator("[autocomplete=new-password]").all()) {
          await box.fill(newPassword);
        }
        await button(recovery("Set the new password")).click();
        await page.waitForURL((url) => url.pathname === pagePaths.login);
        const before = (await mailbox.list(email)).length;
        await signIn(page, locale, email, newPassword);
        await page.waitForURL((url) => url.pathname === pagePaths.otp);
        await expect.poll(async () => (await mailbox.list(email)).length).toBeGreaterThan(before);
        const subject = locale === "ja" ? /ワンタイムパスワード [0-9]/ : /one-time password:/;
        const code = await mailbox.code(email, subject);
        await page.locator("[autocomplete=one-time-code]").fill(code);
        await heading.waitFor();
      },
      sandboxOrigin,
    );
  });
});
