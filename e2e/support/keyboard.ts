import type { Locator, Page } from "playwright-core";
import { expect } from "./test.ts";

const presses = 120;
const timeout = 30_000;

const hasFocus = (place: Locator) =>
  place.evaluate((element) => element === element.ownerDocument.activeElement);

/** Presses Tab until the focus is on the one element that is meant, as a person would. */
export async function tabTo(page: Page, place: Locator): Promise<void> {
  await place.waitFor();
  for (let press = 0; press < presses; press++) {
    if (await hasFocus(place)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${presses} presses of Tab did not lead to ${place}`);
}

/** Goes there by Tab and presses Enter. */
export async function enter(page: Page, place: Locator): Promise<void> {
  await tabTo(page, place);
  await page.keyboard.press("Enter");
}

/** Goes to a text field by Tab and replaces what stands in it. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  // As an input method gives it; there are no keys for kanji.
  await page.keyboard.insertText(text);
}

const isInside = (dialog: Locator) =>
  dialog.evaluate((element) => element.contains(element.ownerDocument.activeElement));

/** The modal is there and has taken the focus. */
export async function expectFocusTaken(dialog: Locator): Promise<void> {
  await dialog.waitFor();
  await expect
    .poll(() => isInside(dialog), { message: "focus goes into the modal", timeout })
    .toBe(true);
}

/** The focus has gone into the modal, and neither Tab nor Shift and Tab lead out of it. */
export async function expectFocusKept(page: Page, dialog: Locator): Promise<void> {
  await expectFocusTaken(dialog);
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let press = 0; press < 9; press++) {
      await page.keyboard.press(key);
      expect(await isInside(dialog), `${key} stays in the modal`).toBe(true);
    }
  }
}

/** The modal is closed and the focus is back where it was opened from. */
export async function expectReturned(dialog: Locator, opener: Locator): Promise<void> {
  await dialog.waitFor({ state: "detached" });
  await expect
    .poll(() => hasFocus(opener), { message: "focus returns to its opener", timeout })
    .toBe(true);
}
