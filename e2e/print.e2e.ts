import { pagePaths as kartePages } from "@sekimori/karte-contract/page-routes";
import { dataPage } from "@sekimori/kit-server/html/data-page";
import { memberTerms } from "@sekimori/portal-contract/legal/member-terms";
import { serviceTerms } from "@sekimori/portal-contract/legal/service-terms";
import { pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { Mailbox } from "./support/mailbox.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

// On paper: the page's own text, dark on white, and nothing that only a screen can use.

/** What of the frame around a page, and of its controls, would be printed. */
const printed = `[...document.querySelectorAll(
  "header[data-top-bar], footer, nav, [role=tablist], main button, iframe",
)].filter((element) => element.checkVisibility()).map((element) => element.outerHTML.slice(0, 80))`;

/** The paper, and the ink of the page's heading, as the sum of red, green and blue. */
const inks = `[
  [document.documentElement, "backgroundColor"],
  [document.querySelector("h1"), "color"],
].map(([element, property]) => getComputedStyle(element)[property].match(/\\d+/g).slice(0, 3)
  .reduce((sum, part) => sum + Number(part), 0))`;

/** Prints the page as a browser with the dark theme does. @returns its text. */
async function print(page: Page): Promise<string> {
  await page.locator("h1").first().waitFor();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  expect(await page.evaluate(printed)).toEqual([]);
  // On a screen the colours fade into each other; paper has them at once, or a moment later.
  const [paper, ink] = [0, 1].map(
    (index) => async () => (await page.evaluate<number[]>(inks))[index],
  );
  await expect.poll(() => paper?.()).toBe(3 * 255);
  await expect.poll(() => ink?.()).toBeLessThan(3 * 80);
  const pdf = await getDocument({ data: new Uint8Array(await page.pdf()), verbosity: 0 }).promise;
  const texts: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    texts.push(items.map((item) => ("str" in item ? item.str : "")).join(""));
  }
  return bare(texts.join(""));
}

/** Fonts give some signs the code of a radical that looks the same; joiners take no room. */
const bare = (text: string) => text.normalize("NFKC").replaceAll(/[\s\u2060]/g, "");

describe.for(["ja", "en"] as const)("on paper (%s)", (locale) => {
  test.for([serviceTerms, memberTerms])("the terms, every article", async (document, { visit }) => {
    const { page } = await visit({ locale });
    await page.goto(`${pagePaths.terms}#${document.id}`);
    await page.getByRole("heading", { level: 2, name: document.title[locale] }).waitFor();
    const text = await print(page);
    for (const { title } of document.articles) expect(text).toContain(bare(title[locale]));
  });

  test("the legal notice", async ({ visit }) => {
    const { page } = await visit({ locale });
    await page.goto(pagePaths.notation);
    await page.locator("main dl").waitFor();
    // Each row of the disclosure table (portal/contract/legal/legal.test.ts).
    expect(await page.locator("main dl dt").count()).toBe(19);
    expect(await print(page)).toContain("contact@");
  });

  test("My Page", async ({ visit, mailbox, address }) => {
    const { page } = await visit({ locale });
    const email = address("paper");
    await signUpForFree(page, mailbox, locale, email);
    await page.goto(pageUrl("security"));
    await page.locator("main dl").first().waitFor();
    expect(await print(page)).toContain(email);
  });
});

test("on paper the API reference has neither its index nor what is tried", async ({ visit }) => {
  const { page } = await visit({ locale: "en" });
  await page.goto("/v1/docs#siteConfiguration");
  const sent = page.locator("#siteConfiguration").getByRole("button", { name: /^Send/ });
  await sent.waitFor();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  expect(await sent.isVisible()).toBe(false);
  expect(await page.getByRole("navigation").first().isVisible()).toBe(false);
});

test.for(["ja", "en"] as const)(
  "one's own data is read and printed whole: %s",
  async (locale, { visit }) => {
    const { page } = await visit({ locale, width: 375 });
    // A table wider than any window: twelve columns of long values.
    const row = (number: number) =>
      Object.fromEntries(
        Array.from("abcdefghijkl", (name) => [name, `${name.repeat(40)}${number}`]),
      );
    const body = dataPage({
      locale,
      title: locale === "ja" ? "ご自身のデータ" : "Your data",
      madeAt: new Date("2026-11-24T00:00:00Z"),
      parts: [
        { name: "One", rows: [{ email: "hanako@example.jp", name: null, since: "2026-11-03" }] },
        { name: "Many", rows: Array.from({ length: 40 }, (_, number) => row(number)) },
        { name: "Away", note: "Not here." },
      ],
    });
    await page.route("**/your-data.html", (route) =>
      route.fulfill({ body, contentType: "text/html; charset=utf-8" }),
    );
    await page.goto("/your-data.html");
    await expectAccessible(page, "the page of one's own data");
    const text = await print(page);
    for (const last of ["hanako@example.jp", `${"l".repeat(40)}39`]) expect(text).toContain(last);
    // A landscape sheet less its margins; what stuck out of it would be cut off.
    await page.setViewportSize({ width: 1031, height: 700 });
    const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    expect(await page.evaluate<number>(overflow)).toBe(0);
  },
);

describe("on paper the management application", () => {
  let product: RunningProduct;
  beforeAll(async () => {
    product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
  });
  afterAll(() => product?.stop());

  test("is its page alone", async ({ visit, address }) => {
    const { page } = await visit({ locale: "en" });
    const { portalOrigin, sandboxOrigin, karteOrigin } = product;
    const mailbox = new Mailbox(sandboxOrigin);
    await signUpForFree(page, mailbox, "en", address("paper"), portalOrigin);
    await page.getByRole("tablist").waitFor();
    await page.goto(`${karteOrigin}${kartePages.settings}`);
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    expect(await print(page)).toContain("Webhook");
  });
});
