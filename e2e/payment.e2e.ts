import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { cardDetails, cards, SignUp } from "./support/sign-up-steps.ts";
import { expect, origins, test } from "./support/test.ts";

interface Ledger {
  readonly registrations: readonly { readonly card?: { readonly holder: string } | null }[];
  readonly charges: readonly unknown[];
}

async function ledger(): Promise<Ledger> {
  return (await (await fetch(`${origins.sandbox}/payment/ledger`)).json()) as Ledger;
}

/** Signs up as an organisation, as far as the card. */
const atCard = test.extend<{ readonly person: SignUp; readonly page: Page }>({
  page: async ({ visit }, use) => {
    const { page } = await visit();
    await use(page);
  },
  person: async ({ page, mailbox, address }, use) => {
    const person = new SignUp(page, mailbox, "ja", address("card"));
    await person.toCard("organisation");
    await use(person);
  },
});

/** At the issuer's page, whose question is not answered. */
async function atChallenge(person: SignUp, page: Page): Promise<void> {
  await person.submitCard(cards.challenge);
  await page.waitForURL(/three-d-secure/);
}

/** The way back to the card, whose identity check is still open. */
async function returnToPayment(person: SignUp, page: Page): Promise<void> {
  await page.goto(pagePaths.paymentInfo);
  await page.getByRole("link", { name: person.words.toPaymentMethod }).click();
  await page.getByText("カードの本人認証が完了していません").waitFor();
}

async function seeNothingRegistered(page: Page): Promise<void> {
  await page.waitForURL((url) => url.pathname === pagePaths.tds);
  await page.getByText("カードは登録されておらず、料金も発生していません。").first().waitFor();
  // Whoever registers sees where in the registration they still are.
  await page.locator("main [aria-current=step]").getByText("お支払い・").waitFor();
}

describe("card registration", () => {
  atCard(
    "declined: says so, keeps the person there, takes another card",
    async ({ person, page }) => {
      const problem = page.getByRole("alert");
      // What the server cannot take is told as the browser's failure, and the fields keep the card.
      const conflict = { type: "Conflict", message: "provoked", requestId: "provoked-1" };
      await page.route(
        "**/v1/idp/sign-up-with-card",
        (route) => route.fulfill({ status: 409, json: { error: conflict } }),
        { times: 1 },
      );
      await person.submitCard(cards.declined);
      await problem.getByText("お支払いのエラー").waitFor();
      await problem.getByText("このブラウザーからカードを登録できませんでした。").waitFor();
      await person.button(person.words.registerCard).click();
      await problem.getByText(/カード会社が承認しませんでした/).waitFor();
      await person.submitCard(cards.frictionless);
      await person.agree("detailed");
    },
  );

  atCard(
    "challenge failed: nothing registered, another card goes through",
    async ({ person, page }) => {
      await person.submitCard(cards.challengeFails);
      await person.answerChallenge();
      await seeNothingRegistered(page);
      await page.getByRole("link", { name: /カードをもう一度入力する|別のカードを使う/ }).click();
      await person.cardFrame.locator("[name=number]").waitFor();
      await person.submitCard(cards.frictionless);
      await person.agree("detailed");
    },
  );

  atCard(
    "a second card that the issuer refuses: the first one stands, and is named",
    async ({ person, page }) => {
      await person.submitCard(cards.frictionless);
      await person.at(pagePaths.agreement);
      await page
        .getByRole("link", { name: /^別のカードを使う|^変更/ })
        .first()
        .click();
      await person.cardFrame.locator("[name=number]").waitFor();
      await person.submitCard(cards.challengeFails);
      await person.answerChallenge();
      await person.at(pagePaths.tds);
      await page.getByText("Visa 末尾 1003 は登録されたままです。").waitFor();
      await page.getByRole("link", { name: "カードをもう一度入力する" }).click();
      await page.getByRole("link", { name: "このカードで進む" }).click();
      await person.agree("detailed");
    },
  );

  atCard("challenge cancelled by the holder", async ({ person, page }) => {
    await atChallenge(person, page);
    await page.locator("button[value=cancel]").click();
    await seeNothingRegistered(page);
  });

  atCard("challenge abandoned, then resumed", async ({ person, page }) => {
    await atChallenge(person, page);
    await returnToPayment(person, page);
    await page
      .getByRole("link", { name: "3-Dセキュアの認証を続ける" })
      .or(page.getByRole("button", { name: "3-Dセキュアの認証を続ける" }))
      .click();
    await person.answerChallenge();
    await person.agree("detailed");
  });

  test.for(["ja", "en"] as const)(
    "a connection that breaks keeps what was typed, and mends by itself (%s)",
    async (locale, { visit, mailbox, address }) => {
      const { page, expectConsole } = await visit({ locale });
      expectConsole(/net::ERR_CONNECTION_FAILED/);
      const person = new SignUp(page, mailbox, locale, address("broken"));
      await person.toCard();
      await person.fillCard(cards.frictionless);
      const calls = /\/v1\/(idp\/sign-up-with-card|payment\/)/;
      await page.route(calls, (route) => route.abort("connectionfailed"));
      await person.button(person.words.registerCard).click();
      await page
        .getByRole("button", { name: { ja: "もう一度確認する", en: "Check again" }[locale] })
        .waitFor();
      await page.unroute(calls);
      const number = person.cardFrame.locator("[name=number]");
      await number.waitFor();
      expect((await number.inputValue()).replaceAll(" ", "")).toBe(cards.frictionless);
      const { month, year, securityCode, holder } = cardDetails;
      const kept = { expiryMonth: month, expiryYear: year, securityCode, holder };
      for (const [name, value] of Object.entries(kept)) {
        expect(await person.cardFrame.locator(`[name=${name}]`).inputValue(), name).toBe(value);
      }
      await person.button(person.words.registerCard).click();
      await person.agree("detailed");
    },
  );

  atCard("two presses of the button register once", async ({ person }) => {
    // By which the company's books tell this person from everybody else's.
    const holder = `DOUBLE ${Date.now()}`.replace(/[0-9]/g, (digit) => "ABCDEFGHIJ"[+digit] ?? "");
    await person.fillCard(cards.frictionless, holder);
    await person.button(person.words.registerCard).dblclick();
    await person.agree("detailed");
    const { registrations, charges } = await ledger();
    expect(registrations.filter(({ card }) => card?.holder === holder)).toHaveLength(1);
    expect(charges).toHaveLength(0);
  });

  atCard("the way back from the issuer does not lose the sign-up", async ({ person, page }) => {
    await atChallenge(person, page);
    await page.goBack();
    await page.waitForURL((url) => url.pathname === pagePaths.paymentInfo);
    await returnToPayment(person, page);
  });
});
