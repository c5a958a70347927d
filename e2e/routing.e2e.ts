import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { signIn, toast } from "./support/member.ts";
import { expect, test } from "./support/test.ts";

const demo = { email: "demo@sekimori.example", password: "Sekimori-2026" } as const;

const at = (path: string) => (url: URL) => url.pathname === path;

/** Notes the direction of each view transition from now on, and how the two pages move in it. */
async function watchTransitions(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(`
    window.transitions = [];
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (change) => {
      const direction = document.documentElement.dataset.direction;
      const transition = start(change);
      transition.ready.then(() => {
        const moves = document.getAnimations().map(({ animationName }) => animationName);
        const pages = moves.filter((name) => /^page-(enter|leave)/.test(name)).sort();
        window.transitions.push([direction, ...pages].join(" "));
      }, () => window.transitions.push(direction + ", at once"));
      return transition;
    };
  `);
  return () => page.evaluate<string[]>("window.transitions");
}

const register = (page: Page) => page.getByRole("link", { name: "Register", exact: true });

describe("moving between pages", () => {
  test("a link moves in place, to the top and to the heading; back and forward as well", async ({
    visit,
  }) => {
    const { page } = await visit({ locale: "en", width: 375 });
    await page.goto(pagePaths.login);
    await register(page).waitFor();
    await page.evaluate("window.sameDocument = true; window.scrollTo(0, 300)");
    await register(page).click();
    await page.waitForURL(at(pagePaths.register));
    await page.locator("h1:focus").waitFor();
    expect(await page.title()).toBe("Account Registration | Sekimori");
    expect(await page.evaluate("[window.scrollY, window.sameDocument]")).toEqual([0, true]);
    await page.goBack();
    await page.waitForURL(at(pagePaths.login));
    await page.locator("h1:focus", { hasText: "Login" }).waitFor();
    await page.goForward();
    await page.locator("h1:focus", { hasText: "Account registration" }).waitFor();
    expect(await page.evaluate("window.sameDocument")).toBe(true);
  });

  test("a link is an address: with Ctrl it opens a tab, and this page stays", async ({ visit }) => {
    const { page, context } = await visit({ locale: "en" });
    await page.goto(pagePaths.login);
    const [tab] = await Promise.all([
      context.waitForEvent("page"),
      register(page).click({ modifiers: ["ControlOrMeta"] }),
    ]);
    await tab.waitForURL(at(pagePaths.register));
    expect(new URL(page.url()).pathname).toBe(pagePaths.login);
    await register(page).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(at(pagePaths.register));
  });

  test("pages come from the right and, on the way back, from the left", async ({ visit }) => {
    const { page } = await visit({ locale: "en", reducedMotion: "no-preference" });
    const transitions = await watchTransitions(page);
    const forward = "forward page-enter page-leave";
    const reverse = "reverse page-enter-back page-leave-back";
    await page.goto(pagePaths.login);
    await register(page).click();
    await page.locator("h1:focus", { hasText: "Account registration" }).waitFor();
    await expect.poll(transitions).toEqual([forward]);
    await page.goBack();
    await page.locator("h1:focus", { hasText: "Login" }).waitFor();
    await expect.poll(transitions).toEqual([forward, reverse]);
    await page.goForward();
    await page.locator("h1:focus", { hasText: "Account registration" }).waitFor();
    await expect.poll(transitions).toEqual([forward, reverse, forward]);
  });

  test("nothing moves for who asked for less motion", async ({ visit }) => {
    const { page } = await visit({ locale: "en", reducedMotion: "reduce" });
    const transitions = await watchTransitions(page);
    await page.goto(pagePaths.login);
    await register(page).click();
    await page.locator("h1:focus", { hasText: "Account registration" }).waitFor();
    expect(await transitions()).toEqual([]);
  });

  test("of a page that is not for the visitor nothing is shown or fetched", async ({ visit }) => {
    const { page } = await visit({ locale: "en" });
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
    await page.addInitScript(`
      new MutationObserver(() => {
        if (document.querySelector("[data-top-bar]")) window.privateSeen = true;
      }).observe(document, { childList: true, subtree: true });
    `);
    await page.goto(pagePaths.security);
    await page.waitForURL(at(pagePaths.login));
    await register(page).waitFor();
    expect(await page.evaluate("window.privateSeen")).toBeUndefined();
    expect(fetched.filter((path) => /my-page|private|profile/.test(path))).toEqual([]);
  });
});

describe("a slow or broken connection", () => {
  test("sign-in can be used while the operator's settings do not come", async ({ visit }) => {
    const { page } = await visit({ locale: "en" });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/v1/site", async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(pagePaths.login);
    await page.getByRole("textbox", { name: "Email address" }).fill("early@people.example");
    const externalId = page.getByRole("button", { name: "Log in with external ID" });
    expect(await externalId.count()).toBe(0);
    release();
    await externalId.waitFor();
    const field = page.getByRole("textbox", { name: "Email address" });
    expect(await field.inputValue()).toBe("early@people.example");
  });

  test("a page that cannot be fetched says so in its frame; one can go back, and try again", async ({
    visit,
  }) => {
    const { page, expectConsole } = await visit({ locale: "en" });
    expectConsole(/ERR_FAILED/);
    await page.goto(pagePaths.login);
    await register(page).waitFor();
    await page.route("**/register-page-*.js", (route) => route.abort());
    await register(page).click();
    await page.getByRole("heading", { name: "We couldn't show this page" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(pagePaths.register);
    await page.getByRole("contentinfo").waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Login" }).waitFor();
    await page.goForward();
    await page.getByRole("heading", { name: "We couldn't show this page" }).waitFor();
    await page.unroute("**/register-page-*.js");
    await page.getByRole("button", { name: "Reload the page" }).click();
    await page.getByRole("heading", { name: "Account registration" }).waitFor();
  });

  test("My Page asks for the profile before its files are there, and nothing moves when it comes", async ({
    visit,
  }) => {
    const { page } = await visit({ locale: "ja", width: 375 });
    await signIn(page, "ja", demo.email, demo.password);
    await page.waitForURL(at(pagePaths.security));
    const { promise: profileAsked, resolve: asked } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/v1/profile/my-profile", async (route) => {
      asked();
      await released;
      await route.continue();
    });
    await page.route("**/my-page-*.js", async (route) => {
      await profileAsked;
      await route.continue();
    });
    await page.addInitScript(`
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shift += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    `);
    await page.reload();
    await page.getByRole("status").filter({ hasText: "読み込んでいます" }).waitFor();
    release();
    await page.getByRole("tab").first().waitFor();
    await page.getByText(demo.email).first().waitFor();
    expect(await page.evaluate("window.shift")).toBe(0);
  });

  test("a dialog that cannot be fetched says so, and opens once it can", async ({ visit }) => {
    const { page, expectConsole } = await visit({ locale: "ja" });
    expectConsole(/ERR_FAILED/);
    await page.route("**/change-name-dialog-*.js", (route) => route.abort());
    await signIn(page, "ja", demo.email, demo.password);
    const change = page.getByRole("button", { name: "変更: 氏名" });
    await change.click();
    await toast(page, "ja").getByText("接続できません。").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.unroute("**/change-name-dialog-*.js");
    await change.click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await change.and(page.locator(":focus")).waitFor();
  });
});
