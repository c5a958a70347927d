import { pagePaths } from "@sekimori/console-contract/page-routes";
import { pagePaths as portalPaths } from "@sekimori/portal-contract/page-routes";
import type { BrowserContext } from "playwright-core";
import { arrangeConsole } from "../support/console-work.ts";
import { signIn } from "../support/member.ts";
import { runProduct } from "../support/running-product.ts";
import { sentencesOf } from "../support/sentences.ts";
import { takeIntegration } from "./integration.ts";
import { eachLook, type Look, take } from "./look.ts";

/** The operator's console, as the demo's staff and a guest see it. */
export async function takeConsole(): Promise<void> {
  const product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
  const at = (path: string) => `${product.consoleOrigin}${path}`;

  async function enter(context: BrowserContext, { locale }: Look, who: string) {
    const page = await context.newPage();
    await page.goto(at(pagePaths.find));
    await page.waitForURL((url) => url.pathname === portalPaths.login);
    await signIn(page, locale, `${who}@sekimori.example`, "Sekimori-2026");
    await page.waitForURL((url) => url.origin === product.consoleOrigin);
    return page;
  }

  try {
    await takeIntegration(product);
    await arrangeConsole(product);
    await eachLook(product.portalOrigin, [375, 1280], async (context, look) => {
      const said = (folder: string) => sentencesOf(folder, look.locale, "console");
      const [inFind, inMember] = [said("features/find"), said("features/member")];
      const [inRequests, inStaff] = [said("features/requests"), said("features/staff")];
      const [inMaintenance, inPrices] = [said("features/maintenance"), said("features/prices")];
      const page = await enter(context, look, "demo");
      await take(page, look, "console-find");
      await page.getByRole("textbox", { name: inFind("Search for") }).fill("関守");
      await page.getByRole("textbox", { name: inFind("Reason") }).fill("ticket 12");
      await page.keyboard.press("Enter");
      const link = page.getByRole("table").getByRole("link", { name: "花子" });
      await link.waitFor();
      await take(page, look, "console-found");
      await link.click();
      await page.getByRole("heading", { level: 2, name: inMember("Contract") }).waitFor();
      await page.getByText("ticket 12").first().waitFor();
      await take(page, look, "console-member");
      await page.getByRole("button", { name: inMember("Unlock login") }).click();
      await page.getByRole("dialog").waitFor();
      await take(page, look, "console-unlock");
      await page.keyboard.press("Escape");
      await page
        .getByRole("button", { name: inMember("Actions") })
        .first()
        .click();
      await page.getByRole("menuitem", { name: inMember("Refund") }).click();
      await page.getByRole("dialog").waitFor();
      await take(page, look, "console-refund");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: inMember("Close the account") }).click();
      await page.getByRole("button", { name: inMember("Ask"), exact: true }).click();
      await page.getByText(inMember("Someone else has to confirm this under Requests.")).waitFor();
      await page.goto(at(pagePaths.work));
      await page.getByRole("heading", { level: 2 }).first().waitFor();
      await take(page, look, "console-work");
      await page.goto(at(pagePaths.requests));
      await page.getByRole("heading", { level: 2 }).first().waitFor();
      await take(page, look, "console-requests");
      const takeBack = page.getByRole("button", { name: inRequests("Take back"), exact: true });
      await takeBack.click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: inRequests("Take back") })
        .click();
      await page.getByText(inRequests("No requests are waiting")).waitFor();
      await page.goto(at(pagePaths.month));
      await page.getByRole("heading", { level: 2 }).first().waitFor();
      await take(page, look, "console-month");
      await page.goto(at(pagePaths.staff));
      await page.getByRole("table").waitFor();
      await take(page, look, "console-staff");
      await page.getByRole("button", { name: inStaff("Appoint someone") }).click();
      await page.getByRole("dialog").waitFor();
      await take(page, look, "console-appoint");
      await page.goto(at(pagePaths.funnel));
      await page.getByRole("table").first().waitFor();
      await take(page, look, "console-registrations");
      await page.goto(at(pagePaths.prices));
      await page.getByRole("button", { name: inPrices("Announce a price") }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox").first().fill("13200");
      await dialog.locator("summary").first().click();
      await dialog.frameLocator("iframe").first().getByText("13,200").first().waitFor();
      await take(page, look, "console-price");
      await page.goto(at(pagePaths.keys));
      await page.getByRole("table").waitFor();
      await take(page, look, "console-keys");
      await page.goto(at(pagePaths.maintenance));
      await page.getByRole("heading", { level: 2 }).first().waitFor();
      await take(page, look, "console-maintenance");
      await page
        .getByRole("button", { name: inMaintenance("Close for maintenance") })
        .first()
        .click();
      await page.getByRole("dialog").waitFor();
      await take(page, look, "console-maintenance-start");
      await page.goto(at(`${pagePaths.signIn}?reason=not_strong_enough`));
      await take(page, look, "console-sign-in");
      await context.clearCookies();
      const guest = await enter(context, look, "guest");
      await guest.getByRole("heading", { level: 1 }).waitFor();
      await take(guest, look, "console-not-staff");
    });
  } finally {
    await product.stop();
  }
}
