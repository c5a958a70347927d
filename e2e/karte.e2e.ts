import { menuNames } from "@sekimori/karte-contract/menu-names";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { unbrokenCounts } from "@sekimori/kit-web/language/unbroken-counts";
import { kartePage, pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { Mailbox } from "./support/mailbox.ts";
import { signIn, toast } from "./support/member.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { sentencesOf } from "./support/sentences.ts";
import { signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

// The management application itself, in the portal's frame and at its own address.

let product: RunningProduct;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
});
afterAll(() => product?.stop());

async function member(page: Page, locale: "ja" | "en", email: string) {
  const mailbox = new Mailbox(product.sandboxOrigin);
  await signUpForFree(page, mailbox, locale, email, product.portalOrigin);
  await page.getByRole("tablist").waitFor();
}

const inPortal = (path: string) => `${product.portalOrigin}${kartePage(path)}`;

describe.for(["ja", "en"] as const)("the management application (%s)", (locale) => {
  const inDomains = sentencesOf("features/domains", locale, "karte");
  const inImports = sentencesOf("features/imports", locale, "karte");
  const inGroups = sentencesOf("features/groups", locale, "karte");
  const inInventory = sentencesOf("features/inventory", locale, "karte");
  const inOverview = sentencesOf("features/overview", locale, "karte");
  const inFindings = sentencesOf("features/findings", locale, "karte");
  const inActivity = sentencesOf("features/activity", locale, "karte");
  const inApp = sentencesOf("app", locale, "karte");

  test("in the frame: domains one by one and in bulk, groups, and the address in step", async ({
    visit,
    address,
  }) => {
    const { page } = await visit({ locale });
    await member(page, locale, address("karte"));
    await page.goto(inPortal("/site/list"));
    const karte = page.frameLocator("iframe");
    const heading = (name: string | RegExp) => karte.getByRole("heading", { level: 1, name });

    // Nobody signs in a second time.
    await heading(inDomains("Domain list")).waitFor();
    await page.goto(inPortal("/"));
    await karte.getByText(inOverview("Three steps to your first results")).waitFor();
    await expectAccessible(page, "karte: the first steps");
    await karte.getByRole("link", { name: inOverview("Add a domain") }).click();
    await karte.getByRole("dialog").waitFor();
    // A dialog of the frame's darkens the page around it, too, and bars nothing of it.
    const shade = () =>
      page.evaluate("getComputedStyle(document.querySelector('iframe')).boxShadow");
    await expect.poll(shade).not.toBe("none");
    await page.keyboard.press("Escape");
    await expect.poll(shade).toBe("none");
    await page.goto(inPortal("/site/list"));
    await karte.getByText(inDomains("No domains yet")).waitFor();
    // There is nothing to narrow or to take away.
    expect(await karte.getByRole("search").getByRole("searchbox").count()).toBe(0);
    expect(await karte.getByRole("button", { name: inDomains("Export as CSV") }).count()).toBe(0);
    await expectAccessible(page, "karte: no domains");
    await expect.poll(() => page.title()).toMatch(new RegExp(`^${inDomains("Domain list")}`));

    await karte.getByRole("button", { name: inDomains("Add a domain") }).click();
    await karte.locator("[name=name]").fill("localhost");
    await karte.getByRole("button", { name: inDomains("Add"), exact: true }).click();
    await karte
      .getByText(inApp("This name only works inside a private network."))
      .first()
      .waitFor();
    await karte.locator("[name=name]").fill("shop.example.com");
    await karte.getByRole("button", { name: inDomains("Add"), exact: true }).click();
    await heading("shop.example.com").waitFor();
    await expect.poll(() => page.url()).toMatch(/\/third-party\/karte\/inventory\/domain\?id=/);
    await karte.getByText("_sekimori-challenge", { exact: false }).first().waitFor();
    // What a scan costs is seen before it is begun.
    const quota = { left: "5", limit: "5", renews: ".+" };
    await karte
      .getByText(
        new RegExp(
          unbrokenCounts(
            inApp("Manual scans this month: {left} of {limit} left. Resets on {renews}.", quota),
          ),
        ),
      )
      .waitFor();
    await expectAccessible(page, "karte: a domain that waits for its proof");

    await page.goto(inPortal("/site/bulk-registration"));
    const rows = karte.getByRole("textbox");
    await rows.fill("mail.example.com\n192.0.2.1\nwww.example.com");
    await karte.getByRole("button", { name: inImports("Check rows") }).click();
    await karte.getByText(inApp("You can't register an IP address. Enter a hostname.")).waitFor();
    await expectAccessible(page, "karte: a row that is refused");
    await rows.fill("mail.example.com\nwww.example.com");
    await karte.getByRole("button", { name: inImports("Check rows") }).click();
    await karte.getByRole("button", { name: inImports("Add domains") }).click();
    await heading(inDomains("Domain list")).waitFor();
    await expect.poll(() => page.url()).toBe(inPortal("/site/list"));
    for (const name of ["shop", "mail", "www"]) {
      await karte.getByRole("link", { name: `${name}.example.com` }).waitFor();
    }
    await expectAccessible(page, "karte: domains");

    await page.goto(inPortal("/inventory/result"));
    await heading(inFindings("Inventory result (findings)")).waitFor();
    await karte.getByRole("heading", { name: inFindings("No findings"), exact: true }).waitFor();
    expect(await karte.getByRole("tab").count()).toBe(0);
    await expectAccessible(page, "karte: no findings");
    // Asked for what nobody has, the list says so and keeps what narrows it.
    await page.goto(inPortal("/inventory/result?severity=high"));
    await karte.getByRole("heading", { name: inFindings("No findings match") }).waitFor();
    await expectAccessible(page, "karte: no findings match");
    await karte.getByRole("button", { name: inFindings("Clear filters") }).click();
    await karte.getByRole("heading", { name: inFindings("No findings"), exact: true }).waitFor();
    // The menu's entry names no domain: it offers them.
    await page.goto(inPortal("/inventory/domain"));
    await heading(inDomains("Inventory domain")).waitFor();
    await karte.getByRole("link", { name: "shop.example.com" }).waitFor();
    await page.goto(inPortal("/inventory"));
    await karte.getByText(inInventory("No assets yet")).waitFor();
    await expectAccessible(page, "karte: no assets");

    await page.goto(inPortal("/import-log"));
    await karte
      .getByRole("button", {
        name: inImports("Undo the import of {file}", { file: inImports("Pasted rows") }),
      })
      .click();
    await karte.getByText(inImports("Undone"), { exact: true }).waitFor();
    await page.goto(inPortal("/group/list"));
    await karte.getByRole("button", { name: inGroups("Create a group") }).click();
    await karte.getByRole("textbox").fill("Shops");
    await karte.getByRole("button", { name: inGroups("Save"), exact: true }).click();
    await karte.getByRole("link", { name: "Shops" }).click();
    await heading("Shops").waitFor();
    await karte.getByText(inOverview("No domains in this group yet")).waitFor();
    await page.goBack();
    await karte.getByRole("link", { name: "Shops" }).waitFor();
  });

  test("in the frame: address, title, language, back and forward agree", async ({
    visit,
    address,
  }) => {
    const { page } = await visit({ locale });
    await member(page, locale, address("karte-step"));
    const karte = page.frameLocator("iframe");
    const guest = () => page.frames().find((one) => one.url().startsWith(product.karteOrigin));
    /** Both stand at this page: the frame, the address, the window's title and the heading. */
    const agreed = async (path: string, heading: string) => {
      await karte.getByRole("heading", { level: 1, name: heading }).waitFor();
      await expect.poll(() => guest()?.url()).toBe(`${product.karteOrigin}${path}`);
      await expect.poll(() => page.url()).toBe(inPortal(path));
      await expect.poll(() => page.title()).toBe(`${heading} | Sekimori`);
    };
    const inMenu = sentencesOf("app/private", locale);
    const inList = () => agreed("/site/list", inDomains("Domain list"));
    const inBulk = () => agreed("/site/bulk-registration", inImports("Bulk domain registration"));
    const inAllGroups = () => agreed("/group/list", inGroups("Group list"));
    await page.goto(inPortal("/site/list"));
    await inList();
    // The application moves by itself, then the portal's menu moves it.
    await karte.getByRole("link", { name: inDomains("Register in bulk") }).click();
    await inBulk();
    await page.getByRole("link", { name: inMenu("Group list") }).click();
    await inAllGroups();
    await page.goBack();
    await inBulk();
    await page.goBack();
    await inList();
    await page.goForward();
    await inBulk();
    await page.goForward();
    await inAllGroups();
    await page.reload();
    await inAllGroups();
    // Filters are part of the address, and the way back undoes them.
    await page.goto(inPortal("/activity"));
    await agreed("/activity", inActivity("Activity log"));
    await karte.getByRole("button", { name: inApp("Filters"), exact: true }).click();
    await karte
      .getByRole("combobox", { name: inActivity("Action") })
      .selectOption("workspace.created");
    await agreed("/activity?action=workspace.created", inActivity("Activity log"));
    await page.goBack();
    await agreed("/activity", inActivity("Activity log"));
    // By whom and on which days, too: everything was done by this person, today.
    const entries = karte.getByRole("row").filter({ has: page.locator("td") });
    await entries.first().waitFor();
    const all = await entries.count();
    await karte.getByRole("combobox", { name: inActivity("By") }).selectOption({ index: 1 });
    await expect.poll(() => new URL(page.url()).searchParams.has("by")).toBe(true);
    const tomorrow = tokyoDay(new Date(Date.now() + 86_400_000));
    const firstDay = karte.locator("input[type=date]").first();
    await firstDay.fill(tomorrow);
    await karte.getByRole("heading", { name: inActivity("No entries") }).waitFor();
    await firstDay.fill(tokyoDay(new Date()));
    await expect.poll(() => entries.count()).toBe(all);

    const other = locale === "ja" ? "en" : "ja";
    const inOtherMenu = sentencesOf("app/private", other);
    await page.goto(`${product.portalOrigin}${pagePaths.security}`);
    await page
      .getByRole("button", { name: locale === "ja" ? "変更: 言語" : "Change: Language" })
      .click();
    await page.getByRole("radio", { name: other === "en" ? "English" : "日本語" }).check();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: locale === "ja" ? "保存する" : "Save", exact: true })
      .click();
    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe(other);
    await page.getByRole("link", { name: inOtherMenu("Domain list") }).click();
    await agreed("/site/list", sentencesOf("features/domains", other, "karte")("Domain list"));
    await expect.poll(() => karte.locator("html").getAttribute("lang")).toBe(other);
  });

  test("at its own address: signed in by the portal, out with it", async ({ visit, address }) => {
    const { page } = await visit({ locale });
    const email = address("karte-own");
    await member(page, locale, email);
    await page.goto(`${product.karteOrigin}/site/list`);
    await page.getByRole("heading", { level: 1, name: inDomains("Domain list") }).waitFor();
    await expectAccessible(page, "karte: on its own");
    // What both applications keep about the person is gathered by the portal.
    await page.getByRole("button", { name: inApp("Your account") }).click();
    await page.getByRole("menuitem", { name: inApp("Download your data") }).click();
    await page.waitForURL((url) => url.origin === product.portalOrigin);
    const inMyPage = sentencesOf("features/my-page", locale);
    await page.getByRole("heading", { name: inMyPage("Your data"), exact: true }).waitFor();
    await page.getByRole("button", { name: inMyPage("Prepare my data"), exact: true }).click();
    for (const [format, name] of [
      ["Download to read (HTML)", /\.html$/],
      ["Download for programs (JSON)", /\.json$/],
    ] as const) {
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: inMyPage(format), exact: true }).click();
      expect((await saved).suggestedFilename()).toMatch(name);
    }
    await page.goto(inPortal("/sign-out"));
    await page.waitForURL((url) => url.pathname === "/login");
    await page.goto(`${product.karteOrigin}/site/list`);
    await page.waitForURL(
      (url) => url.origin === product.portalOrigin && url.pathname === pagePaths.login,
    );

    // Its request ends while the person signs in: it is asked for anew, in the frame, and says so.
    await page.getByRole("textbox").first().waitFor();
    const cookies = await page.context().cookies();
    await page.context().clearCookies({ name: /interaction/ });
    expect((await page.context().cookies()).length).toBeLessThan(cookies.length);
    await signIn(page, locale, email);
    const sentence = sentencesOf(
      "features/authorize",
      locale,
    )("The first request expired while you were logging in, so we opened the application again.");
    await toast(page, locale).getByText(sentence, { exact: true }).waitFor();
    await page.waitForURL((url) => url.href === inPortal(""));
    await page
      .frameLocator("iframe")
      .getByRole("heading", { level: 1, name: menuNames.overview.name[locale] })
      .waitFor();
  });

  test.for(["its own address", "the frame"] as const)(
    "logging out of the application, begun at %s: out of both, in every tab",
    async (place, { visit, address }) => {
      const { page, newTab } = await visit({ locale });
      await member(page, locale, address("karte-out"));
      await page.goto(inPortal("/site/list"));
      const inFrame = page.frameLocator("iframe");
      await inFrame.getByRole("heading", { level: 1, name: inDomains("Domain list") }).waitFor();
      const alone = await newTab();
      await alone.goto(`${product.karteOrigin}/site/list`);
      await alone.getByRole("heading", { level: 1, name: inDomains("Domain list") }).waitFor();

      const isLoggedOut = (url: URL) =>
        url.origin === product.portalOrigin && url.pathname === pagePaths.login;
      if (place === "the frame") {
        // Framed, the menu with the way out is the portal's; the application's page is there, too.
        const guest = page.frames().find((one) => one.url().startsWith(product.karteOrigin));
        await guest?.evaluate("location.assign('/sign-out')");
        await page.waitForURL(isLoggedOut);
      } else {
        await alone.getByRole("button", { name: inApp("Your account") }).click();
        await alone.getByRole("menuitem", { name: inApp("Log out") }).click();
        await alone.waitForURL(isLoggedOut);
      }
      await page.goto(inPortal("/site/list"));
      await page.waitForURL(isLoggedOut);
      await page.goto(`${product.portalOrigin}${pagePaths.security}`);
      await page.waitForURL(isLoggedOut);
      await alone.goto(`${product.karteOrigin}/site/list`);
      await alone.waitForURL(isLoggedOut);
    },
  );
});
