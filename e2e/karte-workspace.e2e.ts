import { kartePage } from "@sekimori/portal-contract/page-routes";
import { Client } from "pg";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { enter, expectFocusTaken } from "./support/keyboard.ts";
import { Mailbox } from "./support/mailbox.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { sentencesOf } from "./support/sentences.ts";
import { signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

// Contract, activity log, contact and the workspace itself, in the portal's frame.

let product: RunningProduct;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
});
afterAll(() => product?.stop());

const inGeneral =
  "Workspaces that only you own close and are deleted with your account. The management application lists them under My contract. To keep one, make somebody else an owner first.";
const nobodyElse = "Nobody else has access";
const none = "No workspace closes with your account.";
const closingInMail = {
  ja: /Branch\n +ほかのユーザーはいません/,
  en: /Branch\n +Nobody else has access/,
};

const closesOn = { ja: /日に退会します$/, en: /^Your account closes on/ };

/** Has the portal ask elsewhere what closes, where it is refused; or again where karte answers. */
async function askAt(path: string): Promise<void> {
  const client = new Client({ connectionString: product.databaseUrl });
  await client.connect();
  const address = JSON.stringify({ leaving_uri: `${product.karteOrigin}${path}` });
  await client.query(
    "update portal.oidc_client set metadata = metadata || $1::jsonb where client_id = 'karte'",
    [address],
  );
  await client.end();
}

const inPortal = (path: string) => `${product.portalOrigin}${kartePage(path)}`;

