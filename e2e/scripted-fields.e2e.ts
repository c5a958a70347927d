import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { type StandIn, startStandIn } from "@sekimori/sandbox/stripe";
import { standInKeys } from "@sekimori/sandbox/stripe/keys";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { Mailbox } from "./support/mailbox.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { SignUp } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

// A payment company whose script puts its fields into our page, under our own content security
// policy. The script is our stand-in's: Stripe's own cannot be had here.

let standIn: StandIn;
let product: RunningProduct;
beforeAll(async () => {
  standIn = await startStandIn();
  product = await runProduct({
    TRUSTED_PROXIES: "127.0.0.1,::1",
    PAYMENT_PROVIDER: "stripe",
    PAYMENT_STAND_IN: standIn.origin,
    PAYMENT_PUBLISHABLE_KEY: standInKeys.publishableKey,
    PAYMENT_SECRET_KEY: standInKeys.secretKey,
    PAYMENT_WEBHOOK_SECRET: standInKeys.webhookSecret,
  });
});
afterAll(async () => {
  await product.stop();
  await standIn.stop();
});

async function atCard(page: Page, locale: "ja" | "en") {
  const mailbox = new Mailbox(product.sandboxOrigin);
  const email = `scripted-${Date.now()}-${Math.random()}@people.example`;
  const person = new SignUp(page, mailbox, locale, email);
  await person.start("detailed", product.portalOrigin);
  await person.verify();
  await person.fillPersonal();
  await person.review();
  await person.confirm("detailed");
  await page.getByRole("link", { name: person.words.toPaymentMethod }).click();
  await page.locator("iframe").nth(2).waitFor();
  return person;
}

const input = (page: Page, index: number) =>
  page.frameLocator("iframe").nth(index).locator("#field");

async function fill(page: Page, number: string, holder = "HANAKO SEKI"): Promise<void> {
  await input(page, 0).fill(number);
  await input(page, 1).fill("12/34");
  await input(page, 2).fill("123");
  await page.locator("[autocomplete=cc-name]").fill(holder);
}

const look = (name: string) => `${import.meta.dirname}/../.cache/screens/scripted-${name}.png`;

describe("fields that a company's script brings", () => {
  test("register a card under our policy, in Japanese, narrow", async ({ visit }) => {
    const { page } = await visit({ width: 375 });
    const person = await atCard(page, "ja");
    await page.getByText("カード番号", { exact: true }).waitFor();
    await page.screenshot({ path: look("ja-375"), fullPage: true });
    await fill(page, "4242424242424242");
    await person.button(person.words.registerCard).click();
    await person.at(pagePaths.agreement);
    const policy = (await page.request.get(`${product.portalOrigin}/login`)).headers()[
      "content-security-policy"
    ];
    expect(policy).toContain(`connect-src 'self' ${standIn.origin};`);
    expect(policy).toContain(standIn.origin);
    expect(policy).not.toContain("unsafe-inline");
  });

  test("say what is missing, refuse a brand, and go on by 3-D Secure, in English, dark", async ({
    visit,
  }) => {
    const { page } = await visit({ locale: "en", colorScheme: "dark" });
    const person = await atCard(page, "en");
    const submit = person.button(person.words.registerCard);
    await submit.click();
    await page.getByText("Please enter the card number").waitFor();
    await page.getByText("Please enter the name on the card").waitFor();
    await expect.poll(() => page.evaluate("document.activeElement?.tagName")).toBe("IFRAME");
    await page.screenshot({ path: look("en-1280-dark"), fullPage: true });
    await fill(page, "6200000000000005");
    await page.getByText(/Use one of these cards/).waitFor();
    await fill(page, "4000002500003155");
    await submit.click();
    await page.waitForURL((url) => url.origin === standIn.origin);
    await page.getByRole("button", { name: "Complete" }).click();
    await person.at(pagePaths.agreement);
  });

  test("that do not come are said so, and tried again", async ({ visit }) => {
    const { page, expectConsole } = await visit({ locale: "en" });
    expectConsole(/Failed to load resource/);
    await page.route(`${standIn.origin}/stripe.js`, (route) => route.abort());
    const mailbox = new Mailbox(product.sandboxOrigin);
    const person = new SignUp(page, mailbox, "en", `absent-${Date.now()}@people.example`);
    await person.start("detailed", product.portalOrigin);
    await person.verify();
    await person.fillPersonal();
    await person.review();
    await person.confirm("detailed");
    await page.getByRole("link", { name: person.words.toPaymentMethod }).click();
    await page.getByText("We couldn't load the card fields").waitFor();
    await page.unroute(`${standIn.origin}/stripe.js`);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator("iframe").nth(2).waitFor();
  });
});
