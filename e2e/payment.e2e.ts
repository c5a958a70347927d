import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { describe } from "vitest";
import type { Mailbox } from "./support/mailbox.ts";
import { cards, SignUp } from "./support/sign-up-steps.ts";
import { expect, origins, test, type Visitor } from "./support/test.ts";

interface Ledger {
  readonly registrations: readonly { readonly card?: { readonly holder: string } | null }[];
  readonly charges: readonly unknown[];
}

async function ledger(): Promise<Ledger> {
  return (await (await fetch(`${origins.sandbox}/payment/ledger`)).json()) as Ledger;
}

async function atPayment(visitor: Visitor, mailbox: Mailbox, email: string): Promise<SignUp> {
  const person = new SignUp(visitor.page, mailbox, "ja", email);
  await person.toCard("organisation");
  return person;
}

describe("card registration", () => {
  test("declined: says so, keeps the person there, takes another card", async ({
    visit,
    mailbox,
    address,
  }) => {
    const visitor = await visit();
    const { page } = visitor;
    const person = await atPayment(visitor, mailbox, address("declined"));
    await person.submitCard(cards.declined);
    await page
      .getByRole("alert")
      .getByText(/カードを登録できませんでした/)
      .waitFor();
    await person.submitCard(cards.frictionless);
    await person.agree("detailed");
  });

  test("challenge failed: nothing registered, another card goes through", async ({
    visit,
    mailbox,
    address,
  }) => {
    const visitor = await visit();
    const { page } = visitor;
    const person = await atPayment(visitor, mailbox, address("failed"));
    await person.submitCard(cards.challengeFails);
    await person.answerChallenge();
    await page.waitForURL((url) => url.pathname === pagePaths.tds);
    await page.getByText("カードは登録されておらず、料金も発生していません。").first().waitFor();
    await page.getByRole("link", { name: /カードをもう一度入力する|別のカードを使う/ }).click();
    await person.cardFrame.locator("[name=number]").waitFor();
    await person.submitCard(cards.frictionless);
    await person.agree("detailed");
  });

  test("challenge cancelled by the holder", async ({ visit, mailbox, address }) => {
    const visitor = await visit();
    const { page } = visitor;
    const person = await atPayment(visitor, mailbox, address("cancelled"));
    await person.submitCard(cards.challenge);
    await page.waitForURL(/three-d-secure/);
    await page.locator("button[value=cancel]").click();
    await page.waitForURL((url) => url.pathname === pagePaths.tds);
    await page.getByText("カードは登録されておらず、料金も発生していません。").first().waitFor();
  });

  test("challenge abandoned, then resumed", async ({ visit, mailbox, address }) => {
    const visitor = await visit();
    const { page } = visitor;
    const person = await atPayment(visitor, mailbox, address("abandoned"));
    await person.submitCard(cards.challenge);
    await page.waitForURL(/three-d-secure/);
    await page.goto(pagePaths.paymentInfo);
    await page.getByRole("link", { name: person.words.toPaymentMethod }).click();
    await page.getByText("カードの本人認証が完了していません").waitFor();
    await page
      .getByRole("link", { name: "3Dセキュアの認証を続ける" })
      .or(page.getByRole("button", { name: "3Dセキュアの認証を続ける" }))
      .click();
    await person.answerChallenge();
    await person.agree("detailed");
  });

  test("two presses of the button register once", async ({ visit, mailbox, address }) => {
    const visitor = await visit();
    const person = await atPayment(visitor, mailbox, address("double"));
    // By which the company's books tell this person from everybody else's.
    const holder = `DOUBLE ${Date.now()}`.replace(/[0-9]/g, (digit) => "ABCDEFGHIJ"[+digit] ?? "");
    await person.fillCard(cards.frictionless, holder);
    await person.button(person.words.registerCard).dblclick();
    await person.agree("detailed");
    const { registrations, charges } = await ledger();
    expect(registrations.filter(({ card }) => card?.holder === holder)).toHaveLength(1);
    expect(charges).toHaveLength(0);
  });

  test("the way back from the issuer does not lose the sign-up", async ({
    visit,
    mailbox,
    address,
  }) => {
    const visitor = await visit();
    const { page } = visitor;
    const person = await atPayment(visitor, mailbox, address("back"));
    await person.submitCard(cards.challenge);
    await page.waitForURL(/three-d-secure/);
    await page.goBack();
    await page.waitForURL((url) => url.pathname === pagePaths.paymentInfo);
    await page.goto(pagePaths.paymentInfo);
    await page.getByRole("link", { name: person.words.toPaymentMethod }).click();
    await page.getByText("カードの本人認証が完了していません").waitFor();
  });
});
