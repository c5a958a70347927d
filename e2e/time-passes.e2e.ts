import { tokyoOffsetMs } from "@sekimori/kit-contract/tokyo";
import { oneTimePasswordLifetimeMs, resendPauseMs } from "@sekimori/portal-contract/constants";
import { noTrialReason } from "@sekimori/portal-contract/legal/no-trial";
import { kartePage, pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { enter, expectFocusKept, expectFocusTaken, expectReturned } from "./support/keyboard.ts";
import { Mailbox } from "./support/mailbox.ts";
import { signIn, toast } from "./support/member.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { withClockAdvanced } from "./support/sandbox-clock.ts";
import { sentencesOf } from "./support/sentences.ts";
import { cards, SignUp, signUpForFree, signUpForPaid } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";
import { atOtp, enterOtp, memberWithTwoFactor, oneTimePassword } from "./support/two-factor.ts";

const fortyDaysMs = 40 * 24 * 3_600_000;

// Weeks pass here, which nobody else's journey would survive.
let product: RunningProduct;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
});
afterAll(() => product?.stop());

/** How long it is to a time of day of the next 1st in Tokyo. */
function untilNext1st(hour: number, minute: number): number {
  const inTokyo = new Date(Date.now() + tokyoOffsetMs);
  const [year, month] = [inTokyo.getUTCFullYear(), inTokyo.getUTCMonth()];
  return Date.UTC(year, month + 1, 1, hour, minute) - inTokyo.getTime();
}

test("a browser learns of the moved clock as soon as one comes back to it", async ({
  visit,
  address,
}) => {
  const { page } = await visit({ locale: "en" });
  const { portalOrigin, sandboxOrigin } = product;
  await signUpForFree(page, new Mailbox(sandboxOrigin), "en", address("clock"), portalOrigin);
  const comeBack = () => page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  const notice = page.getByText(/^Your session ends at/);
  expect(await notice.count()).toBe(0);
  const almostEightHoursMs = 8 * 3_600_000 - 5 * 60_000;
  await withClockAdvanced(
    almostEightHoursMs,
    async () => {
      await comeBack();
      await notice.waitFor();
    },
    sandboxOrigin,
  );
});

test("the management application counts time by the moved clock, without a reload", async ({
  visit,
  address,
}) => {
  const { page } = await visit({ locale: "en" });
  const { portalOrigin, sandboxOrigin } = product;
  const inActivity = sentencesOf("features/activity", "en", "karte");
  await signUpForFree(page, new Mailbox(sandboxOrigin), "en", address("karte"), portalOrigin);
  await page.goto(`${portalOrigin}${kartePage("/activity")}`);
  const karte = page.frameLocator("iframe");
  const made = karte.getByRole("rowheader").last();
  await made.waitFor();
  const later = made.getByText("3 hours ago");
  expect(await later.count()).toBe(0);
  await withClockAdvanced(
    3 * 3_600_000,
    async () => {
      // Any answer tells of it.
      await karte.getByRole("button", { name: inActivity("Verify the log") }).click();
      await later.waitFor();
    },
    sandboxOrigin,
  );
});

test("a card that the company is slow to confirm is waited for, on its page and in the dialog", async ({
  visit,
  address,
}) => {
  const { page } = await visit({ locale: "en" });
  const { portalOrigin, sandboxOrigin } = product;
  const mailbox = new Mailbox(sandboxOrigin);
  const person = await signUpForFree(page, mailbox, "en", address("slow"), portalOrigin);
  const say = sentencesOf("features/my-page", "en");
  const register = () => page.getByRole("button", { name: say("Add a card"), exact: true }).click();
  const minutes = 60_000;
  const contract = `${portalOrigin}${pageUrl("security", { tab: "contract" })}`;
  await page.goto(contract);
  await register();
  await person.fillCard(cards.challengeSlow);
  await page.getByRole("button", { name: "Add card", exact: true }).click();
  await page.waitForURL(/three-d-secure/);
  // Answered later than all that follows, so that the company is not done with it for so long.
  await withClockAdvanced(
    10 * minutes,
    async () => {
      await person.answerChallenge();
      await person.at(pagePaths.tds);
    },
    sandboxOrigin,
  );
  await page.getByRole("heading", { name: "Confirming your card" }).waitFor();
  await page.goto(contract);
  await register();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Checking your card with the payment company").waitFor();
  expect(await dialog.getByRole("alert").count()).toBe(0);
  await withClockAdvanced(
    11 * minutes,
    async () => {
      await toast(page, "en").getByText("Card added").waitFor();
      await page.getByText(`ending in ${cards.challengeSlow.slice(-4)}`).waitFor();
    },
    sandboxOrigin,
  );
});

