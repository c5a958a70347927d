import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { cards, goodPassword, SignUp } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

/** Presses Tab until the focus is on what the selector names, as somebody without a mouse would. */
async function tabTo(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().waitFor();
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await page.locator(`${selector}:focus`).count()) > 0) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the keyboard does not reach ${selector}`);
}

/** The heading of the page one has just come to. */
const headingHasFocus = (page: Page) => page.locator("main h1:focus").waitFor();

describe("sign-up by keyboard alone", () => {
  test("for the free plan", async ({ visit, mailbox, address }) => {
    const { page } = await visit({ locale: "ja" });
    const person = new SignUp(page, mailbox, "ja", address("keyboard"));
    const { keyboard } = page;
    await page.goto(pagePaths.register);
    await tabTo(page, "input[name=plan]");
    await keyboard.press("ArrowDown");
    await tabTo(page, "input[name=email]");
    await keyboard.type(person.email);
    await keyboard.press("Enter");
    await page.locator("input[name=code]:focus").waitFor();
    await keyboard.type(await mailbox.code(person.email));
    await person.at(pagePaths.registerInfo);
    await headingHasFocus(page);
    await tabTo(page, "input[name=userType]");
    await keyboard.press("ArrowDown");
    await tabTo(page, "input[name=lastName]");
    await keyboard.type("関");
    await tabTo(page, "input[name=firstName]");
    await keyboard.type("花子");
    await tabTo(page, "input[name=password]");
    await keyboard.type(goodPassword);
    await tabTo(page, "input[name=postalCode]");
    await keyboard.type("1000001");
    await expect.poll(() => page.locator("[name=addrCity]").inputValue()).toBe("千代田区");
    await tabTo(page, "input[name=addrLine1]");
    await keyboard.press("End");
    await keyboard.type("1-1");
    await keyboard.press("Enter");
    await person.at(pagePaths.confirmInfo);
    await headingHasFocus(page);
    await tabTo(page, "main button[type=submit]");
    await keyboard.press("Enter");
    await person.at(pagePaths.agreement);
    await tabTo(page, "input[name=serviceTerms]");
    await keyboard.press("Space");
    await tabTo(page, "input[name=memberTerms]");
    await keyboard.press("Space");
    await tabTo(page, "main button[type=submit]");
    await keyboard.press("Enter");
    await person.at(pagePaths.registrationComplete);
    await headingHasFocus(page);
  });
});

describe("the information step", () => {
  test.for([
    ["ja", "「\u{12000}」（U+12000）は請求書やレポートに表示できません"],
    ["en", "Our invoices and reports can't show “\u{12000}” (U+12000)."],
  ] as const)(
    "names a letter that no document shows, and takes those of every language (%s)",
    async ([locale, said], { visit, mailbox, address }) => {
      const { page } = await visit({ locale });
      const person = new SignUp(page, mailbox, locale, address("letters"));
      await person.start("free");
      await person.verify();
      await person.fillPersonal();
      await page.locator("input[name=lastName]").fill("Łódź \u{12000}");
      await page.locator("input[name=firstName]").fill("홍길동 🚀");
      await page.locator("main button[type=submit]").click();
      await page.getByText(said).waitFor();
      await page.locator("input[name=lastName]").fill("Łódź");
      await page.locator("main button[type=submit]").click();
      await person.at(pagePaths.confirmInfo);
    },
  );

  test("fills the address from the postal code, offers a choice, overwrites nothing typed", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "ja" });
    const person = new SignUp(page, mailbox, "ja", address("postal"));
    await person.start("free");
    await person.verify();
    const value = (name: string) => page.locator(`[name=${name}]`).inputValue();
    const filled = async () => [await value("addrState"), await value("addrCity")];
    await page.locator("[name=postalCode]").fill("４９８−００００");
    await expect.poll(() => value("postalCode")).toBe("4980000");
    await page.getByRole("radio", { name: /愛知県 弥富市/ }).check();
    await expect.poll(filled).toEqual(["23", "弥富市"]);
    await page.getByRole("radio", { name: /三重県/ }).check();
    await expect.poll(filled).toEqual(["24", "桑名郡木曽岬町"]);
    await page.locator("[name=addrCity]").fill("わたしの町");
    await page.locator("[name=postalCode]").fill("1000001");
    await page.getByText(/該当する住所/).waitFor();
    await expect.poll(filled).toEqual(["13", "わたしの町"]);
  });

  test("keeps what was typed through a change of language and a reload, the password excepted", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "ja" });
    const person = new SignUp(page, mailbox, "ja", address("language"));
    await person.start("free");
    await person.verify();
    await page.locator("[name=lastName]").fill("関");
    await page.locator("[name=password]").fill("abc");
    await person.button("入力内容を確認する").click();
    await page
      .getByRole("alert")
      .getByText(/大文字・小文字・数字・記号を組み合わせて/)
      .waitFor();
    await page.getByRole("button", { name: "English" }).click();
    await page
      .getByRole("alert")
      .getByText(/Combine uppercase letters/)
      .waitFor();
    expect(await page.locator("[name=lastName]").inputValue()).toBe("関");
    expect(await page.locator("[name=password]").inputValue()).toBe("abc");
    const draft = () => page.evaluate<string>("JSON.stringify(history.state)");
    await expect.poll(draft).toContain("関");
    expect(await draft()).not.toContain("abc");
    await page.reload();
    await expect.poll(() => page.locator("[name=lastName]").inputValue()).toBe("関");
    expect(await page.locator("[name=password]").inputValue()).toBe("");
  });

  test("a reload stays at the information that is changed after the review, with what was typed", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "ja" });
    const person = new SignUp(page, mailbox, "ja", address("edit"));
    await person.start("free");
    await person.verify();
    await person.fillPersonal();
    await person.review();
    await page.goBack();
    await person.at(pagePaths.registerInfo);
    await page.locator("[name=addrLine2]").fill("別館3階");
    await expect
      .poll(() => page.evaluate<string>("JSON.stringify(history.state)"))
      .toContain("別館3階");
    await page.reload();
    await expect.poll(() => page.locator("[name=addrLine2]").inputValue()).toBe("別館3階");
    await person.at(pagePaths.registerInfo);
    await person.review();
    await page.locator("main").getByText("別館3階").waitFor();
  });
});

describe("two tabs and the back button", () => {
  test("a tab that was left behind follows; going back never skips or repeats a step", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page, newTab } = await visit({ locale: "ja" });
    const person = new SignUp(page, mailbox, "ja", address("tabs"));
    await person.start("free");
    const second = await newTab();
    await second.goto(pagePaths.registerVerification);
    await second.locator("[name=code]").waitFor();
    await person.verify();
    await second.locator("[name=code]").fill("123456");
    await second.waitForURL((url) => url.pathname === pagePaths.registerInfo);
    await page.bringToFront();
    await person.fillPersonal();
    await person.review();
    await page.goBack();
    await expect.poll(() => page.locator("[name=lastName]").inputValue()).toBe("関");
    await page.goForward();
    await person.at(pagePaths.confirmInfo);
    await person.confirm("free");
    await page.goBack();
    await person.at(pagePaths.agreement);
    await person.agree("free");
    await second.waitForURL((url) => url.pathname === pagePaths.security);
  });
});

describe("a connection that breaks while the card is registered", () => {
  test("before the server heard of it: says so, and the card can be entered again", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page, expectConsole } = await visit({ locale: "ja" });
    expectConsole(/net::ERR_FAILED/);
    const person = new SignUp(page, mailbox, "ja", address("lost-request"));
    await person.toCard();
    await page.route("**/v1/idp/sign-up-with-card", (route) => route.abort());
    await person.submitCard(cards.frictionless);
    await page
      .getByRole("alert")
      .getByText(/接続できません/)
      .waitFor();
    await page.unroute("**/v1/idp/sign-up-with-card");
    await person.submitCard(cards.frictionless);
    await person.at(pagePaths.agreement);
  });

  test("after the server heard of it: the page asks and goes on", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page, expectConsole } = await visit({ locale: "ja" });
    expectConsole(/net::ERR_FAILED/);
    const person = new SignUp(page, mailbox, "ja", address("lost-answer"));
    await person.toCard();
    await page.route("**/v1/idp/sign-up-with-card", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await person.submitCard(cards.frictionless);
    await person.at(pagePaths.agreement);
    await page.getByText("Visa 末尾 1003").waitFor();
  });

  test("the card can be changed from the final confirmation", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "ja" });
    const person = new SignUp(page, mailbox, "ja", address("change-card"));
    await person.toCard();
    await person.submitCard(cards.frictionless);
    await person.at(pagePaths.agreement);
    await page.getByRole("link", { name: /変更/ }).click();
    await page.getByText("登録済みのカード：Visa 末尾 1003").waitFor();
    await person.submitCard("5555550000001000");
    await person.at(pagePaths.agreement);
    await page.getByText("Mastercard 末尾 1000").waitFor();
    await person.agree("detailed");
  });
});
