import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** The smallest picture there is: one pixel. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** A picture in a file of its own, for `clients add --logo`. */
export function logoFile(): { readonly path: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "sekimori-logo-"));
  const path = join(folder, "logo.png");
  writeFileSync(path, Buffer.from(pixel, "base64"));
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Waits until the application's own picture is shown: loaded, and not stopped by the page's policy. */
export async function expectLogo(page: Page): Promise<void> {
  const source = `data:image/png;base64,${pixel}`;
  await page.locator(`main img[src="${source}"]`).waitFor();
  const drawn = `[...document.images].find((image) => image.src === ${JSON.stringify(source)})?.naturalWidth`;
  await expect.poll(() => page.evaluate(drawn)).toBe(1);
}
