import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import {
  enter,
  expectFocusKept,
  expectFocusTaken,
  expectReturned,
  tabTo,
  typeInto,
} from "./support/keyboard.ts";
import { signIn, toast } from "./support/member.ts";
import { isPrimary } from "./support/primary.ts";
import { sentencesOf } from "./support/sentences.ts";
import { cards, goodPassword, type SignUp, signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";
import { oneTimePassword } from "./support/two-factor.ts";

const newPassword = "Torii-2027x";

/** Everything here is done with the keyboard alone. */
class Modals {
  readonly page: Page;
  readonly locale: "ja" | "en";
  readonly say: (english: string, values?: Readonly<Record<string, string>>) => string;
  readonly app: (english: string) => string;
  constructor(page: Page, locale: "ja" | "en") {
    this.page = page;
    this.locale = locale;
    this.say = sentencesOf("features/my-page", locale);
    this.app = sentencesOf("app", locale);
  }

  button(name: string) {
    return this.page.getByRole("button", { name, exact: true });
  }

  dialog(title: string) {
    return this.page.getByRole("dialog", { name: this.say(title), exact: true });
  }

  /** The button of a setting's row. */
  setting(label: string, about: string) {
    return this.button(`${this.say(label)}: ${this.say(about)}`);
  }

  async atSecurity() {
    await this.page.goto(`${pagePaths.security}?tab=security`);
    await this.page.getByRole("tab", { selected: true }).waitFor();
  }

  /** Opens it, sees that it holds the focus, closes it by Escape, and opens it again. */
  async open(opener: ReturnType<Page["getByRole"]>, title: string) {
    const dialog = this.dialog(title);
    await enter(this.page, opener);
    await expectFocusKept(this.page, dialog);
    await expectAccessible(this.page, `modal «${title}»`);
    await this.page.keyboard.press("Escape");
    await expectReturned(dialog, opener);
    await this.page.keyboard.press("Enter");
    await expectFocusTaken(dialog);
    return dialog;
  }

  /** The error stands in the modal, has the focus in it, and is accessible. */
  async refused(dialog: ReturnType<Page["getByRole"]>, sentence: string, state: string) {
    await dialog.getByText(sentence).first().waitFor();
    await expectFocusKept(this.page, dialog);
    await expectAccessible(this.page, `modal «${state}» refused`);
  }

  async succeeded(title: string) {
    await toast(this.page, this.locale).getByText(this.say(title), { exact: true }).waitFor();
  }
}

describe.for(["ja", "en"] as const)("My Page by keyboard (%s)", (locale) => {
  test("name, e-mail address and language", async ({ visit, mailbox, address }) => {
    const { page } = await visit({ locale });
    const { email } = await signUpForFree(page, mailbox, locale, address("modal-account"));
    const on = new Modals(page, locale);
    const { say, app } = on;

    const nameOpener = on.setting("Change", "Name");
    const name = await on.open(nameOpener, "Change Name");
    const first = name.getByRole("textbox", { name: say("First name"), exact: true });
    await typeInto(page, first, "");
    await page.keyboard.press("Enter");
    const missing = app("Please enter {label}.").replace("{label}", say("First name"));
    await on.refused(name, missing, "Change Name");
    await typeInto(page, first, "桜子");
    await page.keyboard.press("Enter");
    await on.succeeded("Name changed");
    await expectReturned(name, nameOpener);

    const detailsOpener = on.button(say("Change registered details"));
    const details = await on.open(detailsOpener, "Change Registered Details");
    const street = details.locator("[name=addrLine1]");
    await typeInto(page, street, "");
    await page.keyboard.press("Enter");
    await on.refused(
      details,
      app("Please enter {label}.").replace(
        "{label}",
        locale === "ja" ? "町名・番地" : "Town and street number",
      ),
      "Change Registered Details",
    );
    await typeInto(page, street, "丸の内2-2");
    await page.keyboard.press("Enter");
    await on.succeeded("Registered details changed");
    await expectReturned(details, detailsOpener);
    await page.locator("dd", { hasText: "丸の内2-2" }).waitFor();
    // The server's word for it, not that of the answer.
    await page.reload();
    await page.locator("dd", { hasText: "丸の内2-2" }).waitFor();

    const emailOpener = on.setting("Change", "Email address");
    const change = await on.open(emailOpener, "Change Email Address");
    const field = change.getByRole("textbox", { name: say("New email address") });
    await typeInto(page, field, email);
    await page.keyboard.press("Enter");
    await on.refused(
      change,
      say("Select the checkbox to agree to the change."),
      "Change Email Address",
    );
    await tabTo(page, change.getByRole("checkbox"));
    await page.keyboard.press("Space");
    await enter(page, change.getByRole("button", { name: say("Send"), exact: true }));
    await on.refused(
      change,
      app("This email address is already in use."),
      "Change Email Address, taken",
    );
    await enter(page, change.getByRole("button", { name: say("Cancel") }).last());
    await expectReturned(change, emailOpener);

    const languageOpener = on.setting("Change", "Language");
    const languages = await on.open(languageOpener, "Change Language");
    await tabTo(page, languages.getByRole("radio", { checked: true }));
    await page.keyboard.press(locale === "ja" ? "ArrowDown" : "ArrowUp");
    await enter(page, languages.getByRole("button", { name: say("Save"), exact: true }));
    const other = new Modals(page, locale === "ja" ? "en" : "ja");
    await other.succeeded("Language changed");
    await page.getByRole("heading", { level: 1, name: other.say("My Page") }).waitFor();
    await expectReturned(page.getByRole("dialog"), other.setting("Change", "Language"));
  });

  test("password, two-factor with step-up, other devices and «this wasn't me»", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale });
    const { email } = await signUpForFree(page, mailbox, locale, address("modal-security"));
    const elsewhere = await visit({ locale });
    await signIn(elsewhere.page, locale, email);
    await elsewhere.page.getByRole("tablist").waitFor();
    const on = new Modals(page, locale);
    const { say, app } = on;
    await on.atSecurity();

    const end = page.getByRole("button", { name: say("Log out: {device}").split("{")[0] ?? "" });
    await enter(page, end);
    await on.succeeded("Logged out on the other device");
    await end.waitFor({ state: "detached" });

    const words = sentencesOf("app/new-password", locale);
    const passwordOpener = on.setting("Change", "Password");
    const password = await on.open(passwordOpener, "Change Password");
    const box = (label: string) => password.getByRole("textbox", { name: label, exact: true });
    await typeInto(page, box(say("Current password")), "Wrong-2026xx");
    await typeInto(page, box(words("New password")), newPassword);
    await typeInto(page, box(words("New password (confirmation)")), `${newPassword}y`);
    await page.keyboard.press("Enter");
    await on.refused(password, app("Passwords do not match."), "Change Password");
    await typeInto(page, box(words("New password (confirmation)")), newPassword);
    await page.keyboard.press("Enter");
    await on.refused(password, app("Current password is incorrect."), "Change Password, wrong");
    await typeInto(page, box(say("Current password")), goodPassword);
    await page.keyboard.press("Enter");
    await on.succeeded("Password changed");
    await expectReturned(password, passwordOpener);

    const enableOpener = on.setting("Enable", "Two-factor authentication");
    const enable = await on.open(enableOpener, "Enable Two-Factor Authentication");
    // As after ten minutes: the first tries are refused, what follows is the server's own answer.
    await page.route(
      "**/v1/idp/mfa/setting",
      (route) =>
        route.fulfill({
          status: 403,
          contentType: "application/json",
          body: JSON.stringify({
            error: { type: "RecentSignInRequired", message: "provoked", requestId: "provoked-3" },
          }),
        }),
      { times: 2 },
    );
    const stepUpWords = sentencesOf("app/step-up", locale);
    const asked = page.getByRole("dialog", { name: stepUpWords("Confirm your password") });
    const send = enable.getByRole("button", { name: say("Enable"), exact: true });
    await enter(page, send);
    await expectFocusKept(page, asked);
    await expectAccessible(page, "step-up");
    await page.keyboard.press("Escape");
    await expectReturned(asked, send);
    await page.keyboard.press("Enter");
    const current = asked.getByRole("textbox", { name: stepUpWords("Current password") });
    await typeInto(page, current, "Wrong-2026xx");
    await page.keyboard.press("Enter");
    await on.refused(asked, app("Current password is incorrect."), "step-up");
    await typeInto(page, current, newPassword);
    await page.keyboard.press("Enter");
    await on.succeeded("Two-factor authentication enabled");
    const disableOpener = on.setting("Disable", "Two-factor authentication");
    await expectReturned(enable, disableOpener);
    const disable = await on.open(disableOpener, "Disable Two-Factor Authentication");
    await enter(page, disable.getByRole("button", { name: say("Disable"), exact: true }));
    // This sign-in has shown one factor: turning the second off asks for both.
    await typeInto(page, current, newPassword);
    await page.keyboard.press("Enter");
    const codeAsked = page.getByRole("dialog", { name: stepUpWords("Confirm it's you") });
    await codeAsked.waitFor();
    await expectAccessible(page, "step-up with a code");
    // As after five wrong ones: what is left is the beginning, and that is the button to press.
    await page.route(
      "**/v1/idp/reauthenticate/confirm-otp",
      (route) =>
        route.fulfill({
          status: 400,
          json: { error: { type: "OTPExceeded", message: "provoked", requestId: "provoked-4" } },
        }),
      { times: 1 },
    );
    const codeField = codeAsked.locator("input[autocomplete=one-time-code]");
    await codeField.fill("000000");
    // Nobody has to log in here: text and button name the same act.
    const tooMany = stepUpWords("Too many incorrect attempts. Enter your password again.");
    await on.refused(codeAsked, tooMany, "step-up");
    const restart = codeAsked.getByRole("button", {
      name: stepUpWords("Enter your password again"),
      exact: true,
    });
    expect(await isPrimary(restart)).toBe(true);
    await enter(page, restart);
    await typeInto(page, current, newPassword);
    await page.keyboard.press("Enter");
    await codeAsked.waitFor();
    // The server has not heard of those and mails no other code yet. The sixth digit sends it.
    await codeField.fill(await oneTimePassword(mailbox, email, locale));
    await on.succeeded("Two-factor authentication disabled");
    await expectReturned(disable, on.setting("Enable", "Two-factor authentication"));

    const changed = say("Changed the password");
    const reportOpener = page.getByRole("button", {
      name: new RegExp(`${say("This wasn't me")}.*${changed}`),
    });
    const report = await on.open(reportOpener, "Secure your account");
    await report.getByText(changed).waitFor();
    await enter(page, report.getByRole("button", { name: say("Secure account") }));
    await on.succeeded("Your account has been secured");
    await expectReturned(report, reportOpener);
  });

  test("the card", async ({ visit, mailbox, address }) => {
    const { page } = await visit({ locale });
    const person = await signUpForFree(page, mailbox, locale, address("modal-card"));
    const on = new Modals(page, locale);
    const { say } = on;
    await page.goto(`${pagePaths.security}?tab=contract`);
    const register = on.button(say("Add a card"));
    const dialog = await on.open(register, "Register Credit Card");
    await typeCard(page, person, cards.declined);
    await enter(page, dialog.getByRole("button", { name: say("Add card"), exact: true }));
    const declined = sentencesOf(
      "app/payment-errors",
      locale,
    )("Card registration failed: the card was declined. Use another card or contact its issuer.");
    await on.refused(dialog, declined, "Register Credit Card");
    await typeCard(page, person, cards.frictionless);
    await enter(page, dialog.getByRole("button", { name: say("Add card"), exact: true }));
    await on.succeeded("Card added");
    const update = on.button(say("Change card"));
    await expectReturned(dialog, update);

    const replace = await on.open(update, "Update Credit Card");
    await enter(page, replace.getByRole("button", { name: say("Cancel"), exact: true }).last());
    await expectReturned(replace, update);
    await page.getByText(cards.frictionless.slice(-4)).waitFor();
  });
});