describe.for([
  ["ja", 375],
  ["en", 1280],
] as const)("a workspace and its contract (%s, %i px)", ([locale, width]) => {
  const inContract = sentencesOf("features/contract", locale, "karte");
  const inActivity = sentencesOf("features/activity", locale, "karte");
  const inContact = sentencesOf("features/contact", locale, "karte");
  const inWorkspaces = sentencesOf("features/workspaces", locale, "karte");
  const inApp = sentencesOf("app", locale, "karte");
  const onMyPage = sentencesOf("features/my-page", locale);

  test("plan and log are seen, a message is sent, a workspace is made, closed and opened again", async ({
    visit,
    address,
  }) => {
    const { page } = await visit({ locale, width });
    const mailbox = new Mailbox(product.sandboxOrigin);
    const email = address("workspace");
    await signUpForFree(page, mailbox, locale, email, product.portalOrigin);
    await page.getByRole("tablist").waitFor();
    const karte = page.frameLocator("iframe");
    const heading = (name: string) => karte.getByRole("heading", { level: 1, name }).waitFor();
    const pictures = process.env.SCREENS;
    const look = async (name: string) => {
      await expectAccessible(page, `karte: ${name}`);
      if (!pictures) return;
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({
          path: `${pictures}/${name}-${locale}-${width}-${colorScheme}.png`,
          fullPage: true,
        });
      }
      await page.emulateMedia({ colorScheme: "light" });
    };

    const button = (name: string) =>
      page.getByRole("button", { name: onMyPage(name), exact: true });
    const asked = page.getByRole("dialog");
    // Whoever has never been in karte has nothing there that could close.
    await page.goto(`${product.portalOrigin}/setting/security?tab=contract`);
    await button("Close account").click();
    await asked.getByText(onMyPage(none)).waitFor();
    await page.keyboard.press("Escape");
    await asked.waitFor({ state: "detached" });

    await page.goto(inPortal("/my-contract"));
    await heading(inContract("My contract"));
    await karte.getByText(inContract("Free plan"), { exact: true }).waitFor();
    const change = karte.getByRole("link", { name: inContract("Change plan or card") });
    expect(await change.getAttribute("target")).toBe("_top");
    expect(await change.getAttribute("href")).toBe(
      `${product.portalOrigin}/setting/security?tab=contract`,
    );
    await look("my-contract");

    await page.goto(inPortal("/contact-us"));
    await heading(inContact("Contact"));
    await karte.locator("[name=subject]").fill("質問");
    await karte.locator("[name=text]").fill("=cmd & <b>bold</b>");
    await karte.locator("[name=withState]").check();
    await look("contact-us");
    await karte.getByRole("button", { name: inContact("Send"), exact: true }).click();
    await karte.getByText(inContact("Your message has been sent")).waitFor();
    const reference = await karte.locator("code").innerText();
    const letter = await mailbox.newest("support@sekimori.example", new RegExp(reference));
    expect(letter.text).toContain(
      inContact("Language: {language}", { language: { ja: "日本語", en: "English" }[locale] }),
    );
    expect(letter.html).toContain("&lt;b&gt;bold&lt;/b&gt;");

    await page.goto(inPortal("/activity"));
    await heading(inActivity("Activity log"));
    await karte.getByRole("cell", { name: inActivity("Workspace created") }).waitFor();
    // Accounts and moments are left to the exported file.
    expect(await karte.getByRole("table").innerText()).not.toMatch(
      /[0-9a-f]{8}-|T\d\d:|true|false/,
    );
    await karte.getByRole("button", { name: inActivity("Verify the log") }).click();
    await karte.getByText(inActivity("The log is intact")).first().waitFor();
    await look("activity");

    await page.goto(inPortal("/workspace"));
    await heading(inWorkspaces("Workspace"));
    const both = karte.getByRole("link", {
      name: inWorkspaces("Export your data from both applications on My Page"),
    });
    expect(await both.getAttribute("target")).toBe("_top");
    expect(await both.getAttribute("href")).toBe(
      `${product.portalOrigin}/setting/security?tab=contract`,
    );
    await look("workspace");
    await page.goto(inPortal("/workspace/new"));
    await karte.locator("[name=name]").fill("Branch");
    await karte.getByRole("button", { name: inWorkspaces("Create"), exact: true }).click();
    await karte.getByRole("button", { name: "Branch" }).waitFor();
    await page.goto(inPortal("/workspace"));
    await karte.getByRole("button", { name: inWorkspaces("Close workspace") }).click();
    const dialog = karte.getByRole("dialog");
    await dialog.locator("[name=name]").fill("Another");
    const close = dialog.getByRole("button", { name: inWorkspaces("Close for everyone") });
    await close.click();
    await dialog.getByText(inWorkspaces("The name doesn't match.")).first().waitFor();
    await look("workspace-closing");
    await dialog.locator("[name=name]").fill("Branch");
    await close.click();
    await dialog.waitFor({ state: "hidden" });
    // The other one is where the person is now, and told so by mail.
    await karte.getByText(inApp("Owner"), { exact: true }).waitFor();
    expect(await mailbox.link(email, "/workspace/closed")).toBe(
      `${product.karteOrigin}/workspace/closed`,
    );
    // The list of workspaces has it, until when, and leads to where it is opened again.
    await karte.locator("main button[aria-haspopup]").first().click();
    await karte.getByRole("menuitem").filter({ hasText: "Branch" }).click();
    await heading(inWorkspaces("Reopen a workspace"));
    await look("workspace-closed");
    await karte
      .getByRole("button", { name: inWorkspaces("Reopen {name}", { name: "Branch" }) })
      .click();
    await karte.getByRole("button", { name: "Branch" }).waitFor();

    // What would close stands beside the way to the portal's page, and above every page afterwards.
    await page.goto(inPortal("/my-contract"));
    const leave = karte.getByRole("link", { name: inContract("Cancel plan or close account") });
    await leave.waitFor();
    await karte
      .getByText(/Branch/)
      .last()
      .waitFor();
    await look("before-leaving");
    await leave.click();
    await page.waitForURL(`${product.portalOrigin}/setting/security?tab=contract`);
    // An application that cannot be asked is spoken of in general, and asked anew the next time.
    await askAt("/v1/session");
    await button("Close account").click();
    await asked.getByText(onMyPage(inGeneral)).waitFor();
    await look("leaving-asked-in-vain");
    await page.keyboard.press("Escape");
    await asked.waitFor({ state: "detached" });
    await askAt("/portal/leaving");
    await button("Close account").press("Enter");
    await expectFocusTaken(asked);
    const branchIn = (place: Locator) =>
      place
        .getByRole("listitem")
        .filter({ hasText: /^Branch/ })
        .getByText(onMyPage(nobodyElse));
    await branchIn(asked).waitFor();
    expect(await asked.getByText(onMyPage(nobodyElse)).count()).toBe(2);
    for (const other of [inGeneral, none]) {
      expect(await asked.getByText(onMyPage(other)).count()).toBe(0);
    }
    await look("leaving-asked");
    const agree = asked.getByRole("button", { name: onMyPage("Close account"), exact: true });
    await enter(page, agree);
    await asked.waitFor({ state: "detached" });
    await mailbox.newest(email, closingInMail[locale]);
    // And beside the days, for as long as it can be taken back.
    await branchIn(page.getByRole("tabpanel")).waitFor();
    await look("leaving-clock");
    await page.goto(inPortal("/my-contract"));
    await karte.getByText(closesOn[locale]).waitFor();
    await karte.getByText(inContract("Workspaces that close with your account")).waitFor();
    await look("leaving");
    await page.goto(inPortal("/workspace"));
    await karte.getByText(closesOn[locale]).waitFor();
  });
});
