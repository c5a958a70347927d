import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, test as base, beforeAll, expect, inject } from "vitest";
import { Mailbox } from "./mailbox.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly portalOrigin: string;
    readonly sandboxOrigin: string;
  }
}

export interface Look {
  readonly locale?: "ja" | "en";
  readonly width?: number;
  readonly colorScheme?: "light" | "dark";
  readonly reducedMotion?: "reduce" | "no-preference";
}

/** One person's browser: a context of its own, watched for anything that goes wrong unseen. */
export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Another tab of the same person. */
  readonly newTab: () => Promise<Page>;
  /** Declares a console message this test provokes on purpose. */
  readonly expectConsole: (pattern: RegExp) => void;
}

/** How Chromium is started: nothing of it calls home. */
export const launchOptions = () => ({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: [
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch(launchOptions());
});

afterAll(async () => {
  await browser?.close();
});

/**
 * The browser reports every non-2xx answer of a fetch; those are the product's own refusals, which
 * tests look at on the screen.
 */
export const refusedCall =
  /^Failed to load resource: the server responded with a status of (4\d\d|50[234])/;

/** Notes what a page says in its console and nobody asked for. */
export function watch(page: Page, unexpected: string[], allowed: readonly RegExp[]) {
  const note = (text: string) => {
    if (!allowed.some((pattern) => pattern.test(text))) unexpected.push(text);
  };
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") note(message.text());
  });
  page.on("pageerror", (error) => note(`uncaught: ${error.message}`));
}

export const origins = {
  get portal() {
    return inject("portalOrigin");
  },
  get sandbox() {
    return inject("sandboxOrigin");
  },
};

interface Fixtures {
  /** Opens a browser for one more person; all are closed and checked when the test ends. */
  readonly visit: (look?: Look) => Promise<Visitor>;
  readonly mailbox: Mailbox;
  /** An address nobody else in this run has. */
  readonly address: (name?: string) => string;
}

let serial = 0;

/** An address of the range kept for benchmarks (RFC 2544), another one for each call. */
function ownNetwork(): string {
  const random = Math.floor(Math.random() * 0x1ffff);
  return `198.${18 + (random >> 16)}.${(random >> 8) & 255}.${random & 255}`;
}

/** Ends a browser; a route that is still at a page's call then has nobody to answer, and says nothing. */
async function close(context: BrowserContext): Promise<void> {
  const pages = context.pages().map((page) => page.unrouteAll({ behavior: "ignoreErrors" }));
  const all = Promise.all([context.unrouteAll({ behavior: "ignoreErrors" }), ...pages]);
  // A test may have closed it itself.
  await all.catch(() => undefined);
  await context.close();
}

/** `test` with people, their mail and their browsers; a stray console message fails it. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixtures a function needs from its pattern.
  visit: async ({}, use) => {
    const contexts: BrowserContext[] = [];
    const unexpected: string[] = [];
    const allowed: RegExp[] = [refusedCall];
    await use(async (look = {}) => {
      const context = await browser.newContext({
        locale: look.locale === "en" ? "en-US" : "ja-JP",
        timezoneId: "Asia/Tokyo",
        viewport: { width: look.width ?? 1280, height: 800 },
        colorScheme: look.colorScheme ?? "light",
        reducedMotion: look.reducedMotion ?? "reduce",
        baseURL: origins.portal,
        // Everybody has a network of their own, as in life, so that one person's tries do not
        // spend another's limits. The product is told to trust this machine as its proxy.
        extraHTTPHeaders: { "x-forwarded-for": ownNetwork() },
      });
      context.setDefaultTimeout(60_000);
      contexts.push(context);
      context.on("page", (page) => watch(page, unexpected, allowed));
      return {
        context,
        page: await context.newPage(),
        newTab: () => context.newPage(),
        expectConsole: (pattern) => allowed.push(pattern),
      };
    });
    for (const context of contexts) await close(context);
    expect(unexpected, "messages in the browser's console").toEqual([]);
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  mailbox: async ({}, use) => {
    await use(new Mailbox(origins.sandbox));
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  address: async ({}, use) => {
    await use(
      (name = "person") => `${name}-${process.pid}-${Date.now()}-${++serial}@people.example`,
    );
  },
});

export { expect };
