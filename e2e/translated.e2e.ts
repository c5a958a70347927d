import { pagePaths as consolePaths } from "@sekimori/console-contract/page-routes";
import { pagePaths as kartePaths } from "@sekimori/karte-contract/page-routes";
import { kartePage, pagePaths } from "@sekimori/portal-contract/page-routes";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { Mailbox } from "./support/mailbox.ts";
import { signIn, signOut } from "./support/member.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { SignUp } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

// A browser that translates takes every text out of its place and puts it into elements of its own, as
// soon as it is there. A page that React then fails at is gone: its error is uncaught, which fails each
// journey, and what it should show never comes.

let product: RunningProduct;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
});
afterAll(() => product?.stop());

/** Puts each text into `<font><font>…</font></font>`, in every frame and for ever, as translators do. */
const translateEverything = `
  const own = new WeakSet();
  const keeps = "script, style, textarea, option, title, select, noscript, svg, [contenteditable]";
  const wrap = (text) => {
    const parent = text.parentElement;
    if (!parent || own.has(parent) || text.data.trim() === "" || parent.closest(keeps)) return;
    const outer = document.createElement("font");
    const inner = document.createElement("font");
    outer.append(inner);
    text.replaceWith(outer);
    inner.append(text);
    own.add(inner);
    window.translatedTexts = (window.translatedTexts ?? 0) + 1;
  };
  const all = () => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(wrap);
  };
  new MutationObserver(all).observe(document, { childList: true, characterData: true, subtree: true });
`;

const translate = (context: BrowserContext) => context.addInitScript(translateEverything);

/** How many texts of the page were put elsewhere. */
const translated = (page: Page) => page.evaluate<number>("window.translatedTexts ?? 0");

test("a translated page stays: sign-up, My Page, login, and the pages of karte", async ({
  visit,
  address,
}) => {
  const { page, context } = await visit({ locale: "en" });
  await translate(context);
  const mailbox = new Mailbox(product.sandboxOrigin);
  const email = address("translated");
  const person = new SignUp(page, mailbox, "en", email);
  await person.start("free", product.portalOrigin);
  await person.verify();
  await person.fillPersonal();
  // One code after the other: an address, several places, none, an address again.
  const code = page.locator("[autocomplete='postal-code']");
  const told = async () => (await page.locator("p[role=status]").allTextContents()).join(" ");
  for (const [typed, said] of [
    ["1000001", /Chiyoda/],
    ["4980000", /several places/],
    ["9999999", /no address/],
    ["1500001", /Jingumae/],
    ["150", /^((?!Address|several|no address).)*$/],
    ["1000001", /Chiyoda/],
  ] as const) {
    await code.fill(typed);
    await expect.poll(() => told()).toMatch(said);
  }
  expect(await translated(page)).toBeGreaterThan(20);
  await person.review();
  await person.confirm("free");
  await person.agree("free");

  for (const tab of await page.getByRole("tab").all()) {
    await tab.click();
    await page.getByRole("tabpanel").first().waitFor();
  }
  for (const path of [pagePaths.notice, pagePaths.security]) {
    await page.goto(`${product.portalOrigin}${path}`);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
  }
  await signOut(page, "en");
  await page.goto(`${product.portalOrigin}${pagePaths.login}`);
  await signIn(page, "en", email);
  await page.getByRole("tablist").waitFor();
});

test("a translated page stays: the pages of karte, as the demo's owner has them", async ({
  visit,
}) => {
  const { page, context } = await visit({ locale: "en" });
  await translate(context);
  await page.goto(`${product.portalOrigin}${pagePaths.login}`);
  await page.waitForURL((url) => url.pathname === pagePaths.login);
  await signIn(page, "en", "demo@sekimori.example", "Sekimori-2026");
  await page.getByRole("tablist").waitFor();
  const frame = page.frameLocator("iframe");
  const { signIn: _in, signOut: _out, invitation: _invitation, ...walked } = kartePaths;
  for (const path of Object.values(walked)) {
    await page.goto(`${product.portalOrigin}${kartePage(path)}`);
    await frame
      .locator("h1:visible")
      .first()
      .waitFor({ timeout: 20_000 })
      .catch(async (error) => {
        throw new Error(`nothing at ${path}: ${await page.locator("body").textContent()}`, {
          cause: error,
        });
      });
    const search = frame.getByRole("searchbox").first();
    if ((await search.count()) === 0) continue;
    for (const typed of ["x", "nothing.is.called.so", ""]) {
      await search.fill(typed, { timeout: 10_000 }).catch(async (error) => {
        throw new Error(`no box at ${path}: ${await frame.locator("body").innerText()}`, {
          cause: error,
        });
      });
      await page.waitForTimeout(700);
      await frame.locator("h1:visible").first().waitFor();
    }
  }
});

test("a translated page stays: the operator's console", async ({ visit }) => {
  const { page, context } = await visit({ locale: "en" });
  await translate(context);
  await page.goto(`${product.consoleOrigin}/`);
  await page.waitForURL((url) => url.pathname === pagePaths.login);
  await signIn(page, "en", "demo@sekimori.example", "Sekimori-2026");
  await page.waitForURL((url) => url.origin === product.consoleOrigin);
  // It goes on to its first page by itself.
  await page.locator("h1:visible").first().waitFor();
  for (const path of Object.values(consolePaths)) {
    await page.goto(`${product.consoleOrigin}${path}`);
    await page.locator("h1:visible").first().waitFor();
  }
});
