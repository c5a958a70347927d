import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sandboxMigrations } from "../../migrations/migrations.ts";
import {
  complaintsOf,
  faultsInEveryView,
  launchBrowser,
  scrollsSideways,
} from "../../testing/browser.ts";
import { type FramingSite, startFramingSite } from "../../testing/framing-page.ts";
import { PaymentClient } from "../../testing/payment-client.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/test-sandbox.ts";

let database: TestDatabase<unknown>;
let shop: FramingSite;
let running: TestSandbox;
let client: PaymentClient;
let browser: Browser;

beforeAll(async () => {
  database = await createTestDatabase(sandboxMigrations);
  shop = await startFramingSite();
  running = await startTestSandbox(database, { portalOrigins: [shop.origin] });
  client = new PaymentClient(running.origin);
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  await running.sandbox.stop();
  await shop.stop();
  await database.close();
});

async function open(look: { locale?: string; theme?: "light" | "dark"; width?: number } = {}) {
  const { locale = "ja", theme = "light", width = 800 } = look;
  const { body } = await client.post("/payment/api/card-registrations", {
    token: await client.token("3530110000002006"),
    return_url: `${shop.origin}/return`,
    customer_ref: "a",
    locale,
  });
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: theme,
  });
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await page.goto(String(body.redirect_url));
  return { page, complaints, id: body.id };
}

describe("the 3-D Secure page in a browser", () => {
  it("takes the right code after a wrong one and brings the browser back by POST", async () => {
    const { page, complaints, id } = await open();
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("code");
    await page.keyboard.type("111111");
    await page.getByRole("button", { name: "認証する" }).click();
    await expect.poll(() => page.getByRole("alert").textContent()).toContain("あと2回");
    await page.getByLabel("認証コード").fill("123456");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${shop.origin}/return`);
    expect(shop.returns.at(-1)).toBe(`registration=${String(id)}`);
    expect(complaints).toEqual([]);
    expect((await client.registration(id)).status).toBe("succeeded");
  });

  it("returns at once when the way back is taken again", async () => {
    const { page, id } = await open();
    await page.getByRole("button", { name: "キャンセルして戻る" }).click();
    await page.waitForURL(`${shop.origin}/return`);
    await page.goto(`${running.origin}/payment/three-d-secure/${String(id)}`);
    await page.waitForURL(`${shop.origin}/return`);
    expect((await client.registration(id)).status).toBe("cancelled");
  });

  it("changes its language and keeps the tries", async () => {
    const { page } = await open();
    await page.getByLabel("認証コード").fill("1");
    await page.keyboard.press("Enter");
    await page.waitForSelector("[aria-invalid]");
    await page.getByRole("link", { name: "English" }).click();
    await expect.poll(() => page.getByRole("alert").textContent()).toContain("2 tries left");
    await page.getByLabel("Code").fill("2");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByRole("alert").textContent()).toContain("1 try left");
  });

  // Every pair of language, theme and width; each is looked at at 400 % too.
  const looks = [
    { locale: "ja", theme: "light", width: 320 },
    { locale: "ja", theme: "dark", width: 1280 },
    { locale: "en", theme: "light", width: 1280 },
    { locale: "en", theme: "dark", width: 320 },
  ] as const;

  it.each(looks)("has no accessibility fault in $locale, $theme, at $width px", async (look) => {
    const { page, complaints } = await open(look);
    expect(await faultsInEveryView(page, page.mainFrame())).toEqual([]);
    await page.locator("#code").fill("1");
    await page.keyboard.press("Enter");
    await page.waitForSelector("[aria-invalid]");
    expect(await faultsInEveryView(page, page.mainFrame())).toEqual([]);
    await expect.poll(() => scrollsSideways(page.mainFrame())).toBe(false);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

const authorizationRequest = new URLSearchParams({
  client_id: "portal",
  redirect_uri: "http://localhost:3000/gmoid-callback",
  response_type: "code",
  scope: "openid email",
  code_challenge: "0".repeat(43),
  code_challenge_method: "S256",
}).toString();

describe("the sandbox's own pages", () => {
  it.each(
    ["/", "/mailbox", "/payment", "/clock", "/identity/auth"].flatMap((path) => [
      { path, width: 320, theme: "light" } as const,
      { path, width: 1280, theme: "dark" } as const,
    ]),
  )("$path has no accessibility fault at $width px, $theme", async ({ path, width, theme }) => {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: theme,
      locale: "ja",
    });
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    const address = new URL(path, running.origin);
    if (path === "/identity/auth") address.search = authorizationRequest;
    await page.goto(address.href);
    await expect.poll(() => page.locator("h1").count()).toBe(1);
    // Japanese breaks between phrases in headings, anywhere in sentences.
    expect(
      await page.evaluate(
        "['h1', 'body'].map((one) => getComputedStyle(document.querySelector(one)).wordBreak)",
      ),
    ).toEqual(["auto-phrase", "normal"]);
    expect(await faultsInEveryView(page, page.mainFrame())).toEqual([]);
    await expect.poll(() => scrollsSideways(page.mainFrame())).toBe(false);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
