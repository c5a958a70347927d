import type { RunningProduct } from "@sekimori/e2e/running-product";
import { chromium } from "playwright-core";
import type { Report } from "./support/report.ts";

interface Transfer {
  readonly file: string;
  readonly bytes: number;
}

/**
 * What `/login` loads over the wire before it can be used, as Chromium counts it: page, scripts,
 * styles and catalogues, in KiB of brotli. Pictures and headers do not count.
 */
export async function benchLoginWeight(product: RunningProduct): Promise<Report> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking"],
  });
  try {
    const page = await browser.newPage({ locale: "ja-JP" });
    const session = await page.context().newCDPSession(page);
    const names = new Map<string, { file: string; isPicture: boolean; headers: number }>();
    let headerBytes = 0;
    const transfers: Transfer[] = [];
    session.on("Network.responseReceived", ({ requestId, response }) => {
      const file = new URL(response.url).pathname;
      const isPicture = response.mimeType.startsWith("image/");
      names.set(requestId, { file, isPicture, headers: response.encodedDataLength });
    });
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const seen = names.get(requestId);
      if (seen && !seen.isPicture && !seen.file.startsWith("/v1/")) {
        transfers.push({ file: seen.file, bytes: encodedDataLength - seen.headers });
        headerBytes += seen.headers;
      }
    });
    await session.send("Network.enable");
    await page.goto(`${product.portalOrigin}/login`);
    await page.locator("input[type=password]").waitFor();
    const before = transfers.length;
    // What the browser offers among the fields comes once the page can be used.
    await page.waitForLoadState("networkidle");
    const sum = (list: readonly Transfer[]) => list.reduce((all, { bytes }) => all + bytes, 0);
    const total = sum(transfers.slice(0, before));
    const later = sum(transfers.slice(before));
    return {
      name: "/login, KiB transferred before it can be used",
      figure: total / 1024,
      wanted: { atMost: 100 },
      detail: `${(later / 1024).toFixed(1)} later, for passkeys in the field; ${(headerBytes / 1024).toFixed(1)} of headers besides; ${transfers
        .sort((a, b) => b.bytes - a.bytes)
        .map(({ file, bytes }) => `${(bytes / 1024).toFixed(1)} ${file}`)
        .join("; ")}`,
    };
  } finally {
    await browser.close();
  }
}