describe.for([
  ["ja", 375],
  ["en", 1280],
] as const)("the monthly summary (%s, %i px)", ([locale, width]) => {
  test("is stopped by its mail's link, without a sign-in, and begun again on My Page", async ({
    visit,
    address,
  }) => {
    const { page } = await visit({ locale, width });
    const { portalOrigin, sandboxOrigin } = product;
    const mailbox = new Mailbox(sandboxOrigin);
    const email = address("summary");
    const onPage = sentencesOf("features/unsubscribe", locale);
    const onMyPage = sentencesOf("features/my-page", locale);
    const summaryMail = onMyPage("Monthly summary email");
    const change = (to: "Turn on" | "Turn off", mail = summaryMail) =>
      page.getByRole("button", { name: `${onMyPage(to)}: ${mail}`, exact: true });
    await signUpForFree(page, mailbox, locale, email, portalOrigin);
    await change("Turn off").waitFor();
    // Asked about are members who use the management application.
    await page.goto(`${portalOrigin}${kartePage("/my-contract")}`);
    await page.frameLocator("iframe").getByRole("heading", { level: 1 }).waitFor();

    await withClockAdvanced(
      untilNext1st(8, 1),
      async () => {
        const link = await mailbox.link(email, pagePaths.unsubscribe);
        await page.context().clearCookies();
        await page.goto(link);
        await page.getByRole("button", { name: onPage("Unsubscribe"), exact: true }).click();
        await page.getByRole("heading", { name: onPage("You're unsubscribed") }).waitFor();
        await expectAccessible(page, "unsubscribed from the monthly summary");
        await page.getByRole("link", { name: onPage("Change it on My Page") }).click();
        await page.waitForURL((url) => url.pathname === pagePaths.login);
        await signIn(page, locale, email);
        await page.waitForURL((url) => url.pathname === pagePaths.security);
        await change("Turn on").click();
        await toast(page, locale)
          .getByText(onMyPage("Monthly summary turned on"), { exact: true })
          .waitFor();
        await page.reload();
        await change("Turn off").waitFor();

        // News was not asked for at the sign-up: it is off, and goes on and off as freely.
        const news = onMyPage("News by email");
        for (const [to, said] of [
          ["Turn on", "News by email turned on"],
          ["Turn off", "News by email turned off"],
        ] as const) {
          await change(to, news).click();
          await toast(page, locale).getByText(onMyPage(said), { exact: true }).waitFor();
        }
        await page.reload();
        await change("Turn on", news).waitFor();
      },
      sandboxOrigin,
    );
  });
});

describe.for([
  {
    locale: "ja",
    width: 375,
    used: cards.frictionless,
    today: "お申し込みと同時に、本日11,000円を請求します。",
    first: /初回のご請求：本日（\d+年\d+月1日）に11,000円/,
  },
  {
    locale: "en",
    width: 1280,
    used: cards.frictionlessToo,
    today: "We charge ¥11,000 today, as soon as you order.",
    first: /First charge: today \(\d+\/\d+\/01\), ¥11,000/,
  },
] as const)("an upgrade on a 1st, with a card that has had its trial ($locale)", (look) => {
  test("says why there is none, and that today is paid, and how much", async ({
    visit,
    address,
  }) => {
    const { locale, width, used, today, first } = look;
    const { portalOrigin, sandboxOrigin } = product;
    const mailbox = new Mailbox(sandboxOrigin);
    const before = await visit({ locale });
    await signUpForPaid(before.page, mailbox, locale, address("trial"), portalOrigin);
    await before.context.close();
    const { page } = await visit({ locale, width });
    await withClockAdvanced(
      untilNext1st(12, 0),
      async () => {
        const person = await signUpForFree(page, mailbox, locale, address("first"), portalOrigin);
        await page.goto(`${portalOrigin}${pagePaths.upgrade}`);
        await person.submitCard(used);
        await page.getByText(noTrialReason.card[locale]).waitFor();
        const main = async () => (await page.locator("main").innerText()).replaceAll("\u2060", "");
        expect(await main()).toContain(today);
        expect(await main()).toMatch(first);
        await expectAccessible(page, "upgrade: no trial, charged today");
        await page.getByRole("checkbox", { name: person.words.serviceTerms }).check();
        await page.getByRole("checkbox", { name: person.words.memberTerms }).check();
        const application = sentencesOf("app/final-confirmation", locale);
        await page.getByRole("button", { name: application("Order the paid plan") }).click();
        await page.waitForURL((url) => url.search === "?tab=contract");
        await mailbox.newest(person.email, /11,000/);
      },
      sandboxOrigin,
    );
  });
});

