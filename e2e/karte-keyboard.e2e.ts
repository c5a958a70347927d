import { kartePage } from "@sekimori/portal-contract/page-routes";
import { afterAll, beforeAll } from "vitest";
import { enter, expectReturned, tabTo, typeInto } from "./support/keyboard.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { sentencesOf } from "./support/sentences.ts";
import { expect, test } from "./support/test.ts";
import { words } from "./support/words.ts";

// The core of a day's work with nothing but a keyboard: no click, no focus set by the test, no value
// put into a field otherwise than by keys.

let product: RunningProduct;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" }, { withCompany: true });
});
afterAll(() => product?.stop());

const locale = "ja";
const inDomains = sentencesOf("features/domains", locale, "karte");
const inApp = sentencesOf("app", locale, "karte");
const inFindings = sentencesOf("features/findings", locale, "karte");
const inReports = sentencesOf("features/reports", locale, "karte");

test("register a domain, read findings, accept one and take a report, by keyboard only", async ({
  visit,
}) => {
  const { page } = await visit({ locale });
  // An address that is typed; everything else is reached from where the focus is.
  await page.goto(`${product.portalOrigin}/login`);
  const said = words[locale];
  await typeInto(page, page.getByRole("textbox", { name: said.email }), "demo@sekimori.example");
  await typeInto(page, page.locator("[autocomplete=current-password]"), "Sekimori-2026");
  await enter(page, page.getByRole("button", { name: said.logIn, exact: true }));
  await page.getByRole("tablist").waitFor();
  await page.goto(`${product.portalOrigin}${kartePage("/site/list")}`);
  const karte = page.frameLocator("iframe");
  const button = (name: string) => karte.getByRole("button", { name, exact: true });
  const dialog = karte.getByRole("dialog");

  await enter(page, button(inDomains("Add a domain")));
  await dialog.waitFor();
  await typeInto(page, dialog.locator("[name=name]"), "localhost");
  await page.keyboard.press("Enter");
  await dialog.getByText(inApp("This name only works inside a private network.")).first().waitFor();
  await typeInto(page, dialog.locator("[name=name]"), "keys.seki-shop.example");
  await enter(page, dialog.getByRole("button", { name: inDomains("Add"), exact: true }));
  const heading = (name: string) => karte.getByRole("heading", { level: 1, name });
  await heading("keys.seki-shop.example").waitFor();
  await tabTo(page, karte.getByRole("button", { name: /_sekimori|コピー/ }).first());

  await page.goBack();
  await enter(page, karte.getByRole("link", { name: "seki-parts.example", exact: true }));
  await heading("seki-parts.example").waitFor();
  await enter(page, karte.locator("a[href*='/inventory/result?domain=']").first());
  await heading(inFindings("Inventory result (findings)")).waitFor();
  const finding = karte.locator("tbody a[href*='/inventory/result?id=']").first();
  await finding.waitFor();
  // By letters: to the row, selected, and what is done with it.
  const hasFocus = () => finding.evaluate((link) => link === link.ownerDocument.activeElement);
  await page.keyboard.press("j");
  await expect.poll(hasFocus).toBe(true);
  const tick = finding.locator("xpath=ancestor::tr").getByRole("checkbox");
  await page.keyboard.press("x");
  await expect.poll(() => tick.isChecked()).toBe(true);
  await button(inFindings("Assign")).waitFor();
  await page.keyboard.press("a");
  await dialog.waitFor();
  // Not while somebody types: a letter is a letter.
  await page.keyboard.press("x");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await tick.isChecked()).toBe(true);
  await page.keyboard.press("k");
  await page.keyboard.press("x");
  await expect.poll(() => tick.isChecked()).toBe(false);
  await page.keyboard.press("?");
  await dialog.getByText(inApp("In a list")).waitFor();
  const off = dialog.getByRole("checkbox");
  await tabTo(page, off);
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("x");
  await page.keyboard.press("?");
  expect(await tick.isChecked()).toBe(false);
  expect(await dialog.count()).toBe(0);
  await tabTo(page, finding);
  // With the focus in its row, a time says exactly when.
  const times = finding.locator("xpath=ancestor::tr").locator("time[data-exact]");
  const exact = () =>
    times.first().evaluate((time) => {
      const view = time.ownerDocument.defaultView;
      return view?.getComputedStyle(time, "::after").display;
    });
  await expect.poll(exact).toBe("block");
  await page.keyboard.press("Enter");
  const accept = button(inFindings("Accept risk"));
  await enter(page, accept);
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await expectReturned(dialog, accept);
  await page.keyboard.press("Enter");
  // The day stands there already; why is typed.
  await typeInto(page, dialog.locator("[name=text]"), "更新まで待つ");
  await enter(page, dialog.getByRole("button", { name: inFindings("Accept risk"), exact: true }));
  await dialog.waitFor({ state: "detached" });
  await tabTo(page, button(inFindings("Withdraw risk acceptance")));
  await karte.getByText(inFindings("Its risk was accepted.")).first().waitFor();

  await page.goto(`${product.portalOrigin}${kartePage("/report-request")}`);
  await enter(page, button(inReports("Create report")));
  const download = karte
    .getByRole("link", {
      name: inReports("Download {form} of {scope}", {
        form: "PDF",
        scope: inReports("All domains"),
      }),
    })
    .first();
  await tabTo(page, download);
  const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(file.suggestedFilename()).toMatch(/^report-.*\.pdf$/);
});
