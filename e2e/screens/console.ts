import { pagePaths } from "@sekimori/console-contract/page-routes";
import { pagePaths as portalPaths } from "@sekimori/portal-contract/page-routes";
import type { BrowserContext } from "playwright-core";
import { signIn } from "../support/member.ts";
import { runProduct } from "../support/running-product.ts";
import { sentencesOf } from "../support/sentences.ts";
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
    await eachLook(product.portalOrigin, [375, 1280], async (context, look) => {
      const said = (folder: string) => sentencesOf(folder, look.locale, "console");
      const [inFind, inMember] = [said("features/find"), said("features/member")];
      const page = await enter(context, look, "demo");
      await take(page, look, "console-find");
      await page.getByRole("textbox", { name: inFind("Search for") }).fill("関守");
      await page.getByRole("textbox", { name: inFind("Reason") }).fill("ticket 12");
      await page.keyboard.press("Enter");
      const link = page.getByRole("table").getByRole("link").first();
      await link.waitFor();
      await take(page, look, "console-found");
      await link.click();
      await page.getByRole("heading", { level: 2, name: inMember("Contract") }).waitFor();
      await page.getByText("ticket 12").first().waitFor();
      await take(page, look, "console-member");
      await page.getByRole("button", { name: inMember("Unlock login") }).click();
      await page.getByRole("dialog").waitFor();
      await take(page, look, "console-unlock");
      await page.goto(at(pagePaths.work));
      await page.getByRole("heading", { level: 2 }).first().waitFor();
      await take(page, look, "console-work");
      await page.goto(at(pagePaths.requests));
      await page.getByRole("heading", { level: 2 }).first().waitFor();
      await take(page, look, "console-requests");
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
