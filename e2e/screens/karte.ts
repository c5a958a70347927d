import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { kartePage } from "@sekimori/portal-contract/page-routes";
import type { BrowserContext, Page } from "playwright-core";
import { signIn, speak } from "../support/member.ts";
import { type RunningProduct, runProduct } from "../support/running-product.ts";
import { withClockAdvanced } from "../support/sandbox-clock.ts";
import { sentencesOf } from "../support/sentences.ts";
import { eachLook, type Look, take } from "./look.ts";

const { signIn: _in, signOut: _out, invitation: _token, inventoryDomain, ...plain } = pagePaths;

/** A dialog is opened by the button that says so, and left by Escape. */
async function takeDialog(page: Page, look: Look, button: string, name: string): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await take(page, look, name);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
}

/** What stands below a list while some of it is ticked, and a dialog that is about these. */
async function takeTicked(page: Page, look: Look, act: string, name: string): Promise<void> {
  await page.locator("tbody input[type=checkbox]").first().waitFor();
  for (const at of [0, 1]) await page.locator("tbody input[type=checkbox]").nth(at).press("Space");
  await take(page, look, `${name}-ticked`);
  await takeDialog(page, look, act, `${name}-ticked-dialog`);
}

/** On a phone the filters of a list open below a button. */
async function takeFilters(page: Page, look: Look, path: string, name: string): Promise<void> {
  await page.goto(path);
  const button = page.locator("search > button[aria-expanded]").first();
  await button.waitFor({ state: "attached" });
  if (!(await button.isVisible())) return;
  await button.click();
  await take(page, look, name);
}

/** The portal asks for the password in the frame's place, when the sign-in is no longer recent. */
async function takeStepUp(page: Page, look: Look, product: RunningProduct): Promise<void> {
  const inWorkspaces = sentencesOf("features/workspaces", look.locale, "karte");
  await withClockAdvanced(
    11 * 60_000,
    async () => {
      await page.goto(`${product.portalOrigin}${kartePage("/workspace")}`);
      const close = { name: inWorkspaces("Close workspace") };
      await page.frameLocator("iframe").getByRole("button", close).click();
      await page.getByRole("dialog").waitFor();
      await take(page, look, "karte-step-up");
    },
    product.sandboxOrigin,
  );
}

async function takeAll(
  context: BrowserContext,
  look: Look,
  product: RunningProduct,
): Promise<void> {
  const portal = product.portalOrigin;
  const page = await context.newPage();
  const inDomains = sentencesOf("features/domains", look.locale, "karte");
  const inFindings = sentencesOf("features/findings", look.locale, "karte");
  const inSettings = sentencesOf("features/settings", look.locale, "karte");
  await page.goto(`${portal}/login`);
  await signIn(page, look.locale, "demo@sekimori.example", "Sekimori-2026");
  await page.getByRole("tablist").waitFor();
  await speak(page, look.locale);
  for (const [name, path] of Object.entries(plain)) {
    await page.goto(path);
    await take(page, look, `karte-${name}`);
  }
  for (const [path, name] of [
    [pagePaths.inventoryResult, "karte-findings-filters"],
    [pagePaths.inventory, "karte-inventory-filters"],
    [pagePaths.activity, "karte-activity-filters"],
    [pagePaths.siteList, "karte-domains-filters"],
  ] as const) {
    await takeFilters(page, look, path, name);
  }
  await takeDialog(page, look, inDomains("Add a domain"), "karte-add-domain");
  await takeTicked(page, look, inDomains("Add labels"), "karte-domains");
  await page.goto(`${pagePaths.siteList}?q=nothing-like-this`);
  await page.getByRole("button", { name: inDomains("Clear filters") }).waitFor();
  await take(page, look, "karte-domains-none");
  await page.goto(pagePaths.siteList);
  const domain = page.locator(`a[href*="${inventoryDomain}"]`).first();
  await domain.click();
  await page.waitForURL((url) => url.pathname === inventoryDomain);
  await take(page, look, "karte-domain");
  await page.goto(pagePaths.inventoryResult);
  await take(page, look, "karte-findings");
  await takeTicked(page, look, inFindings("Accept risk"), "karte-findings");
  await page.locator("tbody a, tbody button").first().click();
  await page.getByRole("dialog").or(page.locator("h1")).first().waitFor();
  await take(page, look, "karte-finding");
  await page.goto(pagePaths.settings);
  await takeDialog(page, look, inSettings("Add a rule"), "karte-settings-rule");
  await takeDialog(page, look, inSettings("Add a webhook"), "karte-settings-webhook");
  await takeDialog(page, look, inSettings("Create token"), "karte-settings-token");
  await takeStepUp(page, look, product);
}

/** The management application at its own address, with the sample company's three months. */
export async function takeKarte(): Promise<void> {
  const product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" }, { withCompany: true });
  try {
    await eachLook(product.karteOrigin, [375, 1280], (context, look) =>
      takeAll(context, look, product),
    );
  } finally {
    await product.stop();
  }
}
