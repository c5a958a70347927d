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

export interface Finding {
  readonly state: string;
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
 * Runs axe-core on the page as it stands, with the rules of WCAG 2.2 A and AA and its best
 * practices, and fails on any violation, naming the elements.
 */
export async function expectAccessible(page: Page, state: string) {
  // Until its heading stands, a page is still loading and is no state to judge.
  await page.locator("h1").first().waitFor();
  // Evaluated through the debugger, which the page's Content-Security-Policy does not govern.
  const violations = (await page.evaluate(`(async () => {
    ${source};
    const result = await axe.run(document, {
      // A frame of another origin is another company's page, looked at in its own tests.
      iframes: false,
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    });
    return result.violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ target }) => ({ target })) }));
  })()`)) as readonly Violation[];
  const found = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help} (${nodes.map(({ target }) => target.join(" ")).join(", ")})`,
  );
  const finding: Finding = { state, violations: found };
  appendFileSync(findingsFile, `${JSON.stringify(finding)}\n`);
  expect(found, `accessibility of ${state}`).toEqual([]);
}
