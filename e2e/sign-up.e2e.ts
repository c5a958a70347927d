import { freePlanLimits } from "@sekimori/portal-contract/legal/free-plan";
import { pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";
import { describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { cards, SignUp, signUpThroughScreens } from "./support/sign-up-steps.ts";
import { expect, origins, test } from "./support/test.ts";

describe("sign-up", () => {
  test("for the paid plan with a card that is challenged, in Japanese", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page, newTab } = await visit({ locale: "ja" });
    const person = new SignUp(page, mailbox, "ja", address("challenge"));
    await person.start("detailed");
    await person.verify();
    await person.fillOrganisation();
    await person.review();
    // All that was entered, to be read only.
    const review = page.locator("main");
    await review.getByText("千代田1-1").waitFor();
    const read = (await review.innerText()).replaceAll(/\s/g, "");
    for (const entered of [
      ...[person.email, "組織", "関守試験株式会社", "7000012050002", "関花子"],
      ...["100-0001", "東京都", "千代田区", "千代田1-1"],
    ]) {
      expect(read).toContain(entered);
    }
    expect(await review.locator("input, select, textarea").count()).toBe(0);
    await person.confirm("detailed");
    // What it costs and when, before a card is asked for.
    const dates = page.getByRole("list", { name: "日程と金額" });
    await dates.getByRole("listitem").filter({ hasText: "本日" }).getByText("0円").waitFor();
    await expectAccessible(page, "/account/payment-info: dates and amounts");
    await person.toPaymentMethod();
    await person.submitCard(cards.challenge);
    await person.answerChallenge();
    await person.at(pagePaths.agreement);
    const main = page.locator("main");
    await main.getByText("11,000円").first().waitFor();
    await main
      .getByText(/初回のご請求/)
      .first()
      .waitFor();
    await person.acceptTerms("detailed");
    await person.at(pagePaths.registrationComplete);
    await page.getByRole("heading", { level: 1, name: "ご登録ありがとうございます" }).waitFor();
    await page.getByText(person.email).waitFor();
    await page.getByText("初回のお支払い", { exact: true }).waitFor();
    await page.getByRole("link", { name: "最初のドメインを登録する" }).waitFor();
    await expectAccessible(page, pagePaths.registrationComplete);
    // Thanks survive a reload, and a sign-up page leads a member to My Page.
    await page.reload();
    await page.getByText("Visa 末尾 2001").waitFor();
    await page.getByRole("heading", { level: 1, name: "ご登録ありがとうございます" }).waitFor();
    // Opened by its address it would say of another day that it is today.
    const later = await newTab();
    await later.goto(pagePaths.registrationComplete);
    await later.waitForURL((url) => url.pathname === pagePaths.security);
    await later.close();
    await page.goto(pagePaths.agreement);
    await person.at(pagePaths.security);
    await page.getByRole("heading", { name: "マイページ" }).waitFor();
    await mailbox.newest(person.email, /会員登録が完了/);
    const ledger = await (await fetch(`${origins.sandbox}/payment/ledger`)).text();
    expect(ledger).not.toContain(cards.challenge);
  });

  test.for(["ja", "en"] as const)(
    "an address's totalStep decides on each page that follows, in %s",
    async (locale, { visit, mailbox, address }) => {
      const { page } = await visit({ locale });
      const person = new SignUp(page, mailbox, locale, address("steps"));
      await person.start("detailed");
      const steps = page.locator("main ol").first().getByRole("listitem");
      const at = () => steps.evaluateAll((all) => all.findIndex((one) => one.ariaCurrent));
      await expect.poll(() => steps.count()).toBe(3);
      await page.goto(`${pagePaths.registerVerification}?totalStep=5`);
      await expect.poll(() => steps.count()).toBe(5);
      await person.verify();
      await expect.poll(() => steps.count()).toBe(5);
      await person.fillPersonal();
      await person.review();
      await expect.poll(at).toBe(2);
      await person.confirm("detailed");
      await expect.poll(at).toBe(3);
      // Nonsense changes nothing; another number does.
      await page.goto(`${pagePaths.paymentInfo}?totalStep=nonsense`);
      await expect.poll(() => steps.count()).toBe(5);
      await page.goto(`${pagePaths.paymentInfo}?totalStep=4`);
      await expect.poll(() => steps.count()).toBe(4);
      await person.toPaymentMethod();
      await person.submitCard(cards.challenge);
      await person.answerChallenge();
      await person.at(pagePaths.agreement);
      await expect.poll(at).toBe(3);
      expect(await steps.count()).toBe(4);
    },
  );

  test("each step is titled as specified, and the window as the page", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "en", width: 375 });
    const person = new SignUp(page, mailbox, "en", address("titles"));
    const titled = async (title: string) => {
      await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
      await expect.poll(() => page.title()).toBe(`${title} | Sekimori`);
    };
    await page.goto(pagePaths.register);
    await titled("Account Registration");
    await person.start("free");
    await titled("Registration Code Authentication");
    await person.verify();
    await titled("User Information Registration");
    const number = person.field(person.words.corporateNumber);
    expect(await number.getAttribute("placeholder")).toMatch(/^\d{13}$/);
    await person.fillPersonal();
    await person.review();
    await titled("User Information Confirmation");
    await person.confirm("free");
    await titled("Terms of Service Agreement");
    await person.button(person.words.applyFree).click();
    await page.getByText("You need to agree to the Member Terms.").first().waitFor();
    await person.at(pagePaths.agreement);
    await page.goto(pageUrl("resetPassword", { step: "enter-id" }));
    await person.at(pagePaths.agreement);
  });

  test.for(["ja", "en"] as const)(
    "the free plan's agreement names all its limits, in %s",
    async (locale, { visit, mailbox, address }) => {
      const { page } = await visit({ locale });
      const person = new SignUp(page, mailbox, locale, address("limits"));
      await person.start("free");
      await person.verify();
      await person.fillPersonal();
      await person.review();
      await person.confirm("free");
      // Word joiners hold each count and its unit together.
      const order = page.locator("main dl").first();
      await order.waitFor();
      const text = (await order.innerText()).replaceAll("\u2060", "");
      expect(text).toContain(freePlanLimits[locale]);
    },
  );

  test("for the free plan, in English", async ({ visit, mailbox, address }) => {
    const { page } = await visit({ locale: "en" });
    await page.goto(pagePaths.register);
    // Whoever chooses knows by then what the free plan is limited to.
    await page.getByText(new RegExp(freePlanLimits.en, "i")).waitFor();
    const person = await signUpThroughScreens(page, mailbox, "en", address("free"));
    await page.getByRole("heading", { name: "My Page" }).waitFor();
    await page.getByRole("tab", { name: "Contract" }).click();
    await page.locator("main").getByText("Free plan").first().waitFor();
    await mailbox.newest(person.email, /registration|complete|welcome/i);
  });

  test("continues on another device by the mailed link", async ({ visit, mailbox, address }) => {
    const first = await visit({ locale: "ja" });
    const email = address("device");
    const person = new SignUp(first.page, mailbox, "ja", email);
    await person.start("free");
    const link = await mailbox.link(email, pagePaths.registerVerification);
    const phone = await visit({ locale: "ja", width: 375 });
    await phone.page.goto(link);
    const onPhone = new SignUp(phone.page, mailbox, "ja", email);
    await onPhone.continueByLink();
    await onPhone.fillPersonal();
    await onPhone.review();
    await onPhone.confirm("free");
    await onPhone.agree("free");
  });

  test("survives a reload at every step", async ({ visit, mailbox, address }) => {
    const { page } = await visit({ locale: "ja" });
    const person = new SignUp(page, mailbox, "ja", address("reload"));
    await person.start("detailed");
    await page.reload();
    await person.verify();
    await page.reload();
    await person.at(pagePaths.registerInfo);
    await person.fillPersonal();
    await person.review();
    await page.reload();
    await person.at(pagePaths.confirmInfo);
    await page.getByText("千代田1-1").waitFor();
    await person.confirm("detailed");
    await page.reload();
    await person.toPaymentMethod();
    await page.reload();
    await person.cardFrame.locator("[name=number]").waitFor();
    await person.submitCard(cards.frictionless);
    await person.at(pagePaths.agreement);
    await page.reload();
    await person.agree("detailed");
  });

  test("does not let a step be skipped by address", async ({ visit, mailbox, address }) => {
    const { page } = await visit({ locale: "ja" });
    const person = new SignUp(page, mailbox, "ja", address("skip"));
    await person.start("detailed");
    for (const path of [pagePaths.confirmInfo, pagePaths.paymentInfo, pagePaths.agreement]) {
      await page.goto(path);
      await person.at(pagePaths.registerVerification);
    }
    await page.goto(pagePaths.security);
    await person.at(pagePaths.registerVerification);
  });
});
