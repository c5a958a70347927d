import { menuNames } from "@sekimori/karte-contract/menu-names";
import { sessionLifetimeMs } from "@sekimori/portal-contract/constants";
import { kartePage, kartePaths, pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { signIn, signOut } from "./support/member.ts";
import { sentencesOf } from "./support/sentences.ts";
import { goodPassword, signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

const accountInfo = (page: Page) => page.evaluate(() => localStorage.getItem("accountInfo"));

/** The server forgets the session, when nothing is under way that it would still have answered. */
async function losesSession(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.context().clearCookies();
}

describe("session", () => {
  test("signing out in one tab moves the other to sign-in, signing in moves it back", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page, newTab } = await visit({ locale: "ja" });
    const { email } = await signUpForFree(page, mailbox, "ja", address("tabs"));
    const second = await newTab();
    await second.goto(pagePaths.security);
    await second.getByRole("heading", { name: "マイページ" }).waitFor();
    await signOut(page, "ja");
    await second.waitForURL((url) => url.pathname === pagePaths.login);
    await expect.poll(() => accountInfo(page)).toBeNull();
    await signIn(page, "ja", email);
    await page.waitForURL((url) => url.pathname === pagePaths.security);
    await second.waitForURL((url) => url.pathname === pagePaths.security);
  });

  test("a page that needs a sign-in is shown after it", async ({ visit, mailbox, address }) => {
    const first = await visit({ locale: "en" });
    const { email } = await signUpForFree(first.page, mailbox, "en", address("deep"));
    const { page } = await visit({ locale: "en" });
    const wanted = kartePage(kartePaths.siteList);
    await page.goto(wanted);
    await page.waitForURL((url) => url.pathname === pagePaths.login);
    await signIn(page, "en", email);
    await page.waitForURL((url) => url.pathname === wanted);
  });

  test("a session that the server no longer knows leads to sign-in and says so", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "en" });
    await signUpForFree(page, mailbox, "en", address("lost"));
    await losesSession(page);
    await page.reload();
    await page.waitForURL((url) => url.pathname === pagePaths.login);
    await page.getByText("Your session has expired. Log in again.").waitFor();
    await expect.poll(() => accountInfo(page)).toBeNull();
  });

  test.for(["ja", "en"] as const)(
    "an end that a click notices is told, nothing of it is kept, and the click is answered afterwards (%s)",
    async (locale, { visit, mailbox, address }) => {
      const { page } = await visit({ locale });
      const { email } = await signUpForFree(page, mailbox, locale, address("noticed"));
      const said = sentencesOf("features/sign-in", locale);
      const kept = (name: string) => page.evaluate((item) => localStorage.getItem(item), name);
      await page.waitForLoadState("networkidle");
      const before = await kept("csrf");
      expect(before).not.toBeNull();
      await page.evaluate(() => localStorage.setItem("authorizedExpiry", String(Date.now() - 1)));
      const menu = { ja: "メインメニュー", en: "Main menu" }[locale];
      const entry = page.getByRole("navigation", { name: menu }).getByRole("link", {
        name: menuNames.siteList.name[locale],
        exact: true,
      });
      await entry.click();
      await page.waitForURL((url) => url.pathname === pagePaths.login);
      await page.getByText(said("Your session has expired. Log in again.")).waitFor();
      expect(await kept("accountInfo")).toBeNull();
      expect(await kept("authorizedExpiry")).toBeNull();
      expect(await kept("csrf")).not.toBe(before);
      await signIn(page, locale, email);
      await page.waitForURL((url) => url.pathname === kartePage(kartePaths.siteList));
    },
  );

  test.for([
    ["a press", "ja"],
    ["a press", "en"],
    ["its address", "ja"],
    ["its address", "en"],
  ] as const)(
    "logging out of a session that ended elsewhere, by %s, says so and waits for nothing (%s)",
    async ([way, locale], { visit, mailbox, address }) => {
      const { page } = await visit({ locale });
      const said = sentencesOf("features/sign-in", locale);
      const { email } = await signUpForFree(page, mailbox, locale, address("late"));
      await losesSession(page);
      if (way === "a press") await signOut(page, locale);
      else await page.goto(kartePage(kartePaths.signOut));
      await page.waitForURL((url) => url.pathname === pagePaths.login);
      await page.getByText(said("You've logged out.")).waitFor();
      const expired = said("Your session has expired. Log in again.");
      expect(await page.getByText(expired).count()).toBe(0);
      // The next sign-in leads to My Page and not to the page that logs out.
      await signIn(page, locale, email);
      await page.waitForURL((url) => url.pathname === pagePaths.security);
    },
  );

  test("answers that come after the first refusal do not send away again", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "en" });
    await signUpForFree(page, mailbox, "en", address("late"));
    await page.clock.install();
    const { promise: atSignIn, resolve: arrived } = Promise.withResolvers<void>();
    const { promise: bothAsked, resolve: noticesAsked } = Promise.withResolvers<void>();
    await page.route("**/v1/profile/my-profile", async (route) => {
      await bothAsked;
      await route.continue();
    });
    await page.route("**/v1/notice", async (route) => {
      noticesAsked();
      await atSignIn;
      await route.continue();
    });
    await losesSession(page);
    const late = page.waitForResponse("**/v1/notice");
    await page.reload();
    await page.waitForURL((url) => url.pathname === pagePaths.login);
    arrived();
    await late;
    await page.clock.runFor(4_000);
    await page.getByText("Your session has expired. Log in again.").waitFor();
    expect(new URL(page.url()).pathname).toBe(pagePaths.login);
  });

  test("a refusal that came before its page was there is not shown after the next sign-in", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "en" });
    const { email } = await signUpForFree(page, mailbox, "en", address("early"));
    const { promise: atSignIn, resolve: arrived } = Promise.withResolvers<void>();
    await page.route("**/assets/private-layout*.js", async (route) => {
      await atSignIn;
      await route.continue();
    });
    await losesSession(page);
    await page.reload();
    await page.waitForURL((url) => url.pathname === pagePaths.login);
    arrived();
    await signIn(page, "en", email);
    await page.getByRole("heading", { name: "My Page" }).waitFor();
    await page.getByText(email).first().waitFor();
  });

  test("ten minutes before its end one signs in again in place, and the form stays", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "ja" });
    await signUpForFree(page, mailbox, "ja", address("expiry"));
    await page.evaluate(() =>
      localStorage.setItem("authorizedExpiry", String(Date.now() + 5 * 60_000)),
    );
    await page.reload();
    await page.getByText(/セッションは .+ に終了します/).waitFor();
    await page.getByRole("button", { name: "もう一度ログインする" }).click();
    await page.getByRole("dialog").waitFor();
    await page.getByRole("dialog").locator("[autocomplete=current-password]").fill(goodPassword);
    await page.getByRole("dialog").getByRole("button", { name: "ログイン", exact: true }).click();
    await page.getByText(/セッションは .+ に終了します/).waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe(pagePaths.security);
  });

  test("a clock nine hours ahead does not lead back to sign-in", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "en" });
    const { email } = await signUpForFree(page, mailbox, "en", address("ahead"));
    await signOut(page, "en");
    const ahead = Date.now() + 9 * 60 * 60_000;
    await page.clock.setFixedTime(ahead);
    await page.reload();
    await signIn(page, "en", email);
    await page.waitForURL((url) => url.pathname === pagePaths.security);
    await page.reload();
    await page.getByRole("heading", { name: "My Page" }).waitFor();
    const expiry = await page.evaluate(() => Number(localStorage.getItem("authorizedExpiry")));
    expect(expiry - ahead).toBe(8 * 60 * 60_000);
  });

  test("a session that is over takes its cookie along", async ({ visit, mailbox, address }) => {
    const { page, context } = await visit({ locale: "en" });
    await signUpForFree(page, mailbox, "en", address("cookie"));
    const named = async () =>
      (await context.cookies()).filter(({ name }) => name.endsWith("sekimori_session"));
    const [cookie] = await named();
    if (!cookie) throw new Error("no session cookie");
    // Whatever comes in between, the browser drops it when the session is over.
    const lasts = cookie.expires * 1_000 - Date.now();
    expect(lasts).toBeLessThanOrEqual(sessionLifetimeMs);
    expect(lasts).toBeGreaterThan(sessionLifetimeMs - 120_000);
    await context.addCookies([{ ...cookie, value: "A".repeat(43) }]);
    await page.reload();
    await page.waitForURL((url) => url.pathname === pagePaths.login);
    await expect.poll(named).toEqual([]);
  });

  test("what was typed at sign-in survives a reload, the password excepted", async ({ visit }) => {
    const { page } = await visit({ locale: "en" });
    await page.goto(pagePaths.login);
    const email = page.getByRole("textbox", { name: "Email address" });
    await email.fill("typed@people.example");
    await page.locator("[autocomplete=current-password]").fill("Secret-1234");
    await expect
      .poll(() => page.evaluate("history.state?.draft"))
      .toEqual({
        email: "typed@people.example",
      });
    await page.reload();
    await expect.poll(() => email.inputValue()).toBe("typed@people.example");
    expect(await page.locator("[autocomplete=current-password]").inputValue()).toBe("");
  });

  test("unknown addresses lead to the page that says so; the start page to sign-in", async ({
    visit,
  }) => {
    const { page } = await visit({ locale: "en" });
    await page.goto("/no/such/page");
    await page.waitForURL((url) => url.pathname === pagePaths.pageNotFound);
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    await page.goto("/");
    await page.waitForURL((url) => url.pathname === pagePaths.login);
    await page.goto(pagePaths.accessDenied);
    await page.getByRole("heading", { name: "Access denied" }).waitFor();
    await expect.poll(() => page.locator("footer").count()).toBe(0);
  });
});
