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
    const { page, newTab } = await visit({ locale: "ja" });
    const { email } = await signUpForFree(page, mailbox, "ja", address("old"));
    const next = address("new");
    await page.getByRole("button", { name: "変更: メールアドレス" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "新しいメールアドレス" }).fill(next);
    await dialog.getByRole("button", { name: "送信する" }).click();
    await dialog.getByText("変更に同意する場合は、チェックを入れてください。").waitFor();
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: "送信する" }).click();
    await page.waitForURL((url) => url.pathname === pagePaths.changeEmailVerify);
    await page.locator("main").getByText(next).waitFor();
    const code = await mailbox.code(next);
    // Opened by hand, the last page says that the change is still waiting.
    const other = await newTab();
    await other.goto(pagePaths.changeEmailComplete);
    await other.getByRole("heading", { name: "メールアドレスはまだ変更されていません" }).waitFor();
    await other.getByText(next).waitFor();
    await other.close();
    await page.getByRole("textbox", { name: "認証コード" }).fill(code);
    await page.waitForURL((url) => url.pathname === pagePaths.changeEmailComplete);
    await page.locator("main").getByText(next).waitFor();

    const undo = await mailbox.link(email, pagePaths.changeEmailUndo);
    const owner = await visit({ locale: "ja" });
    await owner.page.goto(undo);
    await owner.page.getByRole("heading", { name: "メールアドレス変更の取り消し" }).waitFor();
    await owner.page.getByRole("button", { name: "変更を取り消す" }).click();
    await owner.page.getByRole("heading", { name: "変更を取り消しました" }).waitFor();
    // The address is known on the way to a new password, and need not be typed.
    await owner.page.getByRole("link", { name: "新しいパスワードを設定する" }).click();
    await owner.page.waitForURL((url) => url.pathname === pagePaths.resetPassword);
    const known = owner.page.getByRole("textbox", { name: "メールアドレス" });
    await expect.poll(() => known.inputValue()).toBe(email);
    await owner.page.getByRole("button", { name: "English" }).click();
    const knownInEnglish = owner.page.getByRole("textbox", { name: "Email address" });
    // The choice is kept once the other language is there.
    await knownInEnglish.waitFor();
    await owner.page.reload();
    await expect.poll(() => knownInEnglish.inputValue()).toBe(email);
    await page.goto(pagePaths.security);
    await page.waitForURL((url) => url.pathname === pagePaths.login);
    await signIn(page, "ja", email);
    // Whoever changed the address may know the password: it must be set anew.
    await page.waitForURL((url) => url.pathname === pagePaths.changePassword);
    await page.getByText("ログインする前に新しいパスワードを設定してください。").waitFor();
    const id = page.getByRole("textbox", { name: "ログインID（メールアドレス）" });
    await expect.poll(() => id.inputValue()).toBe(email);
    await page.reload();
    await expect.poll(() => id.inputValue()).toBe(email);
    await page.getByRole("button", { name: "English" }).click();
    const idInEnglish = page.getByRole("textbox", { name: "Login ID (email address)" });
    await idInEnglish.waitFor();
    await page.reload();
    await page
      .getByText("To keep your account safe, set a new password before you log in.")
      .waitFor();
    await expect.poll(() => idInEnglish.inputValue()).toBe(email);
    await mailbox.newest(email, /パスワード/);
  });

  test("a link with somebody's address is stored, leaves the address bar, and begins nothing", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "ja" });
    const { email } = await signUpForFree(page, mailbox, "ja", address("query"));
    const stranger = address("stranger");
    const link = `${pagePaths.changeEmailVerify}?change_email=${encodeURIComponent(stranger)}`;
    await page.goto(link);
    await page.waitForURL(
      (url) => url.pathname === pagePaths.changeEmailVerify && url.search === "",
    );
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("changedEmail")))
      .toBe(JSON.stringify(stranger));
    await page.getByRole("heading", { name: "確認待ちのメールアドレス変更はありません" }).waitFor();
    await page.locator("main").getByText(email).waitFor();
    expect(await page.locator("main").getByText(stranger).count()).toBe(0);
    expect(await page.getByRole("button", { name: /送信|送る/ }).count()).toBe(0);

    // Nor does it take the place of the address that is waiting.
    const next = address("next");
    await page.goto(pagePaths.security);
    await page.getByRole("button", { name: "変更: メールアドレス" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "新しいメールアドレス" }).fill(next);
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: "送信する" }).click();
    await page.waitForURL((url) => url.pathname === pagePaths.changeEmailVerify);
    await page.goto(link);
    await page.locator("main").getByText(next).waitFor();
    expect(await page.locator("main").getByText(stranger).count()).toBe(0);
    await page.goto(pagePaths.changeEmailComplete);
    await page.getByRole("heading", { name: "メールアドレスはまだ変更されていません" }).waitFor();
  });
});