describe.for(["ja", "en"] as const)("an expired card (%s)", (locale) => {
  test("is marked, and removed by keyboard alone", async ({ visit, address }) => {
    const { page } = await visit({ locale });
    const { portalOrigin, sandboxOrigin } = product;
    const say = sentencesOf("features/my-page", locale);
    const button = (name: string) => page.getByRole("button", { name: say(name), exact: true });
    const email = address("expired-card");
    const mailbox = new Mailbox(sandboxOrigin);
    const person = await signUpForFree(page, mailbox, locale, email, portalOrigin);

    const now = new Date();
    await page.goto(`${portalOrigin}${pageUrl("security", { tab: "contract" })}`);
    await button("Add a card").click();
    await person.fillCard(cards.frictionless);
    const card = person.cardFrame;
    await card.locator("[name=expiryMonth]").fill(String(now.getMonth() + 1).padStart(2, "0"));
    await card.locator("[name=expiryYear]").fill(String(now.getFullYear()));
    await button("Add card").click();
    await toast(page, locale).getByText(say("Card added"), { exact: true }).waitFor();
    await page.getByText(cards.frictionless.slice(-4)).waitFor();
    expect(await button("Remove expired card").count()).toBe(0);

    await withClockAdvanced(
      fortyDaysMs,
      async () => {
        await page.goto(`${portalOrigin}${pagePaths.security}`);
        await page.waitForURL((url) => url.pathname === pagePaths.login);
        // The session that is over has taken its cookie along.
        const cookies = await page.context().cookies(portalOrigin);
        expect(cookies.filter((one) => one.name.endsWith("sekimori_session"))).toEqual([]);
        await signIn(page, locale, email);
        await page.getByRole("tab", { name: say("Contract and invoices"), exact: true }).click();
        await page.getByText(say("Expired"), { exact: true }).waitFor();
        await expectAccessible(page, "My Page with an expired card");

        const opener = button("Remove expired card");
        await enter(page, opener);
        const dialog = page.getByRole("dialog", { name: say("Remove expired card") });
        await expectFocusKept(page, dialog);
        await expectAccessible(page, "modal «Remove expired card»");
        await page.keyboard.press("Escape");
        await expectReturned(dialog, opener);
        await page.keyboard.press("Enter");
        await expectFocusTaken(dialog);
        await enter(page, dialog.getByRole("button", { name: say("Remove"), exact: true }));
        await toast(page, locale).getByText(say("Expired card removed"), { exact: true }).waitFor();
        await page.getByText(say("No card saved.")).waitFor();
        // Its opener went with the card; the button beside it takes the focus.
        await expectReturned(dialog, button("Add a card"));
      },
      sandboxOrigin,
    );
  });
});

describe("a one-time password", () => {
  test("is refused after its time, and a new one is accepted", async ({ visit, address }) => {
    const { page } = await visit();
    const { portalOrigin, sandboxOrigin } = product;
    const mailbox = new Mailbox(sandboxOrigin);
    const email = address("expired");
    await memberWithTwoFactor(page, mailbox, email, portalOrigin);
    await page.clock.install();
    await signIn(page, "ja", email);
    await atOtp(page);
    const code = await oneTimePassword(mailbox, email);
    await withClockAdvanced(
      oneTimePasswordLifetimeMs + resendPauseMs,
      async () => {
        await enterOtp(page, code);
        await page
          .getByText(/有効期限が切れ/)
          .first()
          .waitFor();
        await page.clock.fastForward(resendPauseMs);
        await page.getByRole("button", { name: "ワンタイムパスワードを再送する" }).click();
        await toast(page, "ja").getByText("ワンタイムパスワードを再送しました").waitFor();
        await mailbox.newest(email, /^【Sekimori】ワンタイムパスワード/, 2);
        await enterOtp(page, await oneTimePassword(mailbox, email));
        await page.waitForURL((url) => url.pathname === pagePaths.security);
      },
      sandboxOrigin,
    );
  });
});

describe("a mailed code is sent again after the pause, and counts", () => {
  async function resend(page: Page, feature: string, mailbox: Mailbox, email: string) {
    const say = sentencesOf(`features/${feature}`, "ja");
    await page.clock.fastForward(resendPauseMs);
    await page.getByRole("button", { name: say("Resend the code"), exact: true }).click();
    await toast(page, "ja").getByText(say("We sent a new code"), { exact: true }).waitFor();
    await mailbox.newest(email, /[0-9]{6}/, 2);
  }

  test("at the sign-up", async ({ visit, address }) => {
    const { page } = await visit();
    const { portalOrigin, sandboxOrigin } = product;
    const mailbox = new Mailbox(sandboxOrigin);
    const person = new SignUp(page, mailbox, "ja", address("resent"));
    await page.clock.install();
    await person.start("free", portalOrigin);
    await mailbox.code(person.email);
    await withClockAdvanced(
      resendPauseMs,
      async () => {
        await resend(page, "sign-up", mailbox, person.email);
        await person.verify();
      },
      sandboxOrigin,
    );
  });

  test("at the change of the e-mail address", async ({ visit, address }) => {
    const { page } = await visit();
    const { portalOrigin, sandboxOrigin } = product;
    const mailbox = new Mailbox(sandboxOrigin);
    const next = address("next");
    await signUpForFree(page, mailbox, "ja", address("resent"), portalOrigin);
    await page.clock.install();
    await page.getByRole("button", { name: "変更: メールアドレス" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "新しいメールアドレス" }).fill(next);
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: "送信する" }).click();
    await page.waitForURL((url) => url.pathname === pagePaths.changeEmailVerify);
    await mailbox.code(next);
    await withClockAdvanced(
      resendPauseMs,
      async () => {
        await resend(page, "change-email", mailbox, next);
        await page.getByRole("textbox", { name: "認証コード" }).fill(await mailbox.code(next));
        await page.waitForURL((url) => url.pathname === pagePaths.changeEmailComplete);
      },
      sandboxOrigin,
    );
  });
});