test("a change that is saved gives the focus back on a machine that is slow", async ({
  visit,
  mailbox,
  address,
}) => {
  const { page, context } = await visit({ locale: "en" });
  // React does what may wait by messages to itself, and what takes it long has to wait.
  await context.addInitScript(() => {
    const send = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function late(message: unknown) {
      setTimeout(() => send.call(this, message, []), 150);
    };
  });
  await signUpForFree(page, mailbox, "en", address("slow"));
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 8 });
  const on = new Modals(page, "en");
  const opener = on.setting("Change", "Name");
  await enter(page, opener);
  const dialog = on.dialog("Change Name");
  await expectFocusTaken(dialog);
  await typeInto(page, dialog.getByRole("textbox").first(), "Slow");
  await page.keyboard.press("Enter");
  await on.succeeded("Name changed");
  await expectReturned(dialog, opener);
});

/** Types a card into the payment company's fields, from one to the next by Tab. */
async function typeCard(page: Page, person: SignUp, number: string): Promise<void> {
  const typed = {
    number,
    expiryMonth: "12",
    expiryYear: "2031",
    securityCode: "907",
    holder: "HANAKO SEKI",
  };
  for (const [name, text] of Object.entries(typed)) {
    await typeInto(page, person.cardFrame.locator(`[name=${name}]`), text);
  }
  expect(await person.cardFrame.locator("[name=number]").inputValue()).not.toBe("");
}
