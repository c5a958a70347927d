import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { signIn } from "./support/member.ts";
import { expect, test } from "./support/test.ts";

// What axe cannot judge where the system chooses the colors or the page is enlarged: whether edges
// and choices are still to be seen, and whether enough room is left.

const demo = { email: "demo@sekimori.example", password: "Sekimori-2026" } as const;

/** A property of the first element that a selector names. */
const style = (page: Page, selector: string, property: string) =>
  page.evaluate<string>(
    `getComputedStyle(document.querySelector("${selector}")).getPropertyValue("${property}")`,
  );

async function myPage(page: Page): Promise<void> {
  await page.goto(pagePaths.login);
  await signIn(page, "ja", demo.email, demo.password);
  await page.getByRole("tablist").waitFor();
}

describe("in forced colors", () => {
  test("a dialog has an edge, and the chosen tab and slide are told apart", async ({ visit }) => {
    const { page } = await visit({ locale: "ja" });
    await page.emulateMedia({ forcedColors: "active" });
    await page.goto(pagePaths.login);
    await page.locator("[aria-roledescription=カルーセル]").waitFor();
    const dot = (current: boolean) =>
      style(page, `section [aria-current=${current}] > span`, "background-color");
    expect(await dot(true)).not.toBe(await dot(false));
    await myPage(page);
    const tab = (selected: boolean) =>
      style(page, `[role=tab][aria-selected=${selected}]`, "border-bottom-color");
    expect(await tab(true)).not.toBe(await tab(false));
    await page.getByRole("button", { name: "変更: 氏名" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await style(page, "[data-dialog] > *", "border-top-width")).toBe("1px");
    expect(await style(page, "[data-dialog] > *", "border-top-style")).toBe("solid");
  });
});

describe("enlarged to 400 %", () => {
  test("a dialog scrolls as a whole: its foot takes no room from what one reads", async ({
    visit,
  }) => {
    // 1280 by 1024 px at 400 % (WCAG 1.4.10).
    const { page } = await visit({ locale: "ja", width: 320 });
    await page.setViewportSize({ width: 320, height: 256 });
    await myPage(page);
    await page.getByRole("button", { name: "変更: メールアドレス" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    const [whole = 0, shown = 0] = await page.evaluate<number[]>(
      "(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight])(document.querySelector('[data-dialog]'))",
    );
    expect(whole).toBeGreaterThan(shown);
    // Whatever one comes to by keyboard is wholly in the window.
    for (const control of await dialog.getByRole("button").or(dialog.getByRole("textbox")).all()) {
      await control.focus();
      const box = await control.boundingBox();
      expect(box && box.y >= 0 && box.y + box.height <= 256).toBe(true);
    }
    // No part of it scrolls on its own with less than a few lines to read in.
    const inner = await page.evaluate<number>(`
      [...document.querySelectorAll("[role=dialog] *")].filter(
        (part) =>
          /auto|scroll/.test(getComputedStyle(part).overflowY) &&
          part.scrollHeight > part.clientHeight + 1 &&
          part.clientHeight < 120,
      ).length`);
    expect(inner).toBe(0);
  });
});
