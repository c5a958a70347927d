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
async function violations(page: Page, within = "html"): Promise<string[]> {
  await page.addScriptTag({ path: axe });
  const found = await page.evaluate<readonly Violation[]>(
    `axe.run(${JSON.stringify(within)}).then((result) => result.violations)`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

const views = (["light", "dark"] as const).flatMap((theme) =>
  (["ja", "en"] as const).flatMap((lang) => [375, 1280].map((width) => ({ theme, lang, width }))),
);

test.each(views)("axe finds nothing: $theme, $lang, $width px", async (view) => {
  const page = await showcase.open(view);
  expect(await violations(page)).toEqual([]);
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
  }
});

test("axe itself would find a fault", async () => {
  const page = await showcase.open();
  await page.evaluate("document.querySelector('label').remove()");
  expect((await violations(page)).join()).toContain("label");
});
