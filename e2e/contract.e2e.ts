import { dayMs, tokyoOffsetMs } from "@sekimori/kit-contract/tokyo";
import { freeUntilCharged } from "@sekimori/portal-contract/legal/cancellation";
import { freePlanLimits } from "@sekimori/portal-contract/legal/free-plan";
import { pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { partedCounts } from "./support/line-breaks.ts";
import { toast } from "./support/member.ts";
import { sentencesOf } from "./support/sentences.ts";
import { signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

const said = {
  ja: {
    apply: "有料プランに申し込む",
    applyNow: /^有料プランに申し込/,
    missing: "会員規約への同意が必要です。",
    first: /初回のご請求：.*11,000円/,
    completed: "お申し込みが完了しました",
    cancel: "プランを解約する",
    leave: "退会する",
    undo: "解約を取り消す",
    stay: "退会を取り消す",
    cancelled: /にプランが終了します$/,
    continues: "契約を継続します",
    received: /日に退会します$/,
    leaving: /日に退会します$/,
    inGeneral: /ほかに所有者のいないワークスペース/,
    nothing: "お申し込みいただけるプランはありません",
    firstDay: /初回のご請求：(\d+)年(\d+)月(\d+)日/,
    lost: (days: number, first: string) =>
      `無料でご利用いただける日が${days}日分なくなります（解約しなければ、${first}の前日まで料金はかかりません）。`,
  },
  en: {
    apply: "Upgrade",
    applyNow: /^Order the paid plan/,
    missing: "You need to agree to the Member Terms.",
    first: /First charge: .*¥11,000/,
    completed: "Your order is complete",
    cancel: "Cancel plan",
    leave: "Close account",
    undo: "Undo the cancellation",
    stay: "Undo the closure",
    cancelled: /^Your plan will end on/,
    continues: "Your contract continues",
    received: /^Your account will close on/,
    leaving: /^Your account closes on/,
    inGeneral: /Workspaces that only you own close/,
    nothing: "There's nothing to order",
    firstDay: /First charge: (\d+)\/(\d+)\/(\d+)/,
    lost: (days: number, first: string) =>
      `You lose ${days} free days. If you don't cancel, you pay nothing before ${first}.`,
  },
} as const;

/** Each with a card for itself, which has its trial; the issuer of either asks for 3-D Secure. */
const looks = [
  { locale: "ja", width: 375, colorScheme: "light", card: "5555550000002008" },
  { locale: "en", width: 1280, colorScheme: "dark", card: "3530110000002006" },
] as const;

/** Whether anything lies over the middle of what has the focus. */
const isSeen = `(() => {
  const { left, top, height } = document.activeElement.getBoundingClientRect();
  const there = document.elementFromPoint(left + 4, top + height / 2);
  return document.activeElement.contains(there);
})()`;

/** What has the focus, and is seen, once a question is answered whose button has gone with the answer. */
async function expectFocusOn(page: Page, text: string): Promise<void> {
  await expect
    .poll(() => page.evaluate<string>("document.activeElement?.textContent ?? ''"))
    .toBe(text);
  await expect.poll(() => page.evaluate<boolean>(isSeen)).toBe(true);
}

/** Presses a button of the contract, and the one of the same name in the question that follows. */
async function act(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/**
 * What is said of the days that a cancellation today gives up: all from the next month's 1st in Tokyo
 * to the first charge.
 *
 * @param charge the sentence that names the day of the first charge
 */
function lostText(charge: string, { firstDay, lost }: (typeof said)["ja" | "en"]): string {
  const [whole = "", ...numbers] = firstDay.exec(charge) ?? [];
  const [year = 0, month = 0, day = 0] = numbers.map(Number);
  const today = new Date(Date.now() + tokyoOffsetMs);
  const ends = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1);
  const days = (Date.UTC(year, month - 1, day) - ends) / dayMs;
  return lost(days, whole.replace(/^\D+/, ""));
}

const contact = { message: "Contact", context: "of the provider" };

/** Two buttons that must not be taken for one another: neither side by side nor of one look. */
async function expectUnlike(page: Page, one: string, other: string): Promise<void> {
  const [first, second] = await Promise.all(
    [one, other].map(async (name) => {
      const button = page.getByRole("button", { name, exact: true });
      const look = await button.evaluate((element) => {
        const { defaultView: view } = element.ownerDocument;
        const { borderColor, backgroundColor } = view.getComputedStyle(element);
        return `${borderColor} on ${backgroundColor}`;
      });
      return { look, box: await button.boundingBox() };
    }),
  );
  if (!first?.box || !second?.box) throw new Error("A button is not shown.");
  expect(second.look).not.toBe(first.look);
  expect(second.box.height).toBeLessThan(first.box.height);
  expect(second.box.y).toBeGreaterThan(first.box.y + first.box.height);
}

const contractTab = pageUrl("security", { tab: "contract" });

describe.each(looks)("the contract ($locale, $width px, $colorScheme)", (look) => {
  const { locale } = look;
  const words = said[locale];
  const shown = sentencesOf("app/final-confirmation", locale);

  test("from free to paid with a card and 3-D Secure, cancelled, taken back, left", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit(look);
    const person = await signUpForFree(page, mailbox, locale, address("contract"));
    await page.goto(contractTab);
    const contract = page.getByRole("tabpanel");
    await expectAccessible(page, "contract: free plan");
    await contract.getByRole("link", { name: words.apply }).click();

    await person.cardFrame.locator("[name=number]").waitFor();
    // Before a card is asked for: what it costs with its tax, and when.
    const costs = sentencesOf("app/payment-dates", locale);
    const schedule = page.getByRole("list", { name: costs("Payment schedule") });
    await schedule
      .getByText(locale === "ja" ? "11,000円" : "¥11,000")
      .first()
      .waitFor();
    await schedule
      .getByText(costs("Tax included ({tax}% consumption tax)", { tax: "10" }))
      .waitFor();
    await schedule.getByText(costs("First charge"), { exact: true }).waitFor();
    await expectAccessible(page, "upgrade: card");
    await person.submitCard(look.card);
    await person.answerChallenge();
    await person.at(pagePaths.upgrade);
    await page.getByText(words.first).waitFor();
    // As the legal notice says it, without the day.
    const main = (await page.locator("main").innerText()).replaceAll("\u2060", "");
    const loses = lostText(main, words);
    const free = freeUntilCharged("2000-01-01")[locale].split(/2000(?:年1月1日|\/01\/01)/);
    for (const part of free) expect(main).toContain(part);
    // What the law wants on the screen itself (art. 12-6), one row each, with something in it.
    const labels = ["Service", "Term and renewal", "Price", "Payment date"];
    const further = ["Payment method", "Start of service", "Order deadline"];
    for (const label of [...labels, ...further, "Cancellation and refunds", contact]) {
      const row = page.locator("dl > div").filter({
        has: page.locator("dt").getByText(shown(label), { exact: true }),
      });
      expect(await row.locator("dd").first().innerText()).toMatch(/\S/);
    }
    await expectAccessible(page, "upgrade: final confirmation");
    const apply = page.getByRole("button", { name: words.applyNow });
    await apply.click();
    await page.getByText(words.missing).first().waitFor();
    await expectAccessible(page, "upgrade: without agreement");
    await page.getByRole("checkbox", { name: person.words.serviceTerms }).check();
    await page.getByRole("checkbox", { name: person.words.memberTerms }).check();
    await apply.click();
    await toast(page, locale).getByText(words.completed).waitFor();
    await page.waitForURL((url) => url.search === "?tab=contract");
    await expectAccessible(page, "contract: paid plan");
    const mail = await mailbox.newest(person.email, /11,000/);
    expect(mail.text).toContain("11,000");

    await page.goto(pagePaths.upgrade);
    await page.getByText(words.nothing).waitFor();
    await expectAccessible(page, "upgrade: nothing to order");
    await page.goto(contractTab);

    await expectUnlike(page, words.cancel, words.leave);
    await page.getByRole("button", { name: words.cancel, exact: true }).click();
    const asked = async () => (await page.getByRole("dialog").innerText()).replaceAll("\u2060", "");
    expect(await asked()).toContain(loses);
    expect(await asked()).toContain(freePlanLimits[locale]);
    expect(await partedCounts(page)).toEqual([]);
    await expectAccessible(page, "contract: cancelling asked");
    await page.keyboard.press("Escape");
    const heading = sentencesOf("features/my-page", locale)("Contract");
    await act(page, words.cancel);
    await toast(page, locale).getByText(words.cancelled).waitFor();
    await expectFocusOn(page, heading);
    await act(page, words.undo);
    await toast(page, locale).getByText(words.continues).waitFor();
    await expectFocusOn(page, heading);

    await page.getByRole("button", { name: words.leave, exact: true }).click();
    // Another vendor's application is in the frame here, which cannot be asked.
    await page.getByRole("dialog").getByText(words.inGeneral).waitFor();
    expect(await partedCounts(page)).toEqual([]);
    // Whatever else it says of days, none of them is "that day".
    const [last] = /\d{4}(?:年\d+月\d+日|\/\d+\/\d+)/.exec(await asked()) ?? [""];
    const download = sentencesOf("features/my-page", locale)(
      "If you need your data and invoices, download them from this page by {last}.",
      { last },
    );
    expect(await asked()).toContain(download);
    await expectAccessible(page, "contract: leaving asked");
    await page.keyboard.press("Escape");
    await act(page, words.leave);
    await toast(page, locale).getByText(words.received).waitFor();
    await expectFocusOn(page, heading);
    await contract.getByText(words.leaving).waitFor();
    await contract.getByText(words.inGeneral).waitFor();
    await expectAccessible(page, "contract: leaving");
    await act(page, words.stay);
    await contract.getByText(words.leaving).waitFor({ state: "detached" });
    await expectFocusOn(page, heading);
    // What was done is said until another tab is looked at.
    await toast(page, locale).getByText(words.continues).waitFor();
    await page.getByRole("tab").first().click();
    await toast(page, locale).getByText(words.continues).waitFor({ state: "detached" });
  });
});
