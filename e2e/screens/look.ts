import { mkdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium, type Page } from "playwright-core";

/** How a picture is taken: language, theme, and the window's width in CSS pixels. */
export interface Look {
  readonly locale: "ja" | "en";
  readonly colorScheme: "light" | "dark";
  readonly width: number;
}

/** Where the pictures go. */
export const folder = fileURLToPath(new URL("../../.cache/screens/", import.meta.url));
let taken = 0;

/** Looks named on the command line, as in the pictures' names (`ja-dark-375`); all when none is. */
const wanted = process.argv.slice(2).filter((word) => /^(ja|en)-(light|dark)-\d+$/.test(word));
const isWanted = ({ locale, colorScheme, width }: Look): boolean =>
  wanted.length === 0 || wanted.includes(`${locale}-${colorScheme}-${width}`);

/** How many pictures there are so far. */
export const countTaken = (): number => taken;

/** Begins with no pictures. */
export function clearPictures(): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

/**
 * What is laid out only as it comes into view would be blank in a picture of the whole page. Not by
 * a style element, which the page's Content-Security-Policy forbids.
 */
const layOutAll = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("section { content-visibility: visible }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}`;

/**
 * A frame of another origin draws nothing until it has come into view, so that a picture of the whole
 * page would show the payment company's fields empty.
 */
async function drawFields(page: Page): Promise<void> {
  const fields = page.locator("main iframe[src*='/payment/fields?']");
  if ((await fields.count()) === 0) return;
  const size = page.viewportSize();
  const height = await page.evaluate<number>("document.documentElement.scrollHeight");
  if (size && height > size.height) await page.setViewportSize({ ...size, height });
  const number = fields.contentFrame().locator("[name=number]");
  await number.waitFor();
  await number.evaluate(
    "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))",
  );
}

/**
 * A picture of the page as it stands, the whole of it unless a dialog lies over the window.
 *
 * @param name of the file, before language, theme and width
 */
export async function take(page: Page, look: Look, name: string): Promise<void> {
  for (const frame of page.frames()) {
    // Card fields, and an email that is shown, have no heading of a page.
    if (/\/payment\/fields\?|\/prices\/mail\?/.test(frame.url())) continue;
    await frame.locator("h1").first().waitFor();
    // What stands for what is still on its way.
    await frame.locator(".animate-breathe").first().waitFor({ state: "detached" });
    await frame.evaluate("document.fonts.ready");
  }
  await drawFields(page);
  const file = `${name}-${look.locale}-${look.colorScheme}-${look.width}.png`;
  const fullPage = (await page.getByRole("dialog").count()) === 0;
  await page.evaluate(layOutAll);
  await page.screenshot({ path: `${folder}${file}`, fullPage });
  taken += 1;
}

/** Opens a browser for each language, theme and width, one after the other; each is a person. */
export async function eachLook(
  baseURL: string,
  widths: readonly number[],
  visit: (context: BrowserContext, look: Look) => Promise<void>,
): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking"],
  });
  const looks: readonly Look[] = (["ja", "en"] as const).flatMap((locale) =>
    (["light", "dark"] as const).flatMap((colorScheme) =>
      widths.map((width) => ({ locale, colorScheme, width })),
    ),
  );
  try {
    for (const [index, look] of looks.filter(isWanted).entries()) {
      const { locale, colorScheme, width } = look;
      const context = await browser.newContext({
        baseURL,
        locale: locale === "en" ? "en-US" : "ja-JP",
        timezoneId: "Asia/Tokyo",
        viewport: { width, height: 800 },
        colorScheme,
        reducedMotion: "reduce",
        extraHTTPHeaders: { "x-forwarded-for": `198.18.0.${index + 1}` },
      });
      await visit(context, look);
      await context.close();
    }
  } finally {
    await browser.close();
  }
}
