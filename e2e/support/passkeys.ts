import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { expectAccessible } from "./accessibility.ts";
import { sentencesOf } from "./sentences.ts";

/** Adds the first passkey in three presses. @returns the recovery codes. */
export async function addPasskey(
  page: Page,
  locale: "ja" | "en",
  origin = new URL(page.url()).origin,
): Promise<string[]> {
  const my = sentencesOf("features/my-page", locale);
  const made = sentencesOf("app/second-factor", locale);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const dialog = page.getByRole("dialog");
  await page.goto(`${origin}${pagePaths.security}?tab=security`);
  await button(`${my("Add")}: ${my("Passkeys")}`).click();
  await dialog.getByText(my("Add a passkey")).waitFor();
  await expectAccessible(page, `${pagePaths.security}: a passkey, explained`);
  await dialog.getByRole("button", { name: my("Continue"), exact: true }).click();
  await dialog.getByText(made("Save your recovery codes")).waitFor();
  const codes = await dialog.getByRole("listitem").allInnerTexts();
  await button(made("I've saved them")).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText(my("On (passkey)")).waitFor();
  return codes;
}

/**
 * A browser that offers nothing in fields: an authenticator that answers by itself would answer that
 * offer too, before anybody has pressed the button.
 */
export const withoutAutofill = (page: Page) =>
  page.addInitScript(
    "window.PublicKeyCredential.isConditionalMediationAvailable = async () => false",
  );
