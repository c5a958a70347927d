import { readFile } from "node:fs/promises";
import { kartePage } from "@sekimori/portal-contract/page-routes";
import type { FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { Mailbox } from "./support/mailbox.ts";
import { signIn } from "./support/member.ts";
import { picture } from "./support/picture.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { sentencesOf } from "./support/sentences.ts";
import { signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

// Reports, alerts and webhooks in the portal's frame.

let product: RunningProduct;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
});
afterAll(() => product?.stop());

const inPortal = (path: string) => `${product.portalOrigin}${kartePage(path)}`;

const looks = [
  { locale: "ja", width: 1280, colorScheme: "light" },
  { locale: "en", width: 375, colorScheme: "dark" },
] as const;

describe.for(looks)("reports and alerts ($locale, $width, $colorScheme)", (look) => {
  const { locale, width } = look;
  const inReports = sentencesOf("features/reports", locale, "karte");
  const inFindings = sentencesOf("features/findings", locale, "karte");
  const inViews = sentencesOf("app/views", locale, "karte");
  const inSettings = sentencesOf("features/settings", locale, "karte");
  const inAlerts = sentencesOf("features/alerts", locale, "karte");

  test("a report is asked for, made and downloaded", async ({ visit, address }) => {
    const { page } = await visit(look);
    const karte = await enter(page, locale, address("reports"));
    await page.goto(inPortal("/report-request"));
    await karte.getByRole("heading", { level: 1, name: inReports("Report request") }).waitFor();
    await picture(page, `reports-${locale}-${width}`);
    await karte.getByRole("button", { name: inReports("Create report") }).click();
    const download = karte.getByRole("link", {
      name: inReports("Download {form} of {scope}", {
        form: "PDF",
        scope: inReports("All domains"),
      }),
    });
    await download.waitFor();
    const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
    expect(file.suggestedFilename()).toMatch(/^report-.*\.pdf$/);
    await expectAccessible(page, "karte: reports");
    await picture(page, `reports-ready-${locale}-${width}`);
  });

  test("what a saved view shows is reported from its menu", async ({ visit, address }) => {
    const { page } = await visit(look);
    const karte = await enter(page, locale, address("views"));
    await page.goto(inPortal("/inventory/result?severity=critical,high"));
    await karte.getByRole("button", { name: inViews("Saved views"), exact: true }).press("Enter");
    await karte.getByRole("button", { name: inViews("Save this view") }).press("Enter");
    const form = karte.getByRole("dialog").filter({ has: karte.locator("[name=name]") });
    await form.locator("[name=name]").fill("Urgent");
    await form.getByRole("button", { name: inViews("Save"), exact: true }).press("Enter");
    await form.waitFor({ state: "detached" });
    await karte.getByRole("button", { name: "Urgent", exact: true }).press("Enter");
    await expectAccessible(page, "karte: the menu of saved views");
    await picture(page, `view-menu-${locale}-${width}`);
    await karte
      .getByRole("link", { name: inViews("Create a report of {name}", { name: "Urgent" }) })
      .press("Enter");
    await karte.getByRole("heading", { level: 1, name: inReports("Report request") }).waitFor();
    const scope = inReports("Findings view: {name}", { name: "Urgent" });
    const chosen = karte.locator("[name=scope] option:checked");
    await expect.poll(() => chosen.textContent()).toBe(scope);
    await karte.locator("[name=form]").selectOption("json");
    await picture(page, `view-request-${locale}-${width}`);
    await karte.getByRole("button", { name: inReports("Create report") }).click();
    const download = karte.getByRole("link", {
      name: inReports("Download {form} of {scope}", { form: "JSON", scope }),
    });
    await download.waitFor();
    const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
    const report = JSON.parse(await readFile(await file.path(), "utf8"));
    expect(report.scope).toMatchObject({ kind: "view", query: { severity: "critical,high" } });
    await picture(page, `view-report-${locale}-${width}`);
    // The report says the number that the list says.
    await page.goto(inPortal("/inventory/result?severity=critical,high"));
    const counted = inFindings("Findings: {figure}", { figure: String(report.findings.length) });
    await karte.getByText(counted, { exact: true }).waitFor();
  });

  test("a rule and a webhook are added by keyboard and the bell is opened", async ({
    visit,
    address,
  }) => {
    const { page } = await visit(look);
    const karte = await enter(page, locale, address("reports"));
    await page.goto(inPortal("/settings"));
    await karte.getByRole("heading", { level: 1, name: inSettings("Settings") }).waitFor();
    await karte.getByRole("button", { name: inSettings("Add a rule") }).press("Enter");
    await karte.getByRole("dialog").waitFor();
    await expectAccessible(page, "karte: a rule of alerts");
    await picture(page, `rule-${locale}-${width}`);
    await karte.getByRole("button", { name: inSettings("Save"), exact: true }).press("Enter");
    await karte
      .getByRole("rowheader")
      .filter({ hasText: inSettings("High and critical") })
      .first()
      .waitFor();
    if (locale === "ja") {
      await karte.getByRole("button", { name: inSettings("Add a webhook") }).press("Enter");
      await karte.locator("[name=label]").fill("SIEM");
      await karte.locator("[name=url]").fill("https://127.0.0.1/hook");
      await karte.getByRole("button", { name: inSettings("Save"), exact: true }).press("Enter");
      await karte
        .getByText(
          inSettings(
            "We can't reach this URL. It must start with https:// and be reachable from the internet.",
          ),
        )
        .first()
        .waitFor();
      await expectAccessible(page, "karte: a webhook that is refused");
      await page.keyboard.press("Escape");
    } else {
      await karte
        .getByText(inSettings("Webhooks are part of the detailed diagnosis plan."))
        .waitFor();
    }
    await picture(page, `settings-${locale}-${width}`);
    await expectAccessible(page, "karte: settings");
    await page.goto(inPortal("/alerts"));
    await karte.getByText(inAlerts("No alerts"), { exact: true }).waitFor();
    await expectAccessible(page, "karte: no alerts");
    await picture(page, `alerts-${locale}-${width}`);
  });
});

/** In Japanese the demo's owner, on the paid plan; in English somebody new, on the free one. */
async function enter(page: Page, locale: "ja" | "en", email: string): Promise<FrameLocator> {
  if (locale === "ja") {
    await page.goto(`${product.portalOrigin}/login`);
    await signIn(page, locale, "demo@sekimori.example", "Sekimori-2026");
  } else {
    const mailbox = new Mailbox(product.sandboxOrigin);
    await signUpForFree(page, mailbox, locale, email, product.portalOrigin);
  }
  await page.getByRole("tablist").waitFor();
  return page.frameLocator("iframe");
}
