import { payInvoice, showPayLink } from "@sekimori/portal-contract/endpoints/invoice";
import { pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { Mailbox } from "./support/mailbox.ts";
import { signIn } from "./support/member.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { setClock } from "./support/sandbox-clock.ts";
import { sentencesOf } from "./support/sentences.ts";
import { cards, SignUp } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

/** It registers without 3-D Secure, and its issuer wants it for every charge. */
const needsAuthentication = "4111110000004502";

/** It registers, and its issuer refuses every charge. */
const refusesCharges = "4111110000004007";

// A month passes here, which nobody else's journey would survive.
let product: RunningProduct;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1", PLAN_TRIAL_MONTHS: "0" });
});
afterAll(() => product?.stop());

/** A day of a coming month as the sandbox's clock takes it. */
function dayOf(monthsAhead: number, day: string): string {
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead, 15));
  return `${month.toISOString().slice(0, 7)}-${day}T12:00`;
}

async function join(
  page: Page,
  locale: "ja" | "en",
  email: string,
  card = needsAuthentication,
): Promise<SignUp> {
  const person = new SignUp(page, new Mailbox(product.sandboxOrigin), locale, email);
  await person.toCard("personal", product.portalOrigin);
  await person.submitCard(card);
  await person.agree("detailed");
  return person;
}

test("a charge is authenticated and paid: by the link of its mail, and on My Page", async ({
  visit,
  address,
}) => {
  const mailbox = new Mailbox(product.sandboxOrigin);
  const { portalOrigin, sandboxOrigin } = product;
  const [mailed, member] = [address("by-link"), address("on-my-page")];
  const phone = (await visit({ locale: "ja", width: 375, colorScheme: "light" })).page;
  const desk = (await visit({ locale: "en", width: 1280, colorScheme: "dark" })).page;
  // Never the 1st itself, on which who applies is charged at once.
  await setClock(sandboxOrigin, dayOf(1, "10"));
  const atPhone = await join(phone, "ja", mailed);
  const atDesk = await join(desk, "en", member);
  await setClock(sandboxOrigin, dayOf(2, "02"));

  const link = await mailbox.link(mailed, pagePaths.payInvoice);
  // As if the month before had been paid late, which would take another month here.
  await phone.route(`**${showPayLink.path}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), lateCharge: 30 } });
  });
  await phone.goto(link);
  const ja = sentencesOf("features/pay-invoice", "ja");
  const pay = phone.getByRole("button", { name: /^認証して.*11,000円を支払う$/ });
  await pay.waitFor();
  // A late charge is outside of the tax, and nothing has been refused.
  const main = await phone.getByRole("main").textContent();
  expect(main).toContain("うち遅延損害金30円");
  expect(main).not.toContain(ja("tax included"));
  expect(main).not.toContain("決済できませんでした");
  await phone.unrouteAll();
  await expectAccessible(phone, "pay an invoice: 3-D Secure wanted");
  await pay.click();
  await atPhone.answerChallenge();
  await phone.waitForURL((url) => url.pathname === pagePaths.payInvoice);
  await phone.getByText(ja("Your invoice is paid. Thank you."), { exact: true }).waitFor();

  const en = sentencesOf("app/unpaid", "en");
  await mailbox.link(member, pagePaths.payInvoice);
  await desk.goto(`${portalOrigin}${pagePaths.security}`);
  await desk.waitForURL((url) => url.pathname === pagePaths.login);
  await signIn(desk, "en", member);
  await desk.waitForURL((url) => url.pathname === pagePaths.security);
  await desk.goto(`${portalOrigin}${pageUrl("security", { tab: "contract" })}`);
  const press = desk.getByRole("button", { name: en("Verify and pay"), exact: true });
  await press.waitFor();
  await expectAccessible(desk, "My Page: 3-D Secure wanted for a charge");
  await press.click();
  await atDesk.answerChallenge();
  await desk.waitForURL((url) => url.search === "?tab=contract");
  await desk.getByRole("tabpanel").getByText("Paid", { exact: true }).waitFor();
  await press.waitFor({ state: "detached" });
});

const readers = [
  { locale: "ja", width: 375, colorScheme: "dark", pay: "このカードで11,000円を支払う" },
  { locale: "en", width: 1280, colorScheme: "light", pay: "Pay ¥11,000 with this card" },
] as const;

test("an invoice is paid by another card without a login, after one that is refused", async ({
  visit,
  address,
}) => {
  const mailbox = new Mailbox(product.sandboxOrigin);
  const people = readers.map((reader) => ({ ...reader, email: address(`other-${reader.locale}`) }));
  await setClock(product.sandboxOrigin, dayOf(3, "10"));
  for (const { locale, email } of people) {
    const { page } = await visit({ locale, width: 1280, colorScheme: "light" });
    await join(page, locale, email, refusesCharges);
  }
  await setClock(product.sandboxOrigin, dayOf(4, "02"));

  for (const { locale, width, colorScheme, pay, email } of people) {
    const say = sentencesOf("features/pay-invoice", locale);
    // A browser that nobody has logged in with.
    const { page } = await visit({ locale, width, colorScheme });
    const person = new SignUp(page, mailbox, locale, email);
    await page.goto(await mailbox.link(email, pagePaths.payInvoice));
    // The saved card is tried here, refused, and may be tried again without a login.
    const amount = locale === "ja" ? "11,000円" : "¥11,000";
    await page.getByText(say("tax included"), { exact: true }).waitFor();
    await page.getByText(say("Your payment didn't go through.")).waitFor();
    await person.button(say("Pay {amount} now", { amount })).click();
    const again = person.button(say("Try again to pay {amount}", { amount }));
    await again.waitFor();
    const failed = page.getByRole("alert");
    const sentence = say("The payment failed. Try again, or use another card.");
    await failed.getByText(sentence).waitFor();
    await expectAccessible(page, "pay an invoice: the saved card was refused");
    const answered = page.waitForResponse((answer) => answer.url().endsWith(payInvoice.path));
    await again.click();
    expect((await answered).status()).toBe(200);
    await again.waitFor();
    await failed.getByText(sentence).waitFor();
    await person.button(say("Pay with another card")).click();
    await page
      .getByText(
        say(
          "We use this card for this invoice only and don't save it. Your saved card doesn't change.",
        ),
      )
      .waitFor();
    await person.fillCard(cards.declined);
    await expectAccessible(page, "pay an invoice: another card");
    await person.button(pay).click();
    const refusal =
      "Your card issuer declined the payment. Use another card, or contact the issuer.";
    await page.getByRole("alert").getByText(say(refusal)).waitFor();
    await expectAccessible(page, "pay an invoice: the other card was refused");

    await person.fillCard(cards.challenge);
    await person.button(pay).click();
    await person.answerChallenge();
    await page.waitForURL((url) => url.pathname === pagePaths.payInvoice);
    await page.getByText(say("Your invoice is paid. Thank you."), { exact: true }).waitFor();
    await person.button(say("Pay with another card")).waitFor({ state: "detached" });
  }
});
