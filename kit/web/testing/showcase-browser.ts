import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type ServedShowcase, serveShowcase } from "./serve-showcase.ts";

export interface View {
  readonly theme: "light" | "dark";
  readonly lang: "ja" | "en";
  readonly width: number;
}

/**
 * A Chromium and a built showcase for the tests of one file. Each page is closed after its
 * test; anything it wrote to the console as an error, or threw, fails that test.
 */
export function showcaseBrowser() {
  let served: ServedShowcase;
  let browser: Browser;
  const pages: Page[] = [];
  const problems: string[] = [];

  beforeAll(async () => {
    served = await serveShowcase();
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-background-networking"],
    });
  });

  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  afterEach(async () => {
    await Promise.all(pages.splice(0).map((page) => page.context().close()));
    expect(problems.splice(0)).toEqual([]);
  });

  return {
    /** The showcase in a fresh browser context; English, light, 1280 px wide, without motion, unless told. */
    async open(view: Partial<View> = {}): Promise<Page> {
      const { theme = "light", lang = "en", width = 1280 } = view;
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        reducedMotion: "reduce",
        permissions: ["clipboard-read", "clipboard-write"],
      });
      context.setDefaultTimeout(60_000);
      const page = await context.newPage();
      pages.push(page);
      page.on("console", (message) => {
        if (message.type() === "error") problems.push(message.text());
      });
      page.on("pageerror", (error) => problems.push(error.message));
      await page.goto(`${served.url}?theme=${theme}&lang=${lang}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      return page;
    },
  };
}

/** Resolves when the page has been painted, and with it has told of having been scrolled. */
export function painted(page: Page): Promise<void> {
  return page.evaluate(
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))",
  );
}

/** Whether this very element has the focus. */
export function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((one) => one === one.ownerDocument.activeElement);
}
