import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { signIn, signOut, toast } from "./support/member.ts";
import { addPasskey, withoutAutofill } from "./support/passkeys.ts";
import { sentencesOf } from "./support/sentences.ts";
import { signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";
import { connectAuthenticator } from "./support/virtual-authenticator.ts";

const looks = [
  { locale: "ja", width: 1280 },
  { locale: "en", width: 375 },
] as const;
type Locale = (typeof looks)[number]["locale"];

function spoken(page: Page, locale: Locale) {
  const my = sentencesOf("features/my-page", locale);
  const login = sentencesOf("features/sign-in", locale);
  const proof = sentencesOf("app/second-factor", locale);
  const stepUp = sentencesOf("app/step-up", locale);
  const errors = sentencesOf("app", locale);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const dialog = page.getByRole("dialog");
  return {
    my,
    login,
    proof,
    stepUp,
    errors,
    button,
    dialog,
    /** A button of My Page that says what it is about. */
    row: (label: string, about: string) => button(`${my(label)}: ${about}`),
    inDialog: (name: string) => dialog.getByRole("button", { name, exact: true }),
    atMyPage: () => page.getByRole("heading", { level: 1, name: my("My Page") }).waitFor(),
  };
}

async function enterByPasskey(page: Page, locale: Locale): Promise<void> {
  const { login, button } = spoken(page, locale);
  await page.goto(pagePaths.login);
  await button(login("Log in with a passkey")).click();
}

/** As if the sign-in were older than ten minutes: the server then asks who it is. */
async function askAgainOnce(page: Page, call: string): Promise<void> {
  await page.route(
    call,
    (route) =>
      route.fulfill({
        status: 403,
        json: { error: { type: "RecentSignInRequired", message: "old", requestId: "old" } },
      }),
    { times: 1 },
  );
}

describe.for(looks)("a passkey ($locale, $width)", ({ locale, width }) => {
  test("is added, named, logs in by one press, confirms a change, and is removed", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale, width });
    const { my, stepUp, errors, row, dialog, inDialog, atMyPage } = spoken(page, locale);
    await withoutAutofill(page);
    const authenticator = await connectAuthenticator(page, { synced: true });
    await signUpForFree(page, mailbox, locale, address("passkey"));
    expect(await addPasskey(page, locale)).toHaveLength(10);
    await page.getByText(my("Synced across your devices")).waitFor();
    await expectAccessible(page, `${pagePaths.security}: a passkey is on`);

    const items = page.locator("dd li");
    const given = (await items.first().locator("p").first().innerText()).trim();
    await row("Rename", given).click();
    const name = dialog.getByRole("textbox", { name: my("Name") });
    await name.fill("");
    await inDialog(my("Save")).click();
    await expectAccessible(page, `${pagePaths.security}: a passkey without a name`);
    const called = locale === "ja" ? "会社のノートパソコン" : "Work laptop";
    await name.fill(called);
    await inDialog(my("Save")).click();
    await toast(page, locale).getByText(my("Passkey renamed")).waitFor();
    await page.getByText(called, { exact: true }).waitFor();

    await row("Add", my("Passkeys")).click();
    await inDialog(my("Continue")).click();
    await dialog
      .getByText(
        sentencesOf(
          "app/private",
          locale,
        )(
          "This device already has a passkey for this account or another one here. Use another device.",
        ),
      )
      .first()
      .waitFor();
    await inDialog(my("Cancel")).click();

    await signOut(page, locale);
    await page.goto(pagePaths.login);
    await expectAccessible(page, `${pagePaths.login}: with passkeys`);
    await enterByPasskey(page, locale);
    await atMyPage();

    await page.goto(`${pagePaths.security}?tab=security`);
    await row("Remove", called).click();
    await askAgainOnce(page, "**/v1/authenticators/passkeys/*");
    await inDialog(my("Remove")).click();
    await inDialog(stepUp("Use a passkey instead")).waitFor();
    await expectAccessible(page, "step-up: with a passkey");
    await inDialog(stepUp("Use a passkey instead")).click();
    await toast(page, locale).getByText(my("Passkey removed")).waitFor();
    await page.getByText(my("On (one-time password by email)")).waitFor();

    await signOut(page, locale);
    await enterByPasskey(page, locale);
    // Either the browser was told that it does not count any more, or the server says so.
    const left = await authenticator.credentials();
    await page
      .getByText(
        errors(
          left.length === 0
            ? "No passkey was used. Try again, or use another way."
            : "This passkey isn't registered here or was removed. Use another one, or log in with your password.",
        ),
      )
      .waitFor();
  });

  test("is asked for beside the password, and a recovery code takes its place", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale, width });
    const { login, proof, errors, button, atMyPage } = spoken(page, locale);
    await withoutAutofill(page);
    const authenticator = await connectAuthenticator(page, { transport: "usb" });
    const { email } = await signUpForFree(page, mailbox, locale, address("passkey-second"));
    const codes = await addPasskey(page, locale);
    await signOut(page, locale);

    await signIn(page, locale, email);
    await page.waitForURL((url) => url.pathname === pagePaths.otp);
    await button(login("Use passkey")).waitFor();
    await expectAccessible(page, `${pagePaths.otp}: by a passkey`);
    await authenticator.verifies(false);
    await button(login("Use passkey")).click();
    await page
      .getByText(errors("No passkey was used. Try again, or use another way."))
      .first()
      .waitFor();
    await authenticator.verifies(true);
    await button(login("Use passkey")).click();
    await atMyPage();
    await signOut(page, locale);

    await signIn(page, locale, email);
    await page.waitForURL((url) => url.pathname === pagePaths.otp);
    await button(proof("Use a recovery code instead")).click();
    const code = page.getByRole("textbox", { name: proof("Recovery code"), exact: true });
    await code.fill(codes[0] ?? "");
    await page.keyboard.press("Enter");
    await atMyPage();
  });
});

