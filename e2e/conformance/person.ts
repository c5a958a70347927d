import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { sentencesOf } from "../support/sentences.ts";

export const demo = { email: "demo@sekimori.example", password: "Sekimori-2026" };

const allow = (["ja", "en"] as const).map((locale) =>
  sentencesOf("features/authorize", locale)("Allow"),
);

/** What a person does with the page of the portal before them. @returns whether there was anything. */
export async function act(page: Page): Promise<boolean> {
  const password = page.locator("[autocomplete=current-password]");
  if (await password.isVisible()) {
    if (new URL(page.url()).pathname === pagePaths.login) {
      await page.locator("[name=email]").fill(demo.email);
    }
    const before = page.url();
    await password.fill(demo.password);
    await password.press("Enter");
    await page.waitForURL((url) => url.href !== before, { timeout: 15_000 }).catch(() => undefined);
    return true;
  }
  for (const named of allow) {
    const button = page.getByRole("button", { name: named, exact: true });
    if (await button.isVisible()) {
      // On a slow machine the page may be on its way already.
      await button.click({ timeout: 10_000 }).catch(() => undefined);
      return true;
    }
  }
  const signOut = page.locator("#yes");
  if (await signOut.isVisible()) {
    // Where nothing needs to be asked the page presses it by itself.
    await signOut.click({ timeout: 5_000 }).catch(() => undefined);
    return true;
  }
  return false;
}
