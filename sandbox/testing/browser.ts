import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type Browser, chromium, type Frame, type Page } from "playwright-core";

export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking"],
  });
}

/** Everything a page complained about; a test expects it to stay empty. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}

const axeSource = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: unknown; readonly failureSummary?: string }[];
  }[];
}

/** What axe-core finds against WCAG 2.2 A and AA and its best practices. */
export async function accessibilityFaults(
  frame: Frame,
  without: readonly string[] = [],
): Promise<string[]> {
  if (!(await frame.evaluate("'axe' in window"))) await frame.evaluate(await axeSource);
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const result = await frame.evaluate<AxeResult>(
    `axe.run({ iframes: false, rules: ${JSON.stringify(rules)} })`,
  );
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${String(target)} ${failureSummary ?? ""}`),
  );
}

/**
 * What is wrong with a page in its own theme, in the system's colours, and in a window of 1280 by
 * 1024 px at 400 % (WCAG 1.4.10), where it may not scroll sideways either.
 */
export async function faultsInEveryView(page: Page, frame: Frame): Promise<string[]> {
  const faults = await accessibilityFaults(frame);
  // The colours are the person's own then, and axe takes the page's for those of the letters.
  await page.emulateMedia({ forcedColors: "active" });
  faults.push(...(await accessibilityFaults(frame, ["color-contrast"])));
  await page.emulateMedia({ forcedColors: null });
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 256 });
  faults.push(...(await accessibilityFaults(frame)));
  if (await scrollsSideways(frame)) faults.push("scrolls sideways at 400 %");
  if (before) await page.setViewportSize(before);
  return faults;
}

/** True when the page is wider than its window. */
export async function scrollsSideways(frame: Frame): Promise<boolean> {
  return await frame.evaluate(
    "document.documentElement.scrollWidth > document.documentElement.clientWidth",
  );
}
