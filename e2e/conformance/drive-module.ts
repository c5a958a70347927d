import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { act } from "./person.ts";
import type { Entry, Suite } from "./suite.ts";

const limitMs = 240_000;

/** Where the pictures that the suite asks for stay, so that a person can judge them. */
const pictures = fileURLToPath(new URL("../../.cache/conformance/", import.meta.url));

export interface Result {
  /** PASSED, WARNING, REVIEW, SKIPPED or FAILED; of one that did not end, how far it came. */
  readonly outcome: string;
  /** What the suite says of warnings and failures. */
  readonly remarks: readonly string[];
}

/** Opens an address as the suite wants it opened. */
async function open(page: Page, url: string, method: string): Promise<void> {
  if (method === "GET") {
    await page.goto(url).catch(() => undefined);
    return;
  }
  const { origin, pathname, searchParams } = new URL(url);
  await page.setContent(
    `<form method="post" action="${origin}${pathname}">${[...searchParams]
      .map(([name, value]) => `<input name="${name}" value='${value.replaceAll("'", "&#39;")}'>`)
      .join("")}</form>`,
  );
  await page.locator("form").evaluate((form: { submit(): void }) => form.submit());
}

const remarkOf = ({ src, msg }: Entry) => `${src ?? "?"}: ${msg ?? ""}`;

/** Runs one module to its end, with a person's browser of its own. */
export async function driveModule(
  suite: Suite,
  browser: Browser,
  portalOrigin: string,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<Result> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: "en-US" });
  const page = await context.newPage();
  const deadline = Date.now() + limitMs;
  let info = await suite.info(id);
  try {
    while (!["FINISHED", "INTERRUPTED"].includes(info.status) && Date.now() < deadline) {
      if (info.status === "CONFIGURED") await suite.start(id);
      if (info.status === "WAITING") await goOn({ suite, page, portalOrigin, id, name });
      await new Promise((resolve) => setTimeout(resolve, 300));
      info = await suite.info(id);
    }
    const entries = await suite.log(id);
    const remarks = entries.filter(({ result }) =>
      ["WARNING", "FAILURE", "REVIEW"].includes(result ?? ""),
    );
    return {
      outcome: info.status === "FINISHED" ? (info.result ?? "?") : `${info.status} (not ended)`,
      remarks: remarks.map(remarkOf),
    };
  } finally {
    await context.close();
  }
}

interface Drive {
  readonly suite: Suite;
  readonly page: Page;
  readonly portalOrigin: string;
  readonly id: string;
  /** What the module's pictures are called. */
  readonly name: string;
}

async function goOn({ suite, page, portalOrigin, id, name }: Drive): Promise<void> {
  const { urls, urlsWithMethod } = await suite.toVisit(id);
  const next =
    urlsWithMethod[0] ?? (urls[0] === undefined ? undefined : { url: urls[0], method: "GET" });
  if (next !== undefined) {
    await suite.visited(id, next.url);
    await open(page, next.url, next.method);
    return;
  }
  if (new URL(page.url(), "http://nowhere").origin !== portalOrigin) return;
  await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => undefined);
  // What the suite wants a picture of is on the screen before the person goes on, unless it is the
  // end of a sign-out, which is asked about first.
  const { upload: wanted, src } = (await suite.log(id)).find(({ upload }) => upload) ?? {};
  if (src === "ExpectSuccessfulLogoutPage" && (await act(page))) return;
  if (wanted) {
    const picture = await page.screenshot();
    mkdirSync(pictures, { recursive: true });
    writeFileSync(`${pictures}${name}.png`, picture);
    await suite.upload(id, wanted, picture);
  }
  await act(page);
}
