import { pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { expectFocusTaken } from "./support/keyboard.ts";
import { Mailbox } from "./support/mailbox.ts";
import { toast } from "./support/member.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { setClock } from "./support/sandbox-clock.ts";
import { sentencesOf } from "./support/sentences.ts";
import { cards, goodPassword, SignUp } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";
import { words } from "./support/words.ts";

/** They register; what is charged to them afterwards is refused, or never again accepted. */
const chargeDeclined = "4111110000004007";
const lost = "4111110000004403";

// A month passes here, which nobody else's journey would survive.
let product: RunningProduct;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1", PLAN_TRIAL_MONTHS: "0" });
});
afterAll(() => product?.stop());

const monthOf = (ahead: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 15))
    .toISOString()
    .slice(0, 7);
};

/** What is owed, as the screens say it. */
function owedText(locale: "ja" | "en"): string {
  const [year, month] = monthOf(2).split("-").map(Number);
  if (locale === "ja") return `${year}年${month}月分 11,000円`;
  const name = new Date(`${monthOf(2)}-01T00:00:00Z`).toLocaleString("en", {
    month: "long",
    timeZone: "UTC",
  });
  return `¥11,000 for ${name} ${year}`;
}

const shown = async (page: Page, role: string) =>
  (await page.locator(`[role=${role}]`).allInnerTexts()).join("\n").replaceAll("\u2060", "");

describe.for([
  { locale: "ja", width: 375, colorScheme: "light" },
  { locale: "en", width: 1280, colorScheme: "dark" },
] as const)("what is unpaid ($locale, $width px, $colorScheme)", (look) => {
  test("is named before a card is given, charged to it at once, and what came of it is said", async ({
    visit,
    address,
  }) => {
    const { locale } = look;
    const { portalOrigin, sandboxOrigin } = product;
    const mailbox = new Mailbox(sandboxOrigin);
    const { page } = await visit(look);
    const say = sentencesOf("app/unpaid", locale);
    const inDialog = sentencesOf("app/card-flow", locale);
    const onMyPage = sentencesOf("features/my-page", locale);
    const sum = locale === "ja" ? "11,000円" : "¥11,000";
    const update = (name: string) =>
      page.getByRole("dialog").getByRole("button", { name: onMyPage(name, { sum }), exact: true });
    await setClock(sandboxOrigin, `${monthOf(1)}-10T12:00`);
    const person = new SignUp(page, mailbox, locale, address(`unpaid-${locale}`));
    await person.toCard("personal", portalOrigin);
    await person.submitCard(lost);
    await person.agree("detailed");
    await setClock(sandboxOrigin, `${monthOf(2)}-02T12:00`);

    // The mail's link leads through the sign-in to the dialog, on the tab of what is owed.
    await mailbox.newest(person.email, /dialog=card/);
    await page.goto(await mailbox.link(person.email, pagePaths.security));
    await page.waitForURL((url) => url.pathname === pagePaths.login);
    await page.getByRole("textbox", { name: words[locale].email }).fill(person.email);
    await page.locator("[autocomplete=current-password]").fill(goodPassword);
    await page.getByRole("button", { name: words[locale].logIn, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: onMyPage("Update Credit Card") });
    await expectFocusTaken(dialog);
    await dialog.getByText(say("We'll charge this card as soon as you save it")).waitFor();
    expect(await shown(page, "dialog")).toContain(owedText(locale));
    await person.cardFrame.locator("[name=number]").waitFor();
    expect(await dialog.getByText(inDialog("You won't be charged now.")).count()).toBe(0);
    await expectAccessible(page, "My Page: a card that is charged at once");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(new URL(page.url()).search).toBe("?tab=contract");
    const panel = page.getByRole("tabpanel");
    const status = (name: string) =>
      panel
        .locator("dl > div")
        .filter({ has: page.locator("dt").getByText(onMyPage("Status"), { exact: true }) })
        .locator("dd")
        .getByText(onMyPage(name), { exact: true });
    await status("Payment overdue").waitFor();
    expect(await status("Active").count()).toBe(0);
    await panel
      .getByText(say("Unpaid: {sum}", { sum }), {
        exact: true,
      })
      .waitFor();

    // Its button opens the same, and a card whose charge is refused is said to be saved.
    await panel.getByRole("link", { name: say("Change card"), exact: true }).click();
    await expectFocusTaken(dialog);
    await person.fillCard(chargeDeclined);
    await update("Use this card and pay {sum}").click();
    await dialog.waitFor({ state: "detached" });
    const failed = say(
      "Your new card is saved, but the charge failed. We've emailed you the reason.",
    );
    await panel.getByText(failed).waitFor();
    await expectAccessible(page, "My Page: a new card that could not be charged");
    await panel.getByRole("button", { name: say("Pay now with saved card") }).click();
    const refused = say("The payment failed. We've emailed you the reason.");
    const complaint = toast(page, locale).getByText(refused);
    await complaint.waitFor();
    // Tried once more, the former failure is over before the new one is told.
    const held = Promise.withResolvers<void>();
    await page.route(
      "**/v1/invoices/pay",
      async (route) => {
        await held.promise;
        await route.continue();
      },
      { times: 1 },
    );
    await panel.getByRole("button", { name: say("Pay now with saved card") }).click();
    await complaint.waitFor({ state: "detached" });
    held.resolve();
    await complaint.waitFor();
    await expect
      .poll(() => page.evaluate<string>("document.activeElement?.getAttribute('role') ?? ''"))
      .toBe("alert");

    // By 3-D Secure to a good card, and back to what came of it.
    await panel.getByRole("link", { name: say("Change card"), exact: true }).click();
    await expectFocusTaken(dialog);
    expect(await complaint.count()).toBe(0);
    await person.fillCard(cards.challenge);
    await update("Use this card and pay {sum}").click();
    await person.answerChallenge();
    await page.waitForURL((url) => url.pathname === pagePaths.security);
    const banner = panel.getByRole("status").filter({ hasText: say("Your payment succeeded") });
    await banner.waitFor();
    expect(await shown(page, "status")).toContain(owedText(locale));
    await status("Active").waitFor();
    expect(await status("Payment overdue").count()).toBe(0);
    await expectAccessible(page, "My Page: what was unpaid is paid");

    // Nothing is owed: the next card is charged nothing.
    await page.goto(`${portalOrigin}${pageUrl("security", { dialog: "card" })}`);
    await dialog.getByText(inDialog("You won't be charged now.")).waitFor();
    await person.fillCard(cards.frictionless);
    await update("Use this card").click();
    await toast(page, locale).getByText(onMyPage("Card changed")).waitFor();
    expect(new URL(page.url()).search).toBe("?tab=contract");
  });
});
