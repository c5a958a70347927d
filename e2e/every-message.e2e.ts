import { randomUUID } from "node:crypto";
import { formatDay } from "@sekimori/kit-contract/dates";
import { type PortalErrorType, portalErrors } from "@sekimori/portal-contract/errors";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { signIn, toast } from "./support/member.ts";
import { isPrimary } from "./support/primary.ts";
import { sentencesOf } from "./support/sentences.ts";
import { goodPassword, SignUp } from "./support/sign-up-steps.ts";
import { expect, test, type Visitor } from "./support/test.ts";
import { words } from "./support/words.ts";

type Locale = "ja" | "en";

/** On which screen a person meets an error; each screen below says how it is provoked there. */
type Screen =
  | "sign-in"
  | "one-time password"
  | "registration"
  | "sign-up left unfinished"
  | "new password"
  | "authenticator app"
  | "passkey"
  | "application's request"
  | "external ID"
  | "return from 3-D Secure"
  | "access denied"
  | "verification"
  | "agreement"
  | "e-mail's modal"
  | "password's modal"
  | "step-up"
  | "My Page";

interface Place {
  readonly screen: Screen;
  /** In English; the language's own comes from the portal's catalogue. */
  readonly sentence: string;
  readonly catalogue?: string;
  /** What the error says beside its type, and its sentence repeats. */
  readonly data?: Readonly<Record<string, string>>;
}

const at = (screen: Screen, sentence: string, catalogue?: string): Place => ({
  screen,
  sentence,
  ...(catalogue && { catalogue }),
});

