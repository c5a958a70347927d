import { randomUUID } from "node:crypto";
import type { EndpointResponse } from "@sekimori/kit-contract/endpoint";
import { paymentConfiguration, signUpWithCard } from "@sekimori/portal-contract/endpoints/sign-up";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { agree, individual, walkSignUp } from "@sekimori/portal-server/testing/sign-up-calls";
import type { Page } from "playwright-core";
import { z } from "zod";
import { BrowserCaller } from "./browser-caller.ts";
import type { Mailbox } from "./mailbox.ts";
import { words } from "./words.ts";

type Locale = "ja" | "en";

export const goodPassword = "Kakehashi1!";

/** Test cards of the sandbox's payment company; its control page lists them all. */
export const cards = {
  frictionless: "4111110000001003",
  frictionlessToo: "5555550000001000",
  challenge: "4111110000002001",
  challengeFails: "4111110000002100",
  challengeSlow: "4111110000002209",
  declined: "4111110000003009",
  gatewayError: "4111110000003306",
} as const;

/** Everything typed into card fields in these journeys, for those who search for leaks. */
export const cardDetails = {
  month: "12",
  year: "2031",
  securityCode: "907",
  holder: "HANAKO SEKI",
};

export const rightChallengeCode = "123456";

/** A person signing up: each method is one screen, done as a person would do it. */
export class SignUp {
  readonly #page: Page;
  readonly #mailbox: Mailbox;
  readonly #locale: Locale;
  readonly email: string;

  constructor(page: Page, mailbox: Mailbox, locale: Locale, email: string) {
    this.#page = page;
    this.#mailbox = mailbox;
    this.#locale = locale;
    this.email = email;
  }

