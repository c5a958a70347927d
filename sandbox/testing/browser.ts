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
export async function accessibilityFaults(frame: Frame): Promise<string[]> {
  await frame.evaluate(await axeSource);
  const result = await frame.evaluate<AxeResult>("axe.run({ iframes: false })");
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${String(target)} ${failureSummary ?? ""}`),
  );
}

/** True when the page is wider than its window. */
export async function scrollsSideways(frame: Frame): Promise<boolean> {
  return await frame.evaluate(
    "document.documentElement.scrollWidth > document.documentElement.clientWidth",
  );
}
