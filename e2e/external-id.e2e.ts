import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { signOut } from "./support/member.ts";
import { sentencesOf } from "./support/sentences.ts";
import { goodPassword, SignUp, signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";
import { words } from "./support/words.ts";

/** At the sandbox's identity provider: a new account with this address. */
async function useNewIdentity(page: Page, name: string, email: string): Promise<void> {
  await page.waitForURL(/\/identity\//);
  // The service says its name, not what it is called between machines.
  await page.locator("main p > strong", { hasText: /^Sekimori$/ }).waitFor();
  await page.locator("[name=name]").fill(name);
  await page.locator("[name=email]").fill(email);
  await page.getByRole("button", { name: /^(作ってログイン|Create and log in)$/ }).click();
}

describe("external ID", () => {
  test("signs up with it, signs in with it, and My Page says what it manages", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "ja" });
    const email = address("external");
    const person = new SignUp(page, mailbox, "ja", email);
    await page.goto(pagePaths.register);
    await page.getByRole("radio", { name: person.words.freePlan }).check();
    await page.getByRole("button", { name: /外部ID/ }).click();
    await useNewIdentity(page, "外部 花子", email);
    await person.at(pagePaths.registerInfo);
    await page.getByRole("radio", { name: person.words.personal }).check();
    // The provider has said the name, and whose account it becomes stands above the form.
    await expect.poll(() => page.locator("[autocomplete=family-name]").inputValue()).toBe("外部");
    expect(await page.locator("[autocomplete=given-name]").inputValue()).toBe("花子");
    await page.locator("main").getByText(email).waitFor();
    await page.locator("[autocomplete='postal-code']").fill("1000001");
    await page.getByRole("combobox", { name: person.words.prefecture }).selectOption("13");
    await person.field(person.words.city).fill("千代田区");
    await person.field(person.words.street).fill("千代田1-1");
    await person.review();
    await person.confirm("free");
    await person.agree("free");
    await page.goto(`${pagePaths.security}?tab=security`);
    const managed = async (setting: string, reason: string) => {
      const button = page.getByRole("button", { name: setting, exact: true });
      await expect.poll(() => button.getAttribute("aria-disabled")).toBe("true");
      await button.focus();
      await page.getByRole("tooltip").getByText(reason).waitFor();
    };
    await managed("変更: パスワード", "パスワードは外部IDで管理されています。");
    await managed("有効にする: 二要素認証", "二要素認証は外部IDで管理されています。");
    // Nobody is told to change what they do not have.
    const security = page.locator("main");
    await security.getByText("外部IDの提供元でログインの履歴をご確認ください。").waitFor();
    expect(await security.innerText()).not.toMatch(/パスワードを(?:変更|再?設定)(?:して|すると)/);
    // Without a password it is the only way in, which the button says.
    const unlink = page.getByRole("button", { name: /^連携を解除: / });
    await expect.poll(() => unlink.getAttribute("aria-disabled")).toBe("true");
    await page.goto(pagePaths.security);
    await managed("変更: メールアドレス", "メールアドレスは外部IDで管理されています。");
  });

  test.for(["ja", "en"] as const)(
    "the login page's registration asks for the plan first (%s)",
    async (locale, { visit, address }) => {
      const { page } = await visit({ locale });
      const name = sentencesOf("features/sign-in", locale)("Register with {name}", {
        name: { ja: "外部ID", en: "external ID" }[locale],
      });
      await page.goto(pagePaths.login);
      await page.getByRole("link", { name }).click();
      await page.waitForURL((url) => url.pathname === pagePaths.register);
      await page.getByRole("radio", { name: words[locale].freePlan }).check();
      await page.getByRole("button", { name }).click();
      await useNewIdentity(page, "Hana Gate", address("direct"));
      await page.waitForURL((url) => url.pathname === pagePaths.registerInfo);
      // Reading begins at the heading, which comes later than its page.
      const heading = sentencesOf("features/sign-up", locale)("User Information Registration");
      await page.locator("main h1:focus", { hasText: heading }).waitFor();
      expect(await page.locator("[autocomplete=given-name]").inputValue()).toBe("Hana");
      expect(await page.locator("[type=password]").count()).toBe(0);
    },
  );

  test("an ID without an account is sent to registration; a refusal is explained", async ({
    visit,
    address,
  }) => {
    const { page } = await visit({ locale: "ja" });
    await page.goto(pagePaths.login);
    await page.getByRole("button", { name: "外部IDでログイン" }).click();
    await useNewIdentity(page, "未知 太郎", address("unknown"));
    await page.getByText("この外部IDに連携されたアカウントがありません。").waitFor();
    await page.getByRole("link", { name: "ログイン画面に戻る" }).click();
    await page.getByRole("button", { name: "外部IDでログイン" }).click();
    await page.waitForURL(/\/identity\//);
    await page.getByRole("button", { name: /access_denied/ }).click();
    await page.getByText("外部IDの画面でログインが許可されませんでした。").waitFor();
  });

  test("an address that has an account asks for its password before the two are linked", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "ja" });
    const { email } = await signUpForFree(page, mailbox, "ja", address("link"));
    await signOut(page, "ja");
    await page.getByRole("button", { name: "外部IDでログイン" }).click();
    await useNewIdentity(page, "連携 花子", email);
    await page.getByRole("heading", { name: "外部IDとの連携" }).waitFor();
    await page.locator("[autocomplete=current-password]").fill("Wrong-2026xx");
    await page.getByRole("button", { name: "連携してログイン" }).click();
    await page
      .getByRole("alert")
      .getByText("メールアドレスまたはパスワードが正しくありません。")
      .waitFor();
    await page.locator("[autocomplete=current-password]").fill(goodPassword);
    await page.getByRole("button", { name: "連携してログイン" }).click();
    await page.getByRole("heading", { name: "マイページ" }).waitFor();

    await page.goto(`${pagePaths.security}?tab=security`);
    await page.getByRole("button", { name: /^連携を解除: / }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("今後はパスワードでログインします。").waitFor();
    await dialog.getByRole("button", { name: "連携を解除" }).click();
    await page.getByText("連携している外部IDはありません。").waitFor();
    expect(await page.locator(":focus").textContent()).toBe("外部ID");
    await page.getByText("外部IDの連携を解除しました").first().waitFor();
  });
});
