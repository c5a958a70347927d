import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { goodPassword } from "./sign-up-steps.ts";
import { words } from "./words.ts";

type Locale = "ja" | "en";

/** Fills in the sign-in form and sends it; what follows is the caller's to expect. */
export async function signIn(
  page: Page,
  locale: Locale,
  email: string,
  password: string = goodPassword,
): Promise<void> {
  if (new URL(page.url(), "http://x").pathname !== pagePaths.login)
    await page.goto(pagePaths.login);
  const said = words[locale];
  await page.getByRole("textbox", { name: said.email }).fill(email);
  await page.locator("[autocomplete=current-password]").fill(password);
  await page.getByRole("button", { name: said.logIn, exact: true }).click();
}

/** On My Page: changes the profile's language, unless it is that one. */
export async function speak(page: Page, locale: Locale): Promise<void> {
  if ((await page.locator("html").getAttribute("lang")) === locale) return;
  await page.getByRole("button", { name: /^(変更: 言語|Change: Language)$/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: locale === "ja" ? "日本語" : "English" }).check();
  await dialog.getByRole("button", { name: /^(保存する|Save)$/ }).click();
  await dialog.waitFor({ state: "detached" });
  await page.locator(`html[lang=${locale}]`).waitFor();
}

/** Signs out as a person does: by the profile menu. @param end the page where it ends. */
export async function signOut(
  page: Page,
  locale: Locale,
  end: string = pagePaths.login,
): Promise<void> {
  await page
    .getByRole("button", { name: locale === "ja" ? "アカウント" : "Account", exact: true })
    .click();
  await page.getByRole("menuitem", { name: locale === "ja" ? "ログアウト" : "Log out" }).click();
  await page.waitForURL((url) => url.pathname === end);
}

/** The text of the one toast that is shown. */
export function toast(page: Page, locale: Locale) {
  return page.getByRole("region", { name: locale === "ja" ? "メッセージ" : "Messages" });
}
