import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { karteMailSamples } from "@sekimori/karte-server/testing/mail-samples";
import { locales } from "@sekimori/kit-contract/locale";
import { mailSamples } from "@sekimori/portal-server/testing/mail-samples";
import { chromium } from "playwright-core";

// `npm run mails`: a picture of every mail in both languages and themes at three widths, and its
// text, into .cache/mails/, for people to look at. Beginnings of names as arguments take those mails
// alone, beside what is there.
const folder = fileURLToPath(new URL("../.cache/mails/", import.meta.url));
const widths = [320, 480, 800];

const wanted = process.argv.slice(2);
const samples = Object.fromEntries(
  Object.entries({ ...mailSamples, ...karteMailSamples }).filter(
    ([name]) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)),
  ),
);

if (wanted.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-background-networking"],
});
for (const colorScheme of ["light", "dark"] as const) {
  const context = await browser.newContext({ colorScheme });
  const page = await context.newPage();
  for (const [name, write] of Object.entries(samples)) {
    for (const locale of locales) {
      const { subject, text, html } = write(locale);
      writeFileSync(`${folder}${name}-${locale}.txt`, `Subject: ${subject}\n\n${text}`);
      await page.setContent(html);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 400 });
        const path = `${folder}${name}-${locale}-${colorScheme}-${width}.png`;
        await page.screenshot({ path, fullPage: true });
      }
    }
  }
  await context.close();
}
await browser.close();
console.log(`Pictures and texts of ${Object.keys(samples).length} mails are in ${folder}`);