/** Where each error is met and what it says there. A type without a row does not compile. */
const places: Readonly<Record<PortalErrorType, Place>> = {
  InvalidInput: at("sign-in", "Invalid input value. Check what you entered."),
  SessionExpired: at("My Page", "Your session has expired. Log in again."),
  Forbidden: at(
    "access denied",
    "You don't have permission to view this page. If you think you should, ask your administrator.",
    "features/errors",
  ),
  OnlyWayIn: at(
    "e-mail's modal",
    "This is your only way to log in. Set a password first.",
    "app/private",
  ),
  CardRequired: at(
    "e-mail's modal",
    "Add a credit card first. Your saved card may have expired.",
    "app/private",
  ),
  NotFound: at("sign-in", "Target does not exist."),
  MethodNotAllowed: at("sign-in", "This isn't possible here. Reload the page and try again."),
  Conflict: at("sign-in", "Something changed while you were here. Reload the page and try again."),
  ChangedMeanwhile: at(
    "sign-in",
    "Someone changed this while you were editing. Check what's saved now.",
  ),
  TooManyRequest: at("sign-in", "Too many attempts. Wait a while and try again."),
  Unexpected: at(
    "sign-in",
    "An unexpected error occurred. If it happens again, contact the administrator.",
  ),
  Unavailable: at("sign-in", "The service isn't available right now. Try again in a few minutes."),
  Timeout: at("sign-in", "Your request could not be processed in time. Try again."),
  UsernamePasswordIncorrect: at("sign-in", "Email address or password is incorrect."),
  UserNotConfirmed: at(
    "sign-up left unfinished",
    "Your registration isn't confirmed yet. We've sent you a new authentication code.",
  ),
  RecaptchaTokenIncorrect: at(
    "sign-in",
    "We couldn't verify that you're human. Reload the page and try again.",
  ),
  AccessEnded: at("sign-in", "Your organization has ended your access. Contact its administrator."),
  NetworkRefused: at(
    "sign-in",
    "Your organization doesn't allow logins from this network. Contact its administrator.",
  ),
  PasswordsOff: at(
    "sign-in",
    "Your organization doesn't allow passwords. Log in through it or with a passkey.",
  ),
  ScimTokensFull: at(
    "e-mail's modal",
    "You already have two tokens. End one first.",
    "app/private",
  ),
  LoginIDExists: at("registration", "This email address already exists."),
  OTPInvalid: at("one-time password", "One-time password is incorrect. Check the latest email."),
  OTPExpired: at("one-time password", "One-time password has expired. Request a new one."),
  OTPExceeded: at("one-time password", "Too many incorrect attempts. Start login over."),
  AppCodeInvalid: at(
    "authenticator app",
    "Code is incorrect. Enter the one your app shows now; each works once.",
    "app/second-factor",
  ),
  AppClockOff: at(
    "authenticator app",
    "The clock of your authenticator app is off. Set its device to automatic time, then enter the next code.",
    "app/second-factor",
  ),
  RecoveryCodeInvalid: at(
    "authenticator app",
    "Recovery code is incorrect or has already been used. Enter another one.",
    "app/second-factor",
  ),
  OtherWayRequired: at(
    "authenticator app",
    "Use a passkey, your authenticator app or a recovery code.",
  ),
  PasskeyUnknown: at(
    "passkey",
    "This passkey isn't registered here or was removed. Use another one, or log in with your password.",
  ),
  PasskeyExpired: at(
    "passkey",
    "The request timed out, or another page asked for the passkey. Try again.",
  ),
  PasskeyRefused: at(
    "passkey",
    "This passkey doesn't work for this account or this site. Use another one.",
  ),
  PasskeyUnverified: at(
    "passkey",
    "Your device didn't verify that it's you. Set up a PIN, fingerprint or face unlock on it and try again.",
  ),
  PasskeyCopied: at(
    "passkey",
    "This passkey may have been copied, so we refused it. Log in another way and remove it.",
  ),
  PasskeyDuplicate: at(
    "e-mail's modal",
    "This device already has a passkey for this account or another one here. Use another device.",
    "app/private",
  ),
  ProviderRefused: at(
    "e-mail's modal",
    "We found no identity provider there. Check what you entered.",
    "app/private",
  ),
  ConnectionNotReady: at(
    "e-mail's modal",
    "Verify a domain and run a successful test first.",
    "app/private",
  ),
  SingleSignOnFailed: at(
    "e-mail's modal",
    "We can't reach your organization's login page right now. Try again in a few minutes.",
    "app/private",
  ),
  PasskeysFull: at(
    "e-mail's modal",
    "You've reached the limit for passkeys. Remove one first.",
    "app/private",
  ),
  SecondFactorRequired: at(
    "new password",
    "You also need a passkey, a code from your authenticator app or a recovery code.",
    "features/reset-password",
  ),
  OrganisationNotIncluded: at(
    "e-mail's modal",
    "Your plan doesn't include this. An organization's paid plan does.",
    "app/private",
  ),
  OrganisationExists: at(
    "e-mail's modal",
    "You're already in an organization. Leave it first to create another one.",
    "app/private",
  ),
  DomainNameInvalid: at("e-mail's modal", "Enter a domain like example.co.jp.", "app/private"),
  DomainIsPublicSuffix: at(
    "e-mail's modal",
    "Anyone can register domains under this one, so it can't be an organization's. Enter the domain after the @ of your company's addresses.",
    "app/private",
  ),
  DomainOfMailProvider: at(
    "e-mail's modal",
    "Anyone can get an address at this domain, so it can't be an organization's.",
    "app/private",
  ),
  DomainListed: at("e-mail's modal", "You've already added this domain.", "app/private"),
  BreakGlassMissing: at(
    "e-mail's modal",
    "Name an emergency owner first, with a passkey and recovery codes.",
    "app/private",
  ),
  RuleDayRefused: {
    ...at("e-mail's modal", "Choose a day from tomorrow to {last}.", "app/private"),
    data: { last: "2027-01-31" },
  },
  OwnNetworkMissing: {
    ...at(
      "e-mail's modal",
      "You'd lock yourself out. Add your own network: you're at {ipAddress} now.",
      "app/private",
    ),
    data: { ipAddress: "198.51.100.7" },
  },
  FactorWanted: at(
    "e-mail's modal",
    "Your organization requires a passkey or an authenticator app. Add another one first.",
    "app/private",
  ),
  DomainsFull: at(
    "e-mail's modal",
    "Your organization has reached its domain limit. Remove one first.",
    "app/private",
  ),
  ResetCodeIncorrect: at(
    "new password",
    "Confirmation code is incorrect or has expired.",
    "features/reset-password",
  ),
  InteractionExpired: at(
    "application's request",
    "This request has expired. Go back to the application and start again.",
  ),
  ExternalIdFailed: at("external ID", "Login with your external ID failed. Try again."),
  ExternalIdNeedsPassword: at(
    "external ID",
    "An account with your external ID's email address already exists. Enter its password to link the two.",
    "features/external-id",
  ),
  CardDeclined: at(
    "return from 3-D Secure",
    "Card registration failed: the card was declined. Use another card or contact its issuer.",
    "app/payment-errors",
  ),
  ThreeDSecureFailed: at(
    "return from 3-D Secure",
    "3-D Secure authentication failed. Try again or use another card.",
    "app/payment-errors",
  ),
  CardTokenInvalid: at(
    "return from 3-D Secure",
    "We couldn't read the card details. Enter them again.",
    "app/payment-errors",
  ),
  PaymentGatewayError: at(
    "return from 3-D Secure",
    "The payment company reported an error. Wait a while and try again.",
    "app/payment-errors",
  ),
  PaymentNetworkError: at(
    "return from 3-D Secure",
    "We couldn't reach the payment company. Wait a while and try again.",
    "app/payment-errors",
  ),
  PaymentNotRestored: at(
    "return from 3-D Secure",
    "We couldn't restore your payment details. Please re-enter them.",
    "app/payment-errors",
  ),
  CodeInvalid: at("verification", "Authentication code is incorrect. Check the latest email."),
  CodeExpired: at("verification", "Authentication code has expired. Request a new one."),
  ContinuedElsewhere: at(
    "registration",
    "You continued this registration in another browser or on another device. Log in to continue.",
    "features/sign-up",
  ),
  StepOutOfOrder: at(
    "registration",
    "You've already completed this step. Reload the page to continue.",
  ),
  TermsChanged: at(
    "agreement",
    "This page has changed since you opened it. Review it before you continue.",
  ),
  EmailDuplicated: at("e-mail's modal", "This email address is already in use."),
  ManagedExternally: at(
    "e-mail's modal",
    "Your external ID manages this. You can't change it here.",
  ),
  OldPasswordWrong: at("password's modal", "Current password is incorrect."),
  RecentSignInRequired: at("step-up", "Confirm your password to make this change."),
};

