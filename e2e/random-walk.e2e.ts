import { kartePage, kartePaths, pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { Random } from "./faults/support/random.ts";
import { signIn } from "./support/member.ts";
import { SignUp } from "./support/sign-up-steps.ts";
import { expect, test, type Visitor } from "./support/test.ts";
import { atOtp, enterOtp, memberWithTwoFactor, oneTimePassword } from "./support/two-factor.ts";

/** Assurance row 32 with the real pages: whatever people do, a tab ends at one that says something. */

const at = (path: string) => (url: URL) => url.pathname === path;

/** A heading or the embedded application: what a page is known by once it is there. */
async function expectPage(page: Page, trail: readonly string[]): Promise<void> {
  const content = page.locator("h1:visible, iframe:visible");
  await content
    .first()
    .waitFor({ timeout: 20_000 })
    .catch(async () => {
      throw new Error(`blank at ${page.url()} after\n${trail.join("\n")}`);
    });
}

const expire = (page: Page) =>
  page.evaluate("localStorage.setItem('authorizedExpiry', String(Date.now() - 1000))");

test("a member whose session ran out while two-factor is on can reload and open tabs at the code", async ({
  visit,
  mailbox,
  address,
}) => {
  const { page, newTab } = await visit();
  const email = address();
  await memberWithTwoFactor(page, mailbox, email);
  await signIn(page, "ja", email);
  await atOtp(page);
  await enterOtp(page, await oneTimePassword(mailbox, email));
  await page.waitForURL(at(pagePaths.security));
  await expire(page);
  await page.goto(pagePaths.security);
  await page.waitForURL(at(pagePaths.login));
  await signIn(page, "ja", email);
  await atOtp(page);
  await page.reload();
  await atOtp(page);
  const tab = await newTab();
  await tab.goto(pagePaths.security);
  await expectPage(tab, ["a new tab at My Page"]);
  await tab.close();
  await page.reload();
  await atOtp(page);
  await enterOtp(page, await oneTimePassword(mailbox, email));
  await page.waitForURL(at(pagePaths.security));
});

const addresses = [
  ...Object.values(pagePaths),
  `${pagePaths.authorize}?interaction=abc`,
  `${pagePaths.agreement}?from=3ds`,
  `${pagePaths.registerVerification}?token=t`,
  `${pagePaths.tds}?attempt=1`,
  `${pagePaths.gmoidCallback}?state=s&code=c`,
  kartePage(kartePaths.siteList),
  "/no/such/page",
];

const hour = 3_600_000;

async function walk({ page: first, context, newTab }: Visitor, acts: number): Promise<void> {
  const random = Random.forRow("32");
  const trail = [`SEKIMORI_SEED=${random.seed}`];
  const tabs = [first];
  for (let count = 0; count < acts; count++) {
    const tab = random.pick(tabs);
    const to = random.pick(addresses);
    const kind = random.pick([
      "go",
      "go",
      "go",
      "reload",
      "reload",
      "tab",
      "back",
      "clock",
      "forget",
    ]);
    trail.push(`tab ${tabs.indexOf(tab)}: ${kind} ${to}`);
    if (kind === "go") await tab.goto(to);
    if (kind === "reload") await tab.reload();
    if (kind === "back") await tab.goBack();
    if (kind === "tab" && tabs.length < 3) {
      const opened = await newTab();
      tabs.push(opened);
      await opened.goto(to);
    }
    if (kind === "clock") {
      await tab.clock.setFixedTime(Date.now() + random.pick([-9, -1, 1, 7.99, 9]) * hour);
      await tab.reload();
    }
    if (kind === "forget") {
      // Back at a tab's beginning there is no page, and nothing stored for it.
      if (random.below(2) === 0 || tab.url() === "about:blank") await context.clearCookies();
      else
        await tab.evaluate(
          `localStorage.removeItem(Object.keys(localStorage)[${random.below(5)}])`,
        );
      await tab.reload();
    }
    for (const one of tabs) {
      if (one.url() !== "about:blank") await expectPage(one, trail);
    }
  }
  expect(trail.length).toBe(acts + 1);
}

describe("every tab shows a page after each of a random sequence of acts", () => {
  test("of a stranger", async ({ visit }) => {
    await walk(await visit({ locale: "en" }), 25);
  });

  test("of somebody in the middle of a sign-up", async ({ visit, mailbox, address }) => {
    const visitor = await visit({ locale: "ja" });
    const signUp = new SignUp(visitor.page, mailbox, "ja", address());
    await signUp.start("detailed");
    await signUp.verify();
    await walk(visitor, 25);
  });

  test("of a member at the one-time password", async ({ visit, mailbox, address }) => {
    const visitor = await visit({ locale: "ja" });
    const email = address();
    await memberWithTwoFactor(visitor.page, mailbox, email);
    await visitor.page.goto(pagePaths.security);
    await signIn(visitor.page, "ja", email);
    await atOtp(visitor.page);
    await walk(visitor, 25);
  });
});
