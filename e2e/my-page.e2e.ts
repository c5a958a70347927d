import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { expectFocusTaken } from "./support/keyboard.ts";
import { signIn, signOut, toast } from "./support/member.ts";
import { sentencesOf } from "./support/sentences.ts";
import { goodPassword, signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

describe("My Page", () => {
  test("changes the name and the language", async ({ visit, mailbox, address }) => {
    const { page } = await visit({ locale: "ja" });
    const { email } = await signUpForFree(page, mailbox, "ja", address("name"));
    await page.getByRole("button", { name: "変更: 氏名" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "名", exact: true }).fill("");
    await dialog.getByRole("button", { name: "保存する" }).click();
    await dialog.getByText("名を入力してください。").waitFor();
    const firstName = dialog.getByRole("textbox", { name: "名", exact: true });
    await firstName.fill("桜\u{12000}");
    await dialog.getByRole("button", { name: "保存する" }).click();
    await dialog.getByText("「\u{12000}」（U+12000）は請求書やレポートに表示できません").waitFor();
    await firstName.fill("桜子");
    await dialog.getByRole("button", { name: "保存する" }).click();
    await toast(page, "ja").getByText("氏名を変更しました").waitFor();
    await page.locator("main").getByText("関 桜子").waitFor();

    await page.getByRole("button", { name: "変更: 言語" }).click();
    await page.getByRole("radio", { name: "English" }).check();
    await page.getByRole("button", { name: "保存する" }).click();
    await page.getByRole("heading", { name: "My Page" }).waitFor();
    await toast(page, "en").getByText("Language changed").waitFor();
    await page.reload();
    await page.locator("main").getByText("関 桜子").waitFor();
    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("en");
    // What is kept of the profile took the change in, and the rest stays (specification 3).
    const kept = await page.evaluate<string>("localStorage.getItem('accountInfo')");
    expect(JSON.parse(kept)).toMatchObject({
      first_name: "桜子",
      last_name: "関",
      email_address: email,
      is_agree_service: true,
      language_code: "en",
    });
  });

  test.for(["ja", "en"] as const)(
    "an address that another tab changed is not put back unseen: both are shown (%s)",
    async (locale, { visit, mailbox, address }) => {
      const say = sentencesOf("features/my-page", locale);
      const { page, newTab } = await visit({ locale, width: locale === "ja" ? 375 : 1280 });
      await signUpForFree(page, mailbox, locale, address(`tabs-${locale}`));
      const other = await newTab();
      await other.goto(pagePaths.security);
      const change = say("Change registered details");
      const building = locale === "ja" ? "建物名・部屋番号" : "Building and room";
      const fieldIn = (tab: Page) =>
        tab.getByRole("dialog").getByRole("textbox", { name: building });
      const save = (tab: Page) =>
        tab
          .getByRole("dialog")
          .getByRole("button", { name: say("Save"), exact: true })
          .click();
      for (const tab of [page, other]) {
        await tab.getByRole("button", { name: change }).click();
        await fieldIn(tab).waitFor();
      }
      await fieldIn(other).fill("9F");
      await save(other);
      await toast(other, locale).getByText(say("Registered details changed")).waitFor();

      // The first tab still shows the address as it was.
      await fieldIn(page).fill("B1");
      await save(page);
      const notice = page.getByRole("alert").filter({
        hasText: say("Someone changed this while you were editing"),
      });
      await notice.waitFor();
      await expectFocusTaken(notice);
      await notice.getByText("9F", { exact: true }).waitFor();
      await notice.getByText("B1", { exact: true }).waitFor();
      await expectAccessible(page, "My Page: changed meanwhile");
      // Without a choice nothing is saved.
      await save(page);
      await notice.getByText("9F", { exact: true }).waitFor();
      await notice.getByRole("button", { name: say("Use the saved version") }).click();
      await expect.poll(() => fieldIn(page).inputValue()).toBe("9F");
      await notice.waitFor({ state: "detached" });

      // Once more, and this time what was entered replaces it, seen.
      await other.getByRole("button", { name: change }).click();
      await fieldIn(other).fill("10F");
      await save(other);
      await other.getByRole("dialog").waitFor({ state: "detached" });
      await fieldIn(page).fill("B2");
      await save(page);
      await notice.getByText("10F", { exact: true }).waitFor();
      await notice.getByRole("button", { name: say("Keep what I entered") }).click();
      await expect.poll(() => fieldIn(page).inputValue()).toBe("B2");
      await save(page);
      await toast(page, locale).getByText(say("Registered details changed")).waitFor();
      await page.reload();
      await page.locator("main").getByText("B2").waitFor();
    },
  );

  test("changes the password; the old one no longer works", async ({ visit, mailbox, address }) => {
    const { page } = await visit({ locale: "en" });
    const { email } = await signUpForFree(page, mailbox, "en", address("password"));
    await page.getByRole("tab", { name: "Password and security" }).click();
    await page.getByRole("button", { name: "Change: Password" }).waitFor();
    await page.getByRole("button", { name: "Change: Password" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Current password" }).fill("Wrong-pass1");
    await dialog.getByRole("textbox", { name: "New password", exact: true }).fill("Torii-2027x");
    await dialog.getByRole("textbox", { name: /confirmation/ }).fill("Torii-2027y");
    await dialog.getByRole("button", { name: "Change", exact: true }).click();
    await dialog.getByText("Passwords do not match.").waitFor();
    await dialog.getByRole("textbox", { name: /confirmation/ }).fill("Torii-2027x");
    await dialog.getByRole("button", { name: "Change", exact: true }).click();
    await dialog.getByText("Current password is incorrect.").waitFor();
    await dialog.getByRole("textbox", { name: "Current password" }).fill(goodPassword);
    await dialog.getByRole("button", { name: "Change", exact: true }).click();
    await toast(page, "en").getByText("Password changed").waitFor();
    await signOut(page, "en");
    await signIn(page, "en", email, goodPassword);
    await page.getByRole("alert").getByText("Email address or password is incorrect.").waitFor();
    await signIn(page, "en", email, "Torii-2027x");
    await page.getByRole("heading", { name: "My Page" }).waitFor();
  });

  test("two-factor: on, asked for at sign-in, off", async ({ visit, mailbox, address }) => {
    const { page } = await visit({ locale: "ja" });
    const { email } = await signUpForFree(page, mailbox, "ja", address("two-factor"));
    await page.getByRole("tab", { name: "パスワードとセキュリティ" }).click();
    await page.getByRole("button", { name: "有効にする: 二要素認証" }).click();
    await page.getByRole("dialog").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "有効にする" }).click();
    await toast(page, "ja").getByText("二要素認証を有効にしました").waitFor();
    await signOut(page, "ja");

    await signIn(page, "ja", email);
    await page.waitForURL((url) => url.pathname === pagePaths.otp);
    const code = await mailbox.code(email, /^【Sekimori】ワンタイムパスワード/);
    const wrong = code === "000000" ? "000001" : "000000";
    await page.getByRole("textbox", { name: "ワンタイムパスワード" }).fill(wrong);
    await page.getByText("ワンタイムパスワードが正しくありません。").waitFor();
    await page.getByRole("button", { name: "認証する", exact: true, disabled: false }).waitFor();
    await page.getByRole("textbox", { name: "ワンタイムパスワード" }).fill(code);
    await page.getByRole("heading", { name: "マイページ" }).waitFor();

    await page.getByRole("tab", { name: "パスワードとセキュリティ" }).click();
    await page.getByRole("button", { name: "無効にする: 二要素認証" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "無効にする" }).click();
    await toast(page, "ja").getByText("二要素認証を無効にしました").waitFor();
    await page.getByText("二要素認証を無効化").first().waitFor();
  });

  test("shows where one is signed in and signs the other browser out", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "ja" });
    const { email } = await signUpForFree(page, mailbox, "ja", address("sessions"));
    const other = await visit({ locale: "ja", width: 375 });
    await signIn(other.page, "ja", email);
    await other.page.getByRole("heading", { name: "マイページ" }).waitFor();

    await page.goto(`${pagePaths.security}?tab=security`);
    await page.getByRole("button", { name: /^ログアウト：/ }).click();
    await toast(page, "ja").getByText("ほかの端末からログアウトしました").waitFor();
    await other.page.reload();
    await other.page.waitForURL((url) => url.pathname === pagePaths.login);
    await other.page.getByText("セッションの有効期限が切れました").waitFor();
  });
});