test("a passkey that is cancelled, unverified or copied opens nothing, and says why", async ({
  visit,
  mailbox,
  address,
}) => {
  const locale = "en";
  const { page } = await visit({ locale, width: 1280 });
  const { my, login, errors, row, button, inDialog, atMyPage } = spoken(page, locale);
  await withoutAutofill(page);
  const authenticator = await connectAuthenticator(page, { transport: "usb" });
  await signUpForFree(page, mailbox, locale, address("passkey-hostile"));

  await page.goto(`${pagePaths.security}?tab=security`);
  await row("Add", my("Passkeys")).click();
  await authenticator.verifies(false);
  await inDialog(my("Continue")).click();
  await page
    .getByText(errors("No passkey was used. Try again, or use another way."))
    .first()
    .waitFor();
  await authenticator.verifies(true);
  await authenticator.hidesVerification(true);
  await inDialog(my("Continue")).click();
  const unverified =
    "Your device didn't verify that it's you. Set up a PIN, fingerprint or face unlock on it and try again.";
  await page.getByText(errors(unverified)).first().waitFor();
  await authenticator.hidesVerification(false);
  await page.reload();
  await addPasskey(page, locale);
  await signOut(page, locale);

  const press = () => button(login("Log in with a passkey")).click();
  const says = (sentence: string) => page.getByText(errors(sentence)).waitFor();
  await authenticator.hidesVerification(true);
  await enterByPasskey(page, locale);
  await says(unverified);
  await expectAccessible(page, `${pagePaths.login}: a passkey was refused`);
  await authenticator.hidesVerification(false);
  await press();
  await atMyPage();
  await signOut(page, locale);

  await authenticator.rewind(1);
  await enterByPasskey(page, locale);
  await says(
    "This passkey may have been copied, so we refused it. Log in another way and remove it.",
  );
  await authenticator.rewind(1000);
  await press();
  await atMyPage();
});

test("a passkey is offered in the field, and the button takes the place of that offer", async ({
  visit,
  mailbox,
  address,
}) => {
  const locale = "en";
  const { page } = await visit({ locale, width: 375 });
  const { login, button, atMyPage } = spoken(page, locale);
  const authenticator = await connectAuthenticator(page, { synced: true });
  await signUpForFree(page, mailbox, locale, address("passkey-autofill"));
  await addPasskey(page, locale);
  // Nobody presses anything: the passkey is chosen in the field.
  await signOut(page, locale);
  await page.goto(pagePaths.login);
  await atMyPage();

  await authenticator.answers(false);
  await signOut(page, locale);
  const asked = () =>
    page.waitForResponse((response) => response.url().endsWith("/sign-in/passkey/options"));
  const offer = asked();
  await page.goto(pagePaths.login);
  await offer;
  // Whoever presses is asked anew. The device answers from then on: a question that was open before
  // stays unanswered.
  await page.route("**/sign-in/passkey/options", async (route) => {
    await authenticator.answers(true);
    await route.continue();
  });
  await button(login("Log in with a passkey")).click();
  await atMyPage();
});

describe.for(looks)("a reset with a passkey on ($locale, $width)", ({ locale, width }) => {
  test("asks for the passkey beside the mailed link, or for a code", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale, width });
    const { errors, button, atMyPage } = spoken(page, locale);
    const reset = sentencesOf("features/reset-password", locale);
    const fields = sentencesOf("app/new-password", locale);
    await withoutAutofill(page);
    const authenticator = await connectAuthenticator(page, { transport: "usb" });
    const { email } = await signUpForFree(page, mailbox, locale, address("passkey-reset"));
    await addPasskey(page, locale);
    await signOut(page, locale);
    await page.goto(`${pagePaths.resetPassword}?step=enter-id&login_hint=${email}`);
    await button(reset("Send")).click();
    await page.waitForURL(/step=email-notification/);
    await page.goto(await mailbox.link(email, pagePaths.changePassword));
    await button(reset("Change with your passkey")).waitFor();
    await expectAccessible(page, `${pagePaths.changePassword}: by a passkey`);
    const proof = page.getByRole("textbox", {
      name: reset("Code from your authenticator app, or a recovery code"),
    });
    await button(reset("Use a code instead")).click();
    await proof.waitFor();
    await button(reset("Use a passkey instead")).click();
    await proof.waitFor({ state: "detached" });
    const newPassword = "Sekisho-2027";
    for (const name of ["New password", "New password (confirmation)"]) {
      await page.getByRole("textbox", { name: fields(name), exact: true }).fill(newPassword);
    }
    // Who has the mailbox and not the passkey changes nothing.
    await authenticator.verifies(false);
    await button(reset("Change with your passkey")).click();
    await page
      .getByText(errors("No passkey was used. Try again, or use another way."))
      .first()
      .waitFor();
    await authenticator.verifies(true);
    await button(reset("Change with your passkey")).click();
    await toast(page, locale).getByText(reset("Password changed")).waitFor();
    // The new password alone opens nothing either.
    await signIn(page, locale, email, newPassword);
    await page.waitForURL((url) => url.pathname === pagePaths.otp);
    const login = sentencesOf("features/sign-in", locale);
    await button(login("Use passkey")).click();
    await atMyPage();
  });
});
