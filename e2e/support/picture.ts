import { mkdir } from "node:fs/promises";
import type { Page } from "playwright-core";

/** Keeps a picture of the whole page where somebody wants to look at it: in the folder `PICTURES`. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
