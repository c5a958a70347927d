import { beginPasskeySignIn } from "@sekimori/portal-contract/endpoints/passkeys";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { signIn, signOut, toast } from "./support/member.ts";
import { signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

const newPassword = "Sekisho-2027";

describe("reset password", () => {
  test("by the mailed code, in Japanese", async ({ visit, mailbox, address }) => {
    const { page } = await visit({ locale: "ja" });
    const { email } = await signUpForFree(page, mailbox, "ja", address("reset"));
    await signOut(page, "ja");
    // What was typed at the login comes along.
    await page.getByRole("textbox", { name: "メールアドレス" }).fill(email);
    await page.getByRole("link", { name: "パスワードをお忘れですか？" }).click();
    await page.waitForURL(/\/reset-password\?step=enter-id/);
    await expect.poll(() => page.title()).toContain("パスワードの再設定");
    const typed = page.getByRole("textbox", { name: "メールアドレス" });
    await expect.poll(() => typed.inputValue()).toBe(email);
    await page.getByRole("button", { name: "送信する", exact: true }).click();
    await page.waitForURL(/step=email-notification/);
    await page.locator("main").getByText(email).waitFor();
    const code = await mailbox.code(email, /^【Sekimori】パスワード再設定の確認コード/);
    await page.getByRole("link", { name: "確認コードを入力する" }).click();

    await page.waitForURL((url) => url.pathname === pagePaths.changePassword);
    const id = page.getByRole("textbox", { name: "ログインID（メールアドレス）" });
    await expect.poll(() => id.inputValue()).toBe(email);
    await page.reload();
    await expect.poll(() => id.inputValue()).toBe(email);
    const wrong = code === "000000" ? "000001" : "000000";
    await page.getByRole("textbox", { name: "確認コード" }).fill(wrong);
    await page.getByRole("textbox", { name: "新しいパスワード", exact: true }).fill(newPassword);
    await page.getByRole("textbox", { name: "新しいパスワード（確認用）" }).fill(newPassword);
    await page.getByRole("button", { name: "変更", exact: true }).click();
    await page.getByText("確認コードが正しくないか、有効期限が切れています。").waitFor();
    await page.getByRole("textbox", { name: "確認コード" }).fill(code);
    await page.getByRole("button", { name: "変更", exact: true }).click();
    await page.waitForURL((url) => url.pathname === pagePaths.login);
    await toast(page, "ja").getByText("パスワードを変更しました").waitFor();
    const signInAs = page.getByRole("textbox", { name: "メールアドレス" });
    await expect.poll(() => signInAs.inputValue()).toBe(email);
    await signIn(page, "ja", email, newPassword);
    await page.getByRole("heading", { name: "マイページ" }).waitFor();
  });

  test("by the mailed link, on another device, in English", async ({ visit, mailbox, address }) => {
    const { page } = await visit({ locale: "en" });
    const { email } = await signUpForFree(page, mailbox, "en", address("reset-link"));
    await signOut(page, "en");
    await page.getByRole("textbox", { name: "Email address" }).fill(email);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.waitForURL(/\/reset-password\?step=enter-id/);
    const typed = page.getByRole("textbox", { name: "Email address" });
    await expect.poll(() => typed.inputValue()).toBe(email);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.waitForURL(/step=email-notification/);
    const link = await mailbox.link(email, pagePaths.changePassword);

    const other = await visit({ locale: "en", width: 375 });
    await other.page.goto(link);
    await other.page.getByText("Choose a new password.").waitFor();
    // The link names neither; what it stands for is filled in.
    expect(link).not.toContain(encodeURIComponent(email));
    const code = await mailbox.code(email, /^\[Sekimori\] Your password reset code/);
    for (const [name, value] of [
      ["Confirmation code", code],
      ["Login ID (email address)", email],
    ] as const) {
      const field = other.page.getByRole("textbox", { name });
      await expect.poll(() => field.inputValue()).toBe(value);
      expect(await field.getAttribute("readonly")).not.toBeNull();
    }
    await expectAccessible(other.page, `${pagePaths.changePassword}: by the mailed link`);
    await other.page.getByRole("textbox", { name: "New password", exact: true }).fill(newPassword);
    await other.page
      .getByRole("textbox", { name: "New password (confirmation)" })
      .fill(newPassword);
    // The login page offers passkeys beside its field: asking for them by itself takes no message away.
    const offered = other.page.waitForResponse((answer) =>
      new URL(answer.url()).pathname.endsWith(beginPasskeySignIn.path),
    );
    await other.page.getByRole("button", { name: "Change", exact: true }).click();
    await offered;
    await toast(other.page, "en").getByText("Password changed").waitFor();
    await signIn(other.page, "en", email, newPassword);
    await other.page.getByRole("heading", { name: "My Page" }).waitFor();

    const late = await visit({ locale: "en" });
    await late.page.goto(link);
    await late.page.getByRole("heading", { name: "This link is no longer valid" }).waitFor();
    await expectAccessible(late.page, `${pagePaths.changePassword}: the link is over`);
    await late.page.getByRole("link", { name: "Request a new confirmation code" }).click();
    await late.page.waitForURL(/step=enter-id/);
  });

  test("says the same for an address without an account, in English", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "en", width: 375 });
    const email = address("nobody");
    await page.goto(pagePaths.resetPassword);
    await page.waitForURL(/step=enter-id/);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("Please enter Email address.").waitFor();
    await page.getByRole("textbox", { name: "Email address" }).fill(email);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.waitForURL(/step=email-notification/);
    await page.getByText(`If ${email} has an account`).waitFor();
    // The address stays, on this page and on the next, through a reload of either.
    await page.reload();
    await page.getByText(`If ${email} has an account`).waitFor();
    await page.getByRole("link", { name: "Enter the confirmation code" }).click();
    await page.waitForURL((url) => url.pathname === pagePaths.changePassword);
    const id = page.getByRole("textbox", { name: "Login ID (email address)" });
    await expect.poll(() => id.inputValue()).toBe(email);
    await page.reload();
    await expect.poll(() => id.inputValue()).toBe(email);
    expect(await mailbox.list(email)).toEqual([]);
  });
});
