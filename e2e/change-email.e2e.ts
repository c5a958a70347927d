import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { describe } from "vitest";
import { signIn } from "./support/member.ts";
import { signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

describe("change of e-mail address", () => {
  test("by a code to the new address, and undone from the old one", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "ja" });
    const { email } = await signUpForFree(page, mailbox, "ja", address("old"));
    const next = address("new");
    await page.getByRole("button", { name: "変更: メールアドレス" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "新しいメールアドレス" }).fill(next);
    await dialog.getByRole("button", { name: "送信する" }).click();
    await dialog
      .getByRole("link", { name: "変更に同意する場合は、チェックを入れてください。" })
      .waitFor();
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: "送信する" }).click();
    await page.waitForURL((url) => url.pathname === pagePaths.changeEmailVerify);
    await page.locator("main").getByText(next).waitFor();
    const code = await mailbox.code(next);
    await page.getByRole("textbox", { name: "認証コード" }).fill(code);
    await page.getByRole("button", { name: "認証する" }).click();
    await page.waitForURL((url) => url.pathname === pagePaths.changeEmailComplete);
    await page.locator("main").getByText(next).waitFor();

    const undo = await mailbox.link(email, pagePaths.changeEmailUndo);
    const owner = await visit({ locale: "ja" });
    await owner.page.goto(undo);
    await owner.page.getByRole("heading", { name: "メールアドレス変更の取り消し" }).waitFor();
    await owner.page.getByRole("button", { name: "変更を取り消す" }).click();
    await owner.page.getByRole("heading", { name: "変更を取り消しました" }).waitFor();
    await page.goto(pagePaths.security);
    await page.waitForURL((url) => url.pathname === pagePaths.login);
    await signIn(page, "ja", email);
    // Whoever changed the address may know the password: it must be set anew.
    await page.waitForURL((url) => url.pathname === pagePaths.changePassword);
    await page.getByText("ログインする前に新しいパスワードを設定してください。").waitFor();
    await mailbox.newest(email, /パスワード/);
  });

  test("the mailed link's address is stored and leaves the address bar", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "ja" });
    await signUpForFree(page, mailbox, "ja", address("query"));
    await page.goto(`${pagePaths.changeEmailVerify}?change_email=next%40people.example`);
    await page.waitForURL(
      (url) => url.pathname === pagePaths.changeEmailVerify && url.search === "",
    );
    await page.locator("main").getByText("next@people.example").waitFor();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("changedEmail")))
      .toBe('"next@people.example"');
  });
});
