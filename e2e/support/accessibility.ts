import { appendFileSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What was looked at in the last run and found, a line each; the report is made from it. */
export const findingsFile = fileURLToPath(
  new URL("../../.cache/accessibility.jsonl", import.meta.url),
);

const themes = ["light", "dark"] as const;

export interface Finding {
  /** The screen and what it shows. */
  readonly state: string;
  /** As the page declares it. */
  readonly language: string;
  readonly theme: (typeof themes)[number];
  readonly violations: readonly string[];
}

/** Begins a run's findings anew. */
export function clearFindings(): void {
  mkdirSync(dirname(findingsFile), { recursive: true });
  rmSync(findingsFile, { force: true });
}

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

/**
 * Colours change at once, everywhere on the page: what fades, or is not drawn while it is out of
 * sight, would be judged in a colour that nobody sees. Not by a style element, which the page's
 * Content-Security-Policy forbids.
 */
const changeAtOnce = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    "*, ::before, ::after { transition: none !important; content-visibility: visible !important; }",
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}`;
const changeAsBefore =
  "{ document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1); }";

/** Waits until nothing moves any more. */
const atRest = `Promise.all(document.getAnimations()
  .filter(({ effect }) => effect?.getComputedTiming().endTime < 5_000)
  .map(({ finished }) => finished.catch(() => {})))`;

// Evaluated through the debugger, which the page's Content-Security-Policy does not govern.
const judge = (rules: object) => `axe.run(document, {
  rules: ${JSON.stringify(rules)},
  // A frame of another origin is another company's page, looked at in its own tests.
  iframes: false,
  resultTypes: ["violations"],
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}).then(({ violations }) =>
  violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ target }) => ({ target })) })))`;

/**
 * Runs axe-core on the page as it stands, in both themes, with the rules of WCAG 2.2 A and AA and
 * its best practices, and fails on any violation, naming the elements.
 */
export async function expectAccessible(
  page: Page,
  state: string,
  heading: "with heading" | "without heading" = "with heading",
) {
  const isHeaded = heading === "with heading";
  // Until its heading stands, a page is still loading and is no state to judge.
  if (isHeaded) await page.locator("h1").first().waitFor();
  const rules = isHeaded ? {} : { "page-has-heading-one": { enabled: false } };
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(source);
  const [language, isDark] = await page.evaluate<[string, boolean]>(
    "[document.documentElement.lang, matchMedia('(prefers-color-scheme: dark)').matches]",
  );
  await page.evaluate(changeAtOnce);
  // The theme it was opened in comes last, and stays.
  const all: string[] = [];
  for (const theme of isDark ? themes : themes.toReversed()) {
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate(atRest);
    const found = ((await page.evaluate(judge(rules))) as readonly Violation[]).map(
      ({ id, help, nodes }) =>
        `${id}: ${help} (${nodes.length}: ${nodes
          .slice(0, 5)
          .map(({ target }) => target.join(" "))
          .join(", ")})`,
    );
    const finding: Finding = { state, language, theme, violations: found };
    appendFileSync(findingsFile, `${JSON.stringify(finding)}\n`);
    all.push(...found.map((violation) => `${theme}: ${violation}`));
  }
  await page.evaluate(changeAsBefore);
  expect(all, `accessibility of ${state}, ${language}`).toEqual([]);
}
