import { pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { sentencesOf } from "./support/sentences.ts";
import { cards, SignUp } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

// What a page tells search engines, and where somebody who comes to a page begins to read.

/** Pages with a description of their own. */
const described = [
  pagePaths.login,
  pagePaths.register,
  pagePaths.registerSecurity24,
  pageUrl("resetPassword", { step: "enter-id" }),
  pagePaths.verifyInvoice,
  pagePaths.notation,
  pagePaths.terms,
];

const description = async (page: Page) =>
  (await page.getAttribute("meta[name=description]", "content")) ?? "";

const isJapanese = (text: string) => /[ぁ-んァ-ヶ]/.test(text);

describe.for(["ja", "en"] as const)("what search engines show (%s)", (locale) => {
  test("each public page describes itself in the page's language", async ({ visit }) => {
    const { page } = await visit({ locale });
    const seen = new Set<string>();
    for (const path of described) {
      await page.goto(path);
      await page.locator("main h1").first().waitFor();
      // The built page begins with the one of the product, in Japanese.
      await expect
        .poll(() => description(page), { message: path })
        .not.toContain("会員登録とログイン、ご契約の管理");
      const text = await description(page);
      expect(isJapanese(text), path).toBe(locale === "ja");
      expect(text.length).toBeGreaterThan(20);
      seen.add(text);
    }
    expect(seen.size).toBe(described.length);
  });

  test("a page without a description of its own does not keep the last one's", async ({
    visit,
  }) => {
    const { page } = await visit({ locale });
    await page.goto(pageUrl("resetPassword", { step: "email-notification" }));
    const next = page.locator(`a[href="${pagePaths.changePassword}"]`);
    await next.waitFor();
    const before = await description(page);
    await next.click();
    await page.waitForURL((url) => url.pathname === pagePaths.changePassword);
    await expect.poll(() => description(page)).not.toBe(before);
    expect(isJapanese(await description(page))).toBe(locale === "ja");
    const other = locale === "ja" ? "English" : "日本語";
    await page.getByRole("button", { name: other }).click();
    await expect.poll(async () => isJapanese(await description(page))).toBe(locale === "en");
  });
});

/** The new page's heading, or step's, has the focus, and its beginning is in sight. */
async function beginsAt(page: Page, heading: string): Promise<void> {
  await page.locator("main h1:focus", { hasText: heading }).waitFor();
  await expect.poll(() => page.evaluate("scrollY")).toBe(0);
}

describe("where reading begins", () => {
  test("at the heading after each step of the sign-up, or in the field for the code", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "en", width: 375 });
    const person = new SignUp(page, mailbox, "en", address("arrival"));
    await person.start("detailed");
    await page.locator("main [autocomplete=one-time-code]:focus").waitFor();
    await person.verify();
    await beginsAt(page, "User Information Registration");
    await person.fillPersonal();
    await person.review();
    await beginsAt(page, "User Information Confirmation");
    await person.confirm("detailed");
    await beginsAt(page, "Payment Information");
    await person.toPaymentMethod();
    await beginsAt(page, "Payment Method");
    // On the way back the browser shows the place that was left.
    await page.goBack();
    await page.locator("main h1:focus", { hasText: "Payment Information" }).waitFor();
    await page.goForward();
    await page.locator("main h1:focus", { hasText: "Payment Method" }).waitFor();
    await person.submitCard(cards.frictionless);
    await person.at(pagePaths.agreement);
    await beginsAt(page, "Terms of Service Agreement");
    await person.acceptTerms("detailed");
    await beginsAt(page, "Thank you for registering");
    await person.toMyPage();
    await beginsAt(page, "My Page");
  });

  test("at the heading after each step of a reset", async ({ visit, address }) => {
    const { page } = await visit({ locale: "en", width: 375 });
    await page.goto(pagePaths.login);
    await page.getByRole("link", { name: /Forgot/ }).click();
    await beginsAt(page, "Reset Password");
    const field = page.getByRole("textbox", { name: "Email address" });
    await field.fill(address("nobody"));
    await field.press("Enter");
    await page.waitForURL(/step=email-notification/);
    await beginsAt(page, "Reset Password");
    await page.getByRole("link", { name: "Enter the confirmation code" }).click();
    await page.waitForURL((url) => url.pathname === pagePaths.changePassword);
    await expect
      .poll(() => page.locator("main h1:focus, main [autocomplete=one-time-code]:focus").count())
      .toBe(1);
  });
});

describe.for([
  ["ja", "ファイルを選ぶ", "選択されていません"],
  ["en", "Choose a file", "No file chosen"],
] as const)("the file of an invoice (%s)", ([locale, choose, none]) => {
  test("is chosen by a button in the page's language and named beside it", async ({ visit }) => {
    const { page } = await visit({ locale });
    await page.goto(pagePaths.verifyInvoice);
    const field = page.locator("main input[type=file]");
    await page.getByText(none, { exact: true }).waitFor();
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByText(choose, { exact: true }).click(),
    ]);
    await chooser.setFiles({
      name: "請求書 2026-11.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("abc"),
    });
    await page.getByText("請求書 2026-11.pdf", { exact: true }).waitFor();
    // The first of FIPS 180-4's examples.
    await expect
      .poll(() => page.getByRole("textbox", { name: "SHA-256" }).inputValue())
      .toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    // The browser's own button, in the browser's language, takes no room.
    expect((await field.boundingBox())?.width).toBeLessThanOrEqual(1);
    const say = sentencesOf("features/verify-invoice", locale);
    await page.getByRole("textbox", { name: say("Invoice number") }).focus();
    await page.keyboard.press("Tab");
    await page.locator("input[type=file]:focus").waitFor();

    // No document of ours has the hash of "abc".
    await page.getByRole("textbox", { name: say("Invoice number") }).fill("SK-00000001");
    await page.locator("main form button[type=submit]").click();
    await page
      .getByRole("alert")
      .getByText(say("We didn't issue a document with this number and document code."))
      .waitFor();
  });
});