  get words() {
    return words[this.#locale];
  }

  button(name: string | RegExp) {
    return this.#page.getByRole("button", { name, exact: typeof name === "string" });
  }

  field(name: string | RegExp) {
    return this.#page.getByRole("textbox", { name });
  }

  async at(path: string): Promise<void> {
    await this.#page.waitForURL((url) => url.pathname === path);
  }

  async start(plan: "detailed" | "free", origin = ""): Promise<void> {
    await this.#page.goto(`${origin}${pagePaths.register}`);
    if (plan === "free") await this.#page.getByRole("radio", { name: this.words.freePlan }).check();
    await this.field(this.words.email).fill(this.email);
    await this.button(plan === "free" ? this.words.startFree : this.words.startPaid).click();
    await this.at(pagePaths.registerVerification);
  }

  async verify(): Promise<void> {
    await this.field(this.words.code).fill(await this.#mailbox.code(this.email));
    // The last digit sends it.
    await this.at(pagePaths.registerInfo);
  }

  /** Presses the button of the page that the mailed link opens. */
  async continueByLink(): Promise<void> {
    await this.button({ ja: "続ける", en: "Continue" }[this.#locale]).click();
    await this.at(pagePaths.registerInfo);
  }

  async fillOrganisation(): Promise<void> {
    await this.#page.getByRole("radio", { name: this.words.organisation }).check();
    await this.field(this.words.organisationName).fill("関守試験株式会社");
    await this.field(this.words.corporateNumber).fill("7000012050002");
    await this.#fillNameAndAddress();
  }

  async fillPersonal(): Promise<void> {
    await this.#page.getByRole("radio", { name: this.words.personal }).check();
    await this.#fillNameAndAddress();
  }

  async #fillNameAndAddress(): Promise<void> {
    const page = this.#page;
    await page.locator("[autocomplete=family-name]").fill("関");
    await page.locator("[autocomplete=given-name]").fill("花子");
    await page.locator("[autocomplete='postal-code']").fill("1000001");
    await page.getByRole("combobox", { name: this.words.prefecture }).selectOption("13");
    await this.field(this.words.city).fill("千代田区");
    await this.field(this.words.street).fill("千代田1-1");
    await page.locator("[autocomplete='new-password']").fill(goodPassword);
  }

  async review(): Promise<void> {
    await this.button(this.words.review).click();
    await this.at(pagePaths.confirmInfo);
  }

  async confirm(plan: "detailed" | "free"): Promise<void> {
    await this.button(plan === "free" ? this.words.confirmFree : this.words.confirmPaid).click();
    await this.at(plan === "free" ? pagePaths.agreement : pagePaths.paymentInfo);
  }

  async toPaymentMethod(): Promise<void> {
    await this.#page.getByRole("link", { name: this.words.toPaymentMethod }).click();
    await this.cardFrame.locator("[name=number]").waitFor();
  }

  /** The payment company's frame, on its own origin. */
  get cardFrame() {
    return this.#page.frameLocator("iframe");
  }

  /** All the steps of the paid plan that come before the card. */
  async toCard(kind: "organisation" | "personal" = "personal", origin = ""): Promise<void> {
    await this.start("detailed", origin);
    await this.verify();
    await (kind === "organisation" ? this.fillOrganisation() : this.fillPersonal());
    await this.review();
    await this.confirm("detailed");
    await this.toPaymentMethod();
  }

  async fillCard(number: string, holder: string = cardDetails.holder): Promise<void> {
    const frame = this.cardFrame;
    await frame.locator("[name=number]").fill(number);
    await frame.locator("[name=expiryMonth]").fill(cardDetails.month);
    await frame.locator("[name=expiryYear]").fill(cardDetails.year);
    await frame.locator("[name=securityCode]").fill(cardDetails.securityCode);
    await frame.locator("[name=holder]").fill(holder);
  }

  async submitCard(number: string): Promise<void> {
    await this.fillCard(number);
    await this.button(this.words.registerCard).click();
  }

  /** On the issuer's 3-D Secure page. */
  async answerChallenge(code = rightChallengeCode): Promise<void> {
    await this.#page.waitForURL(/\/payment\/three-d-secure\//);
    await this.#page.locator("[name=code]").fill(code);
    await this.#page.locator("button[value=confirm]").click();
  }

  /** Completes the sign-up; thanks and then My Page follow, unless another page waits for a member. */
  async agree(plan: "detailed" | "free", next: string = pagePaths.security): Promise<void> {
    await this.acceptTerms(plan);
    if (next === pagePaths.security) await this.toMyPage();
    await this.at(next);
  }

  async toMyPage(): Promise<void> {
    await this.at(pagePaths.registrationComplete);
    await this.#page.getByRole("link", { name: this.words.toMyPage }).click();
    await this.at(pagePaths.security);
  }

  async acceptTerms(plan: "detailed" | "free"): Promise<void> {
    await this.at(pagePaths.agreement);
    await this.#page.getByRole("checkbox", { name: this.words.serviceTerms }).check();
    await this.#page.getByRole("checkbox", { name: this.words.memberTerms }).check();
    await this.button(plan === "free" ? this.words.applyFree : this.words.applyPaid).click();
  }
}

/** A member of the free plan, signed up through the screens; the page ends on My Page. */
export async function signUpThroughScreens(
  page: Page,
  mailbox: Mailbox,
  locale: Locale,
  email: string,
  origin = "",
): Promise<SignUp> {
  const person = new SignUp(page, mailbox, locale, email);
  await person.start("free", origin);
  await person.verify();
  await person.fillPersonal();
  await person.review();
  await person.confirm("free");
  await person.agree("free");
  return person;
}

const personal = { ...individual, lastName: "関" };

/** Signs a member of the free plan up by the calls of those screens, and opens no page. */
async function memberByCalls(
  page: Page,
  mailbox: Mailbox,
  locale: Locale,
  email: string,
  origin = "",
): Promise<BrowserCaller> {
  const caller = new BrowserCaller(page, locale, origin);
  await walkSignUp(caller, "member", {
    ...{ email, locale, information: personal, password: goodPassword },
    code: () => mailbox.code(email),
  });
  return caller;
}

/** The same for journeys that begin on My Page. */
export async function signUpForFree(
  page: Page,
  mailbox: Mailbox,
  locale: Locale,
  email: string,
  origin = "",
): Promise<SignUp> {
  await openMyPage(page, await memberByCalls(page, mailbox, locale, email, origin));
  return new SignUp(page, mailbox, locale, email);
}

/**
 * A member of the paid plan with a card, signed up by calls. A card has one trial, so each language
 * takes another.
 */
export async function signUpForPaid(
  page: Page,
  mailbox: Mailbox,
  locale: Locale,
  email: string,
  origin = "",
): Promise<SignUp> {
  const caller = new BrowserCaller(page, locale, origin);
  await walkSignUp(caller, "account", {
    ...{ email, plan: "detailed", locale, information: personal, password: goodPassword },
    code: () => mailbox.code(email),
  });
  const number = locale === "ja" ? cards.frictionless : cards.frictionlessToo;
  const cardToken = await tokenOf(number, await caller.call(paymentConfiguration, {}));
  const { state } = await caller.call(signUpWithCard, {
    body: { attempt: randomUUID(), cardToken },
  });
  if (state !== "succeeded") throw new Error(`The card's registration is ${state}.`);
  await agree(caller, locale);
  await openMyPage(page, caller);
  return new SignUp(page, mailbox, locale, email);
}

async function openMyPage(page: Page, caller: BrowserCaller): Promise<void> {
  await caller.openAsMember();
  await page.getByRole("tablist").waitFor();
}

/** What the payment company's own fields make of a card. */
async function tokenOf(
  number: string,
  company: EndpointResponse<typeof paymentConfiguration>,
): Promise<string> {
  const { month, year, securityCode, holder } = cardDetails;
  const response = await fetch(`${company.fieldsOrigin}/payment/fields/tokens`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      key: company.publishableKey,
      card: { number, expiryMonth: month, expiryYear: year, securityCode, holder },
    }),
  });
  return z.object({ token: z.string() }).parse(await response.json()).token;
}
