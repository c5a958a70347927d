import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { signIn } from "./support/member.ts";
import { SignUp, signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";
import { atOtp, memberWithTwoFactor, oneTimePassword } from "./support/two-factor.ts";

// A mailed code is entered in three places, in each alike.

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/**
 * The field has the focus, the phone's keyboard shows digits and a key to send, the browser may
 * fill it in, and its last digit sends it; what was wrong is typed over, the right one goes on.
 */
async function entersCode(page: Page, code: string, next: string): Promise<void> {
  const field = page.locator("main input[autocomplete=one-time-code]");
  await field.and(page.locator(":focus")).waitFor();
  expect(await field.getAttribute("enterkeyhint")).toBe("go");
  expect(await field.getAttribute("inputmode")).toBe("numeric");
  // Typed where the focus is, by nobody who presses the button.
  await page.keyboard.type(wrong(code));
  await page.locator("main [aria-invalid=true]").waitFor();
  await field.and(page.locator(":focus")).waitFor();
  const selected = () => page.evaluate<string>("getSelection().toString()");
  await expect.poll(selected).toBe(wrong(code));
  // One problem stands at its field and nowhere else.
  expect(await page.locator("main form [role=alert]").getByRole("link").count()).toBe(0);
  await page.keyboard.type(code);
  await page.waitForURL((url) => url.pathname === next);
}

describe("a mailed code", () => {
  test("of the registration", async ({ visit, mailbox, address }) => {
    const { page } = await visit({ locale: "en", width: 375 });
    const person = new SignUp(page, mailbox, "en", address("code"));
    await person.start("free");
    await entersCode(page, await mailbox.code(person.email), pagePaths.registerInfo);
  });

  test("of a sign-in", async ({ visit, mailbox, address }) => {
    const { page } = await visit({ locale: "ja" });
    const email = address("code");
    await memberWithTwoFactor(page, mailbox, email);
    await signIn(page, "ja", email);
    await atOtp(page);
    // On a phone, waiting, the button for another code is inside of the window.
    await page.setViewportSize({ width: 375, height: 800 });
    const again = page.getByRole("button", { name: "再送" });
    const box = await again.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(16);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(375 - 16);
    await entersCode(page, await oneTimePassword(mailbox, email), pagePaths.security);
  });

  test("of a change of address", async ({ visit, mailbox, address }) => {
    const { page } = await visit({ locale: "ja" });
    await signUpForFree(page, mailbox, "ja", address("code"));
    const next = address("next");
    await page.getByRole("button", { name: "変更: メールアドレス" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill(next);
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: "送信する" }).click();
    await page.waitForURL((url) => url.pathname === pagePaths.changeEmailVerify);
    await entersCode(page, await mailbox.code(next), pagePaths.changeEmailComplete);
  });
});
