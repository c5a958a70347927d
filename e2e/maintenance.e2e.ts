import { setTimeout as pause } from "node:timers/promises";
import { pagePaths } from "@sekimori/console-contract/page-routes";
import { kartePage, pagePaths as portalPaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { Mailbox } from "./support/mailbox.ts";
import { signIn, toast } from "./support/member.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { sentencesOf } from "./support/sentences.ts";
import { signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";
import { rowsOf } from "./support/until-paid.ts";

// Everything is closed for a while: what members, guests and staff see of it, and that it ends.

let product: RunningProduct;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
});
afterAll(() => product?.stop());
// What a try before this one left closed would keep its member out.
beforeEach(async () => {
  const left = await rowsOf(product, "delete from portal.maintenance returning area");
  if (left.length > 0) await pause(3_000);
});

const reasons = { ja: "設備の点検のため", en: "We're checking our equipment." } as const;

describe.each([
  { locale: "ja", width: 375 },
  { locale: "en", width: 1280 },
] as const)("maintenance ($locale, $width px)", ({ locale, width }) => {
  const reason = reasons[locale];
  const said = sentencesOf("app/maintenance", locale);
  const inKarte = sentencesOf("app", locale, "karte");
  const inConsole = sentencesOf("features/maintenance", locale, "console");
  const lookOnly = said(
    "If you're logged in, you can look at everything, but you can't change anything.",
  );

  /** Opens the console's page as somebody of the demo, who logs in by the portal on the way. */
  async function enter(page: Page) {
    await page.goto(`${product.consoleOrigin}${pagePaths.maintenance}`);
    await page.waitForURL((url) => url.pathname === portalPaths.login);
    await signIn(page, locale, "demo@sekimori.example", "Sekimori-2026");
    await page.getByRole("heading", { level: 1, name: inConsole("Maintenance") }).waitFor();
  }

  const area = (page: Page) =>
    page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: everything }) });
  const everything = inConsole("Everything");

  async function closedAreas(): Promise<number> {
    const answer = await fetch(`${product.portalOrigin}/v1/maintenance`);
    return ((await answer.json()) as { maintenance: unknown[] }).maintenance.length;
  }

  async function changeLanguage(page: Page) {
    await page.getByRole("button", { name: /^(変更: 言語|Change: Language)$/ }).click();
    const dialog = page.getByRole("dialog");
    const other = locale === "ja" ? "English" : "日本語";
    await dialog.getByRole("radio", { name: other }).check();
    await dialog.getByRole("button", { name: /^(保存する|Save)$/ }).click();
    return dialog;
  }

  test("an administrator closes everything; all may look and read why and until when; staff get in and open it", async ({
    visit,
    address,
  }) => {
    const { portalOrigin, sandboxOrigin } = product;
    const email = address("looking");
    const mailbox = new Mailbox(sandboxOrigin);
    const member = await visit({ locale, width });
    await signUpForFree(member.page, mailbox, locale, email, portalOrigin);
    await member.page.goto(`${portalOrigin}${portalPaths.security}`);
    await member.page.getByRole("tablist").waitFor();

    const { page } = await visit({ locale, width });
    await enter(page);
    await expectAccessible(page, "console: nothing is closed");
    await area(page).getByRole("button").click();
    const dialog = page.getByRole("dialog");
    const start = dialog.getByRole("button", { name: inConsole("Close for maintenance") });
    await start.click();
    await dialog.getByRole("link").first().waitFor();
    await expectAccessible(page, "console: maintenance without a reason");
    await dialog.getByRole("textbox", { name: inConsole("Reason in Japanese") }).fill(reasons.ja);
    await dialog.getByRole("textbox", { name: inConsole("Reason in English") }).fill(reasons.en);
    await start.click();
    await area(page).getByText(reasons.en).waitFor();
    await expectAccessible(page, "console: everything is closed");

    // Each process follows within seconds.
    await expect.poll(closedAreas).toBe(1);
    // A page that was open is told by the first refusal, in the operator's words.
    const refused = await changeLanguage(member.page);
    await member.page.getByText(reason).first().waitFor();
    await refused.getByRole("button", { name: /^(キャンセル|Cancel)$/ }).click();
    await member.page.getByText(lookOnly).waitFor();
    await member.page.locator("main time[datetime]").first().waitFor();
    await expectAccessible(member.page, "my page: everything is closed");
    await member.page.goto(`${portalOrigin}${kartePage("/")}`);
    await member.page
      .frameLocator("iframe")
      .getByText(
        inKarte(
          "You can look at everything, but you can't change anything. Scans in progress go on.",
        ),
      )
      .waitFor();

    const guest = await visit({ locale, width });
    await guest.page.goto(`${portalOrigin}${portalPaths.login}`);
    await guest.page.getByText(said("The service is under maintenance")).waitFor();
    await expectAccessible(guest.page, "login: everything is closed");
    await signIn(guest.page, locale, email);
    await expect.poll(() => guest.page.getByText(reason).count()).toBeGreaterThan(1);
    expect(new URL(guest.page.url()).pathname).toBe(portalPaths.login);
    await guest.page.goto(`${portalOrigin}${portalPaths.register}`);
    await guest.page.getByText(said("The service is under maintenance")).waitFor();

    const colleague = await visit({ locale, width });
    await enter(colleague.page);
    const again = area(colleague.page).getByRole("button", {
      name: new RegExp(inConsole("Open again")),
    });
    await again.focus();
    await colleague.page.keyboard.press("Enter");
    await colleague.page
      .getByText(inConsole("Open again: {title}.", { title: everything }))
      .waitFor();
    await again.waitFor({ state: "detached" });

    // The notice comes later than its page: that it is not there yet says nothing.
    await expect.poll(closedAreas).toBe(0);
    await member.page.goto(`${portalOrigin}${portalPaths.security}`);
    await member.page.getByRole("tablist").waitFor();
    const saved = await changeLanguage(member.page);
    await saved.waitFor({ state: "detached" });
    await toast(member.page, locale === "ja" ? "en" : "ja").waitFor();
    expect(await member.page.getByText(lookOnly).count()).toBe(0);
  });
});
