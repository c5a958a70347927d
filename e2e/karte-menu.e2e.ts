import { type MenuPage, menuNames } from "@sekimori/karte-contract/menu-names";
import { pagePaths as kartePages } from "@sekimori/karte-contract/page-routes";
import { kartePage, pagePaths } from "@sekimori/portal-contract/page-routes";
import { afterAll, beforeAll, describe } from "vitest";
import { Mailbox } from "./support/mailbox.ts";
import { picture } from "./support/picture.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { sentencesOf } from "./support/sentences.ts";
import { signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

let product: RunningProduct;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
});
afterAll(() => product?.stop());

/** Every page with an entry: those that the portal has itself, and those that the application tells. */
const named = Object.entries(menuNames) as [MenuPage, (typeof menuNames)[MenuPage]][];

describe.for(["ja", "en"] as const)("karte's doors in the portal, in %s", (locale) => {
  const inPrivate = sentencesOf("app/private", locale);

  test("each page has an entry of its name, which is marked there", async ({ visit, address }) => {
    const { page } = await visit({ locale });
    const mailbox = new Mailbox(product.sandboxOrigin);
    await signUpForFree(page, mailbox, locale, address("doors"), product.portalOrigin);
    await page.getByRole("tablist").waitFor();
    const menu = page.getByRole("navigation", {
      name: { ja: "メインメニュー", en: "Main menu" }[locale],
    });
    const current = menu.locator("[aria-current=page]");
    const frame = page.frameLocator("iframe");

    // The logo leads to the first page of the application, whose doors are there then.
    await page
      .locator("[data-top-bar] a")
      .filter({ has: page.getByRole("img") })
      .first()
      .click();
    await page.waitForURL((url) => url.pathname === kartePage("/"));
    await current.getByText(menuNames.overview.name[locale], { exact: true }).waitFor();
    for (const [name, { name: both }] of named) {
      const label = both[locale];
      await menu.getByRole("link", { name: label, exact: true }).click();
      await page.waitForURL((url) => url.pathname === kartePage(kartePages[name]));
      await frame.getByRole("heading", { level: 1, name: label, exact: true }).waitFor();
      await current.getByText(label, { exact: true }).waitFor();
      await picture(page, `menu-${locale}-${name}`);
    }

    // One bell: the portal's, which leads to the alerts.
    expect(
      await frame.getByRole("link", { name: new RegExp(menuNames.alerts.name[locale]) }).count(),
    ).toBe(0);
    await page.getByRole("button", { name: new RegExp(inPrivate("Notices")) }).click();
    const bell = page.getByRole("dialog");
    await picture(page, `menu-${locale}-bell`);
    await bell.getByRole("link", { name: menuNames.alerts.name[locale], exact: true }).click();
    await page.waitForURL((url) => url.pathname === kartePage(kartePages.alerts));

    // The doors stay where the portal's own pages are shown.
    await menu
      .getByRole("link", {
        name: inPrivate({ message: "Withdraw", context: "leave the service" }),
        exact: true,
      })
      .click();
    await page.waitForURL((url) => url.pathname === pagePaths.security);
    const leave = sentencesOf("features/my-page", locale)("Close account");
    await page.getByRole("dialog", { name: leave, exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await menu.getByRole("link", { name: menuNames.settings.name[locale], exact: true }).click();
    await page.waitForURL((url) => url.pathname === kartePage(kartePages.settings));
  });
});