const typesAt = (screen: Screen) =>
  (Object.keys(places) as PortalErrorType[]).filter((type) => places[type].screen === screen);

class Person {
  readonly page: Page;
  readonly locale: Locale;
  readonly #seen: Set<PortalErrorType>;
  readonly #lookedAt = new Set<Screen>();
  constructor({ page }: Visitor, locale: Locale, seen: Set<PortalErrorType>) {
    this.page = page;
    this.locale = locale;
    this.#seen = seen;
  }

  /** Lets a call be answered with an error, as the API writes one, until the next is. */
  async answer(call: string, type: PortalErrorType): Promise<void> {
    await this.unanswer(call);
    await this.page.route(`**/v1${call}`, (route) =>
      route.fulfill({
        status: portalErrors[type].status,
        contentType: "application/json",
        body: JSON.stringify({
          error: { type, message: "provoked", requestId: "provoked-9", data: places[type].data },
        }),
      }),
    );
  }

  unanswer(call: string): Promise<void> {
    return this.page.unroute(`**/v1${call}`);
  }

  /** The error's sentence stands on the screen in the person's language. */
  async reads(type: PortalErrorType): Promise<void> {
    const { screen, sentence, catalogue = "app", data } = places[type];
    const written = data?.last ? { ...data, last: formatDay(data.last, this.locale) } : data;
    const said = sentencesOf(catalogue, this.locale)(sentence, written);
    await this.page.getByText(said).first().waitFor();
    // Of a screen's errors the first is looked at: the others differ from it in their sentence.
    if (!this.#lookedAt.has(screen)) await expectAccessible(this.page, `an error at the ${screen}`);
    this.#lookedAt.add(screen);
    this.#seen.add(type);
  }

  async titled(title: string, catalogue = "app"): Promise<void> {
    const said = sentencesOf(catalogue, this.locale)(title);
    await toast(this.page, this.locale).getByText(said, { exact: true }).waitFor();
  }

  button(name: string) {
    return this.page.getByRole("button", { name, exact: true });
  }

  field(autocomplete: string) {
    return this.page.locator(`[autocomplete^='${autocomplete}']`);
  }
}

describe.for(["ja", "en"] as const)("every message (%s)", (locale) => {
  const seen = new Set<PortalErrorType>();
  const said = words[locale];

  test("of the sign-in", async ({ visit }) => {
    const visitor = await visit({ locale });
    visitor.expectConsole(/status of 500/);
    const person = new Person(visitor, locale, seen);
    const { page } = person;
    for (const type of typesAt("sign-in")) {
      await page.goto(pagePaths.login);
      await person.answer("/idp/sign-in", type);
      await signIn(page, locale, "someone@people.example");
      await person.reads(type);
    }
    for (const type of typesAt("passkey")) {
      await page.goto(pagePaths.login);
      await person.answer("/sign-in/passkey/options", type);
      await person.button(sentencesOf("features/sign-in", locale)("Log in with a passkey")).click();
      await person.reads(type);
    }
    await person.answer("/idp/sign-in", "Unexpected");
    await signIn(page, locale, "someone@people.example");
    await person.titled("Couldn't log in");

    await page.route("**/v1/idp/sign-in", (route) =>
      route.fulfill({
        json: {
          status: "OTP_VERIFY",
          mayTrustBrowser: true,
          ways: ["email"],
          resendAt: new Date().toISOString(),
        },
      }),
    );
    await page.route("**/v1/sign-in/second-factor", (route) =>
      route.fulfill({ json: { ways: ["email"] } }),
    );
    await signIn(page, locale, "someone@people.example");
    await page.waitForURL((url) => url.pathname === pagePaths.otp);
    const box = page.getByRole("textbox", { name: said.oneTimePassword });
    for (const type of typesAt("one-time password")) {
      await person.answer("/idp/mfa/confirm-otp", type);
      await box.fill("");
      await box.fill("123456");
      await person.reads(type);
    }
    // The last of them ends this sign-in, and its page has no code field any more.
    await page.reload();
    await person.answer("/idp/mfa/confirm-otp", "Unavailable");
    await box.fill("123456");
    await person.titled("Couldn't verify the one-time password");

    await page.route("**/v1/idp/sign-in", (route) =>
      route.fulfill({
        json: {
          status: "OTP_VERIFY",
          mayTrustBrowser: true,
          ways: ["app", "recovery-code"],
          resendAt: null,
        },
      }),
    );
    const startOver = person.button(sentencesOf("features/sign-in", locale)("Start login over"));
    await startOver.click();
    await page.waitForURL((url) => url.pathname === pagePaths.login);
    await signIn(page, locale, "someone@people.example");
    await page.waitForURL((url) => url.pathname === pagePaths.otp);
    const app = page.getByRole("textbox", {
      name: sentencesOf("app/second-factor", locale)("Code from your authenticator app"),
    });
    for (const type of [...typesAt("authenticator app"), "Unavailable"] as const) {
      await person.answer("/sign-in/second-factor", type);
      await app.fill("");
      await app.fill("123456");
      if (type !== "Unavailable") await person.reads(type);
    }
    await person.titled("Couldn't verify the one-time password");
    // After too many wrong ones nothing is left but the beginning, and that is the button to press.
    await person.answer("/sign-in/second-factor", "OTPExceeded");
    await app.fill("");
    await app.fill("123456");
    await app.waitFor({ state: "detached" });
    expect(await isPrimary(startOver)).toBe(true);
    await startOver.click();
    await page.waitForURL((url) => url.pathname === pagePaths.login);
  });

  test("of who signs in before the sign-up is complete: the code is entered next", async ({
    visit,
    mailbox,
    address,
  }) => {
    const first = await visit({ locale });
    const steps = new SignUp(first.page, mailbox, locale, address("unfinished"));
    await steps.start("free");
    await steps.verify();
    await steps.fillPersonal();
    await steps.review();
    const person = new Person(await visit({ locale }), locale, seen);
    await signIn(person.page, locale, steps.email);
    await person.page.waitForURL((url) => url.pathname === pagePaths.registerVerification);
    await person.reads("UserNotConfirmed");
    await person.page.getByRole("textbox", { name: said.code }).waitFor();
  });

  test("of what one comes to from elsewhere", async ({ visit }) => {
    const visitor = await visit({ locale });
    const person = new Person(visitor, locale, seen);
    const { page } = person;
    await page.goto(`${pagePaths.authorize}?interaction=nobody`);
    await person.reads("InteractionExpired");

    for (const type of typesAt("external ID")) {
      await person.answer("/sso/gmoid/callback?*", type);
      await page.goto(`${pagePaths.gmoidCallback}?state=some&code=any`);
      await person.reads(type);
      await person.unanswer("/sso/gmoid/callback?*");
    }

    await page.goto(pagePaths.tds);
    await person.reads("PaymentNotRestored");
    for (const type of typesAt("return from 3-D Secure")) {
      if (type === "PaymentNotRestored") continue;
      await person.answer("/payment/attempts/*", type);
      await page.goto(`${pagePaths.tds}?attempt=${randomUUID()}`);
      await person.reads(type);
    }

    await page.goto(pagePaths.changePassword);
    await page.getByRole("textbox").first().fill("000000");
    await person.field("username").fill("someone@people.example");
    for (const box of await person.field("new-password").all()) await box.fill("Torii-2027x");
    const change = person.button(sentencesOf("features/reset-password", locale)("Change"));
    await change.click();
    await person.reads("ResetCodeIncorrect");
    await person.answer("/idp/forgot-password-setting", "SecondFactorRequired");
    await change.click();
    await person.reads("SecondFactorRequired");
    await page
      .getByRole("textbox", {
        name: sentencesOf(
          "features/reset-password",
          locale,
        )("Code from your authenticator app, or a recovery code"),
      })
      .fill("ABCDE-FGHJK-LMNPQ");
    const tooMany = page
      .getByText(
        sentencesOf(
          "features/reset-password",
          locale,
        )("Too many password reset attempts. Try again later."),
      )
      .first();
    await person.answer("/idp/forgot-password-setting", "TooManyRequest");
    await change.click();
    await tooMany.waitFor();
    await person.answer("/idp/forgot-password-setting", "Unavailable");
    await change.click();
    await person.titled("Couldn't change your password", "features/reset-password");

    await page.goto(pagePaths.resetPassword);
    await page.getByRole("textbox").fill("someone@people.example");
    await person.answer("/idp/forgot-password", "TooManyRequest");
    await page.getByRole("textbox").press("Enter");
    await tooMany.waitFor();
    await person.answer("/idp/forgot-password", "Unavailable");
    await page.getByRole("textbox").press("Enter");
    await person.titled("Couldn't send the reset code", "features/reset-password");

    // A login that ends with a new password asks for the code by itself.
    await page.route("**/v1/idp/sign-in", (route) =>
      route.fulfill({ json: { status: "RESET_PASSWORD" } }),
    );
    await person.answer("/idp/forgot-password", "TooManyRequest");
    await signIn(page, locale, "someone@people.example");
    await page.waitForURL((url) => url.pathname === pagePaths.changePassword);
    await tooMany.waitFor();
  });

  test("of the registration and My Page", async ({ visit, mailbox, address }) => {
    const visitor = await visit({ locale });
    const person = new Person(visitor, locale, seen);
    const { page } = person;
    const email = address("messages");
    const steps = new SignUp(page, mailbox, locale, email);

    await page.goto(pagePaths.register);
    await page.getByRole("radio", { name: said.freePlan }).check();
    await steps.field(said.email).fill(email);
    for (const type of typesAt("registration")) {
      await person.answer("/idp/sign-up", type);
      await steps.button(said.startFree).click();
      await person.reads(type);
    }
    await person.titled("Couldn't start your registration", "features/sign-up");
    await person.unanswer("/idp/sign-up");
    await steps.button(said.startFree).click();
    await steps.at(pagePaths.registerVerification);

    for (const type of typesAt("verification")) {
      await person.answer("/idp/confirm-signup", type);
      await steps.field(said.code).fill("");
      await steps.field(said.code).fill("000000");
      await person.reads(type);
    }
    await person.answer("/idp/confirm-signup", "Unavailable");
    await steps.button(said.verify).click();
    await person.titled("Couldn't verify the code", "features/sign-up");
    await person.unanswer("/idp/confirm-signup");
    await steps.verify();

    await steps.fillPersonal();
    await person.answer("/idp/edit-info", "Unavailable");
    await steps.button(said.review).click();
    await person.titled("Couldn't save your information", "features/sign-up");
    await person.unanswer("/idp/edit-info");
    await steps.review();
    await steps.confirm("free");

    const agree = async () => {
      await page.getByRole("checkbox", { name: said.serviceTerms }).check();
      await page.getByRole("checkbox", { name: said.memberTerms }).check();
      await steps.button(said.applyFree).click();
    };
    await person.answer("/idp/service/agree-consent", "TermsChanged");
    await agree();
    await person.reads("TermsChanged");
    await person.answer("/idp/service/agree-consent", "Unavailable");
    await agree();
    await person.titled("Couldn't complete your registration", "features/sign-up");
    await person.unanswer("/idp/service/agree-consent");
    await steps.agree("free");

    const say = sentencesOf("features/my-page", locale);
    const setting = (label: string, about: string) =>
      person.button(`${say(label)}: ${say(about)}`).click();
    const dialog = page.getByRole("dialog");
    const press = (name: string) =>
      dialog.getByRole("button", { name: say(name), exact: true }).click();

    await setting("Change", "Email address");
    await dialog.getByRole("textbox").fill(address("next"));
    await dialog.getByRole("checkbox").check();
    for (const type of typesAt("e-mail's modal")) {
      await person.answer("/idp/change-email", type);
      await press("Send");
      await person.reads(type);
    }
    await person.answer("/idp/change-email", "Unavailable");
    await press("Send");
    await person.titled("Couldn't change your email address", "app/private");

    await page.goto(`${pagePaths.security}?tab=security`);
    await setting("Change", "Password");
    await person.field("current-password").fill("Wrong-2026xx");
    for (const box of await person.field("new-password").all()) await box.fill("Torii-2027x");
    await press("Change");
    await person.reads("OldPasswordWrong");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    // Asked for the password once; refused again, the change is given up and that is said.
    await setting("Enable", "Two-factor authentication");
    await person.answer("/idp/mfa/setting", "RecentSignInRequired");
    await press("Enable");
    await person.field("current-password").fill(goodPassword);
    await person.button(sentencesOf("app/step-up", locale)("Continue")).click();
    await person.reads("RecentSignInRequired");

    await person.answer("/profile/my-profile", "Forbidden");
    await page.goto(pagePaths.security);
    await page.waitForURL((url) => url.pathname === pagePaths.accessDenied);
    await person.reads("Forbidden");
    await person.answer("/profile/my-profile", "SessionExpired");
    await page.goto(pagePaths.security);
    await page.waitForURL((url) => url.pathname === pagePaths.login);
    await person.reads("SessionExpired");
  });

  test("has been seen", () => {
    expect([...seen].toSorted()).toEqual(Object.keys(portalErrors).toSorted());
  });

  test("no connection, and being offline", async ({ visit }) => {
    const { page, context, expectConsole: expected } = await visit({ locale });
    expected(/net::ERR/);
    const say = sentencesOf("app", locale);
    await page.goto(pagePaths.login);
    await page.route("**/v1/idp/sign-in", (route) => route.abort("connectionrefused"));
    await signIn(page, locale, "someone@people.example");
    const message = toast(page, locale);
    await message
      .getByText(say("Unable to connect. Check your connection and try again."))
      .waitFor();
    await page.unroute("**/v1/idp/sign-in");
    await context.setOffline(true);
    await signIn(page, locale, "someone@people.example");
    await message
      .getByText(say("You're offline. Connect to the internet and try again."))
      .waitFor();
  });
});

describe("a call that is not answered", () => {
  test("is given up after 30,000 ms", async ({ visit }) => {
    const { page } = await visit({ locale: "ja" });
    // Nobody waits half a minute here: the page's own time is noted and is over at once.
    await page.addInitScript(`{
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      window.patience = [];
      AbortSignal.timeout = (ms) => {
        const isOver = window.isOver === true;
        if (isOver) window.patience.push(ms);
        return timeout(isOver ? 500 : ms);
      };
    }`);
    await page.goto(pagePaths.login);
    await page.locator("[name=email]").waitFor();
    await page.evaluate("window.isOver = true");
    await page.route("**/v1/idp/sign-in", () => new Promise<void>(() => {}));
    await signIn(page, "ja", "someone@people.example");
    await toast(page, "ja")
      .getByText("時間内に処理できませんでした。もう一度お試しください。")
      .waitFor();
    const patience = await page.evaluate<number[]>("window.patience");
    expect([...new Set(patience)]).toEqual([30_000]);
  });
});
