import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { signIn, signOut, toast } from "./support/member.ts";
import { sentencesOf } from "./support/sentences.ts";
import { goodPassword, signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

const looks = [
  { locale: "ja", width: 1280 },
  { locale: "en", width: 375 },
] as const;
type Locale = (typeof looks)[number]["locale"];

/** A telephone with an authenticator app, into which the secret was typed. */
const appWith = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(/\s/g, "")) });

const newPassword = "Sekisho-2027";

function spoken(page: Page, locale: Locale) {
  const my = sentencesOf("features/my-page", locale);
  const proof = sentencesOf("app/second-factor", locale);
  const app = my("Authenticator app");
  const row = (label: string, about = app) =>
    page.getByRole("button", { name: `${my(label)}: ${about}`, exact: true });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  return { my, proof, row, button, dialog: page.getByRole("dialog") };
}

/** Adds an app on My Page's second tab. @returns the app and the recovery codes. */
async function addApp(page: Page, locale: Locale) {
  const { my, proof, row, button, dialog } = spoken(page, locale);
  await page.goto(`${pagePaths.security}?tab=security`);
  await row("Add").click();
  await dialog.getByText(my("Add an authenticator app")).waitFor();
  await expectAccessible(page, `${pagePaths.security}: an authenticator app, explained`);
  await dialog.getByRole("button", { name: my("Continue"), exact: true }).click();
  await dialog.getByRole("img", { name: proof("QR code for your authenticator app") }).waitFor();
  await dialog.getByText(proof("Can't scan it?")).click();
  await expectAccessible(page, `${pagePaths.security}: an authenticator app's QR code`);
  const app = appWith(await dialog.locator("[translate=no]").innerText());
  const code = dialog.getByRole("textbox", { name: my("Code that the app shows") });
  await code.fill(app.generate() === "000000" ? "000001" : "000000");
  await dialog
    .getByText(proof("Code is incorrect. Enter the one your app shows now; each works once."))
    .first()
    .waitFor();
  await dialog
    .getByRole("button", { name: my("Turn it on"), exact: true, disabled: false })
    .waitFor();
  await code.fill(app.generate());
  await dialog.getByText(proof("Save your recovery codes")).waitFor();
  await expectAccessible(page, `${pagePaths.security}: recovery codes`);
  const codes = await dialog.getByRole("listitem").allInnerTexts();
  expect(new Set(codes).size).toBe(10);
  const saved = page.waitForEvent("download");
  await button(proof("Save as a file")).click();
  expect((await saved).suggestedFilename()).toMatch(/\.txt$/);
  await page.keyboard.press("Escape");
  await button(proof("I've saved them")).click();
  await dialog.waitFor({ state: "detached" });
  await row("Replace").waitFor();
  return { app, codes };
}

/** At the second step: leaves the app for a recovery code, and gives one. */
async function giveRecoveryCode(page: Page, locale: Locale, code: string): Promise<void> {
  const { proof, button } = spoken(page, locale);
  await button(proof("Use a recovery code instead")).click();
  await page.getByRole("textbox", { name: proof("Recovery code"), exact: true }).fill(code);
  await page.keyboard.press("Enter");
}

describe.for(looks)("an authenticator app ($locale, $width)", ({ locale, width }) => {
  test("is added, asked for at sign-in and at a sensitive change, and removed", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale, width });
    const { my, proof, row, dialog } = spoken(page, locale);
    const { email } = await signUpForFree(page, mailbox, locale, address("app"));
    const { app, codes } = await addApp(page, locale);
    await page.getByText(my("On (authenticator app)")).waitFor();
    await expectAccessible(page, `${pagePaths.security}: an authenticator app is on`);
    await signOut(page, locale);

    await signIn(page, locale, email);
    await page.waitForURL((url) => url.pathname === pagePaths.otp);
    const field = page.getByRole("textbox", { name: proof("Code from your authenticator app") });
    await field.waitFor();
    await expectAccessible(page, `${pagePaths.otp}: by the authenticator app`);
    // It was used when the app was added, and each works once.
    await field.fill(app.generate({ timestamp: Date.now() - 30_000 }));
    await page
      .getByText(proof("Code is incorrect. Enter the one your app shows now; each works once."))
      .first()
      .waitFor();
    await page.reload();
    await field.waitFor();
    await giveRecoveryCode(page, locale, (codes[0] ?? "").toLowerCase().replaceAll("-", " "));
    await page.getByRole("heading", { level: 1, name: my("My Page") }).waitFor();

    await page.goto(`${pagePaths.security}?tab=security`);
    await row("Remove").click();
    // As if the sign-in were older than ten minutes: the server then asks who it is.
    await page.route(
      "**/v1/authenticators/totp",
      (route) =>
        route.fulfill({
          status: 403,
          json: { error: { type: "RecentSignInRequired", message: "old", requestId: "old" } },
        }),
      { times: 1 },
    );
    await dialog.getByRole("button", { name: my("Remove"), exact: true }).click();
    await page.locator("[autocomplete=current-password]").fill(goodPassword);
    await page.keyboard.press("Enter");
    await page
      .getByText(proof("Open your authenticator app and enter the code it shows."))
      .waitFor();
    await expectAccessible(page, "step-up: by the authenticator app");
    await giveRecoveryCode(page, locale, codes[1] ?? "");
    await toast(page, locale).getByText(my("Authenticator app removed")).waitFor();
    await row("Add").waitFor();
  });

  test("keeps a reset by the mailbox alone from opening the account", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale, width });
    const { my, proof } = spoken(page, locale);
    const reset = sentencesOf("features/reset-password", locale);
    const { email } = await signUpForFree(page, mailbox, locale, address("app-reset"));
    const { codes } = await addApp(page, locale);
    await signOut(page, locale);
    await page.goto(`${pagePaths.resetPassword}?step=enter-id`);
    await page.getByRole("textbox").fill(email);
    await page.keyboard.press("Enter");
    await page.waitForURL(/step=email-notification/);

    await page.goto(await mailbox.link(email, pagePaths.changePassword));
    const proofBox = page.getByRole("textbox", {
      name: reset("Code from your authenticator app, or a recovery code"),
    });
    await proofBox.waitFor();
    await expectAccessible(page, `${pagePaths.changePassword}: with an authenticator app on`);
    for (const box of await page.locator("[autocomplete=new-password]").all()) {
      await box.fill(newPassword);
    }
    const change = page.getByRole("button", { name: reset("Change"), exact: true });
    await proofBox.fill("ABCDE-FGHJK-LMNPQ");
    await change.click();
    await page
      .getByText(proof("Recovery code is incorrect or has already been used. Enter another one."))
      .first()
      .waitFor();
    await proofBox.fill(codes[0] ?? "");
    await change.click();
    await page.waitForURL((url) => url.pathname === pagePaths.login);
    await signIn(page, locale, email, newPassword);
    await page.waitForURL((url) => url.pathname === pagePaths.otp);
    await giveRecoveryCode(page, locale, codes[1] ?? "");
    await page.getByRole("heading", { level: 1, name: my("My Page") }).waitFor();
  });
});
