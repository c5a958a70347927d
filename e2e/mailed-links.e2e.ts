import { lookAtInvitation } from "@sekimori/karte-contract/endpoints/people";
import { pagePaths as kartePaths } from "@sekimori/karte-contract/page-routes";
import { karteMailSamples } from "@sekimori/karte-server/testing/mail-samples";
import { locales } from "@sekimori/kit-contract/locale";
import { showPayLink } from "@sekimori/portal-contract/endpoints/invoice";
import { beginPasskeySignIn } from "@sekimori/portal-contract/endpoints/passkeys";
import { lookAtReset } from "@sekimori/portal-contract/endpoints/password";
import { lookAtRecovery } from "@sekimori/portal-contract/endpoints/recovery";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { mailSamples } from "@sekimori/portal-server/testing/mail-samples";
import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { Mailbox } from "./support/mailbox.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { SignUp } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

// Assurance row 46: mail scanners and previews open every link of every mail in a browser that has
// no cookies and runs scripts. Opening shows; a press acts.

let product: RunningProduct;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
});
afterAll(() => product?.stop());

/**
 * Calls that change nothing: those whose token stands in a body because addresses are logged, and the
 * challenge for a passkey, which is signed and kept nowhere.
 */
const looks = new Set<string>([
  lookAtInvitation.path,
  showPayLink.path,
  lookAtReset.path,
  lookAtRecovery.path,
  beginPasskeySignIn.path,
]);

/** Notes what a page asks of our servers that may change something. */
function actsOf(page: Page): string[] {
  const ours = [product.portalOrigin, product.karteOrigin];
  const acts: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    const isRead = ["GET", "HEAD"].includes(request.method()) || looks.has(url.pathname);
    if (ours.includes(url.origin) && !isRead) acts.push(`${request.method()} ${url.pathname}`);
  });
  return acts;
}

/**
 * Opens a link as a scanner does: waits until nothing more is loaded, scrolls, and leaves. A document
 * is fetched: a browser without a viewer has no page of it.
 */
async function scan(page: Page, link: string): Promise<void> {
  if (new URL(link).pathname.endsWith(".pdf")) {
    expect((await page.request.get(link)).headers()["content-type"]).toBe("application/pdf");
    return;
  }
  await page.goto(link, { waitUntil: "networkidle" });
  await page.mouse.wheel(0, 5_000);
  await page.waitForLoadState("networkidle");
}

/** Every different link of every mail, at the addresses of the product that runs here. */
function mailedLinks(): string[] {
  const links = Object.values({ ...mailSamples, ...karteMailSamples }).flatMap((write) =>
    locales.flatMap((locale) => write(locale).text.match(/https?:\/\/[^\s>)」]+/g) ?? []),
  );
  const origins: Readonly<Record<string, string>> = {
    "https://portal.example": product.portalOrigin,
    "https://karte.example": product.karteOrigin,
  };
  const here = links.flatMap((link) => {
    const url = new URL(link);
    const origin = origins[url.origin];
    if (origin === undefined) return [];
    // Samples shorten their tokens, and no page asks the server about one that can't be.
    if (url.searchParams.has("token")) url.searchParams.set("token", "x".repeat(43));
    return [origin + url.pathname + url.search];
  });
  return [...new Set(here)];
}

test("no link of any mail acts when it is opened", { timeout: 600_000 }, async ({ visit }) => {
  const links = mailedLinks();
  const paths = new Set(links.map((link) => new URL(link).pathname));
  for (const path of [
    "registerVerification",
    "unsubscribe",
    "payInvoice",
    "stopRecovery",
    "finishRecovery",
  ] as const) {
    expect(paths).toContain(pagePaths[path]);
  }
  expect(links.some((link) => link.startsWith(product.karteOrigin + kartePaths.unsubscribe))).toBe(
    true,
  );
  const { page, context } = await visit({ locale: "en" });
  const acts = actsOf(page);
  const acting: Record<string, readonly string[]> = {};
  for (const link of links) {
    await context.clearCookies();
    acts.length = 0;
    await scan(page, link);
    if (acts.length > 0) acting[link] = [...acts];
  }
  console.log(`[mailed links] opened: ${links.length}, acts done: ${Object.keys(acting).length}`);
  expect(acting).toEqual({});
});

test.for(["ja", "en"] as const)(
  "a sign-up goes on by its link after a scanner has opened it (%s)",
  async (locale, { visit, address }) => {
    const mailbox = new Mailbox(product.sandboxOrigin);
    const { page } = await visit({ locale });
    const email = address("scanned");
    await new SignUp(page, mailbox, locale, email).start("free", product.portalOrigin);
    const link = await mailbox.link(email, pagePaths.registerVerification);
    await scan((await visit()).page, link);

    const phone = await visit({ locale, width: 375 });
    await phone.page.goto(link);
    const person = new SignUp(phone.page, mailbox, locale, email);
    await person.continueByLink();
    await person.fillPersonal();
    await person.review();
    await person.confirm("free");
    await person.agree("free");
  },
);
