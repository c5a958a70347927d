import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { pagePaths as kartePaths } from "@sekimori/karte-contract/page-routes";
import { kartePage, pagePaths } from "@sekimori/portal-contract/page-routes";
import type { BrowserContext, Page } from "playwright-core";
import { signIn, speak } from "../support/member.ts";
import { runProduct } from "../support/running-product.ts";
import { eachLook, type Look, take } from "./look.ts";

const pictures = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));

/** High enough for the whole login page. */
const height = 1012;

/** Takes what the window shows, without what lies below it, into docs/pictures/. */
async function store(page: Page, look: Look, name: string): Promise<void> {
  await take(page, look, `readme-${name}`);
  await page.screenshot({ path: `${pictures}${name}-${look.locale}.png` });
}

async function takeAll(context: BrowserContext, look: Look): Promise<void> {
  const page = await context.newPage();
  await page.setViewportSize({ width: look.width, height });
  await page.goto(pagePaths.login);
  await store(page, look, "portal");
  await signIn(page, look.locale, "demo@sekimori.example", "Sekimori-2026");
  await page.getByRole("tablist").waitFor();
  await speak(page, look.locale);
  await page.goto(kartePage(kartePaths.overview));
  await page.frameLocator("iframe").locator("h1").first().waitFor();
  await store(page, look, "karte");
}

/** `npm run screens readme en-light-1280 ja-light-1280`: the pictures in the project's README. */
export async function takeReadme(): Promise<void> {
  mkdirSync(pictures, { recursive: true });
  const product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" }, { withCompany: true });
  try {
    await eachLook(product.portalOrigin, [1280], async (context, look) => {
      if (look.colorScheme === "light") await takeAll(context, look);
    });
  } finally {
    await product.stop();
  }
}
