import { kartePage, kartePaths, pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Locator, Page } from "playwright-core";
import { describe } from "vitest";
import { toast } from "./support/member.ts";
import { goodPassword, signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

/** Whether a press in the middle of it reaches it. */
const isReachable = (target: Locator) =>
  target.click({ trial: true, timeout: 2_000 }).then(
    () => true,
    () => false,
  );

async function changeName(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "変更: 氏名" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("[autocomplete=given-name]").fill(name);
  await dialog.getByRole("button", { name: "保存する" }).click();
}

describe.for([375, 1280])("what floats over a page %i wide", (width) => {
  test("a message covers neither tabs nor a dialog's close button, and goes with the page", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page, expectConsole } = await visit({ locale: "ja", width });
    expectConsole(/status of 500/);
    await signUpForFree(page, mailbox, "ja", address("toast"));
    await changeName(page, "桜子");
    const message = toast(page, "ja").getByText("氏名を変更しました");
    await message.waitFor();
    for (const tab of await page.getByRole("tab").all()) {
      await expect.poll(() => isReachable(tab)).toBe(true);
    }
    // Another dialog begins another act, of which nothing is said yet.
    await page.getByRole("button", { name: "変更: 氏名" }).click();
    const dialog = page.getByRole("dialog");
    const close = dialog.getByRole("button", { name: "閉じる", exact: true });
    await expect.poll(() => message.count()).toBe(0);
    await page.route(
      "**/v1/profile/my-profile",
      (route) =>
        route.fulfill({
          status: 500,
          contentType: "application/json",
          body: JSON.stringify({
            error: { type: "Unexpected", message: "provoked", requestId: "provoked-1" },
          }),
        }),
      { times: 1 },
    );
    await dialog.locator("[autocomplete=given-name]").fill("椿");
    await dialog.getByRole("button", { name: "保存する" }).click();
    const failure = toast(page, "ja").getByText("provoked-1");
    await failure.waitFor();
    await expect.poll(() => isReachable(close)).toBe(true);
    expect(await failure.count()).toBe(1);
    await close.click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    if (width < 1024) await page.getByRole("button", { name: "メニューを開く" }).click();
    await page.getByRole("link", { name: "ドメイン一覧" }).filter({ visible: true }).click();
    await page.waitForURL((url) => url.pathname === kartePage(kartePaths.siteList));
    await expect.poll(() => failure.count()).toBe(0);
  });

  test("the notice of the session's end works above an open dialog, which keeps what was typed", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "ja", width });
    await signUpForFree(page, mailbox, "ja", address("notice"));
    await page.getByRole("button", { name: "変更: 氏名" }).click();
    const dialog = page.getByRole("dialog", { name: "氏名の変更" });
    await dialog.locator("[autocomplete=given-name]").fill("桜子");
    await page.evaluate(
      "localStorage.setItem('authorizedExpiry', String(Date.now() + 5 * 60_000)); dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, key: 'authorizedExpiry' }))",
    );
    const again = page.getByRole("button", { name: "もう一度ログインする" });
    await expect.poll(() => isReachable(again)).toBe(true);
    await again.click();
    const password = page.locator("[autocomplete=current-password]");
    await password.fill(goodPassword);
    await password.press("Enter");
    await again.waitFor({ state: "detached" });
    expect(await dialog.locator("[autocomplete=given-name]").inputValue()).toBe("桜子");
    expect(new URL(page.url()).pathname).toBe(pagePaths.security);
  });
});
