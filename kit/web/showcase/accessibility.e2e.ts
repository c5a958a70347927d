import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { showcaseBrowser } from "../testing/showcase-browser.ts";
import { texts } from "./texts.ts";

const showcase = showcaseBrowser();
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What axe finds wrong, by WCAG 2.2 AA and its best practices. */
async function violations(
  page: Page,
  within = "html",
  without: readonly string[] = [],
): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.addScriptTag({ path: axe });
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const found = await page.evaluate<readonly Violation[]>(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify({ rules })})
      .then((result) => result.violations)`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

/** Every pair of theme, language and width. */
const views = [
  { theme: "light", lang: "ja", width: 375 },
  { theme: "light", lang: "en", width: 1280 },
  { theme: "dark", lang: "ja", width: 1280 },
  { theme: "dark", lang: "en", width: 375 },
] as const;

test.each(views)("axe finds nothing: $theme, $lang, $width px", async (view) => {
  const page = await showcase.open(view);
  expect(await violations(page)).toEqual([]);
});

test.each(["ja", "en"] as const)("axe finds nothing in forced colours: %s", async (lang) => {
  const page = await showcase.open({ lang });
  await page.emulateMedia({ forcedColors: "active" });
  // The colours are the person's own, and axe takes the page's for those of the letters.
  expect(await violations(page, "html", ["color-contrast"])).toEqual([]);
});

test.each(["ja", "en"] as const)("axe finds nothing at 400 %%: %s", async (lang) => {
  const page = await showcase.open({ lang });
  // 1280 by 1024 px enlarged (WCAG 1.4.10): it may not scroll sideways either.
  await page.setViewportSize({ width: 320, height: 256 });
  expect(await violations(page)).toEqual([]);
  const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  await expect.poll(() => page.evaluate<number>(overflow)).toBe(0);
});

/** What a button opens, and where that is. */
const opened = [
  ["openDialog", "[role=dialog]"],
  ["openAlert", "[role=alertdialog]"],
  ["filter", "[role=dialog]"],
  ["account", "[role=menu]"],
  ["showError", "[aria-live=assertive] > div"],
] as const;

test.each(opened)("axe finds nothing in what %s opens", async (button, place) => {
  for (const theme of ["light", "dark"] as const) {
    const page = await showcase.open({ theme });
    await page.getByRole("button", { name: texts.en[button], exact: true }).click();
    await page.locator(place).waitFor();
    expect(await violations(page, place), theme).toEqual([]);
    await page.emulateMedia({ forcedColors: "active" });
    expect(await violations(page, place, ["color-contrast"]), "forced colours").toEqual([]);
    await page.emulateMedia({ forcedColors: null });
    await page.setViewportSize({ width: 320, height: 256 });
    expect(await violations(page, place), "400 %").toEqual([]);
  }
});

test("axe itself would find a fault", async () => {
  const page = await showcase.open();
  await page.evaluate("document.querySelector('label').remove()");
  expect((await violations(page)).join()).toContain("label");
});
