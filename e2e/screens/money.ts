import { readFileSync, writeFileSync } from "node:fs";
import { kartePaths, pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";
import type { BrowserContext, Page } from "playwright-core";
import { Mailbox } from "../support/mailbox.ts";
import { signIn } from "../support/member.ts";
import { runProduct } from "../support/running-product.ts";
import { setClock } from "../support/sandbox-clock.ts";
import { sentencesOf } from "../support/sentences.ts";
import { cards, SignUp, signUpThroughScreens } from "../support/sign-up-steps.ts";
import { eachLook, folder, type Look, take } from "./look.ts";

/** It registers, and every charge after that is declined. */
const chargeDeclined = "4111110000004007";
/** Cards that only their holders can mend: a lost one, and one whose issuer wants 3-D Secure. */
const wantHolder = { lost: "4111110000004403", authentication: "4111110000004502" } as const;
/** A day of a coming month as the sandbox's clock takes it. */
const dayOf = (monthsAhead: number, day: string): string => {
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead, 15));
  return `${month.toISOString().slice(0, 7)}-${day}T12:00`;
};
const contract = pageUrl("security", { tab: "contract" });
const emailOf = ({ locale, colorScheme, width }: Look, who: string) =>
  `${who}-${locale}-${colorScheme}-${width}@people.example`;

/** Opens the question that a button of the contract asks, looks, and leaves it. */
async function takeQuestion(page: Page, look: Look, button: string, name: string): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  await page.getByRole("dialog").waitFor();
  await take(page, look, name);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** From the free plan to the paid one, and out of it again. */
async function takeContract(context: BrowserContext, look: Look, mailbox: Mailbox): Promise<void> {
  const page = await context.newPage();
  const say = sentencesOf("features/my-page", look.locale);
  const button = (name: string) => page.getByRole("button", { name: say(name), exact: true });
  const person = await signUpThroughScreens(page, mailbox, look.locale, emailOf(look, "money"));
  await page.goto(contract);
  await button("Close account").waitFor();
  await take(page, look, "money-free");
  await page.goto(pagePaths.upgrade);
  await person.cardFrame.locator("[name=number]").waitFor();
  await take(page, look, "money-upgrade-card");
  await person.submitCard(chargeDeclined);
  await page.getByRole("checkbox", { name: person.words.serviceTerms }).check();
  await page.getByRole("checkbox", { name: person.words.memberTerms }).check();
  await take(page, look, "money-upgrade-confirmation");
  await page.getByRole("button", { name: person.words.applyPaid }).click();
  await page.waitForURL((url) => url.search === "?tab=contract");
  await button("Cancel plan").waitFor();
  await take(page, look, "money-paid");
  await takeQuestion(page, look, say("Cancel plan"), "money-cancel");
  await takeQuestion(page, look, say("Close account"), "money-leave");
}

/** A month later: the charge was declined. */
async function takeUnpaid(context: BrowserContext, look: Look, mailbox: Mailbox): Promise<void> {
  const page = await context.newPage();
  const say = sentencesOf("features/my-page", look.locale);
  const unpaid = sentencesOf("app/unpaid", look.locale);
  const email = emailOf(look, "money");
  const link = await mailbox.link(email, pagePaths.payInvoice);
  await page.goto(link);
  await page.locator("main dl").waitFor();
  await take(page, look, "money-pay-link");
  await signIn(page, look.locale, email);
  await page.getByRole("tablist").waitFor();
  await page.goto(contract);
  await page.getByRole("button", { name: unpaid("Pay now with saved card") }).waitFor();
  await take(page, look, "money-unpaid");
  await page.getByRole("link", { name: unpaid("Change card"), exact: true }).click();
  await page.getByText(unpaid("We'll charge this card as soon as you save it")).waitFor();
  await page.frameLocator("[role=dialog] iframe").locator("[name=number]").waitFor();
  await take(page, look, "money-unpaid-card");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: say("Close account"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: say("Close account"), exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await take(page, look, "money-leaving");
}

/** A card that is charged: its invoices here and in the management application, and the end. */
async function takePaid(context: BrowserContext, look: Look, karteOrigin: string): Promise<void> {
  const page = await context.newPage();
  const say = sentencesOf("features/my-page", look.locale);
  const button = (name: string) => page.getByRole("button", { name: say(name), exact: true });
  await signIn(page, look.locale, emailOf(look, "paid"));
  await page.getByRole("tablist").waitFor();
  await page.goto(contract);
  await page.locator("main search").waitFor({ state: "attached" });
  await page.getByText(say("Amount details"), { exact: true }).first().click();
  await take(page, look, "money-invoices");
  const document = page.getByRole("tabpanel").locator('a[href$=".pdf"]').first();
  await keep(page, look, (await document.getAttribute("href")) ?? "");
  const [charged = ""] = /SK-\d{8}/.exec(await page.getByRole("tabpanel").innerText()) ?? [];
  await page.goto(pageUrl("security", { tab: "contract", charged }));
  await page.getByRole("tabpanel").getByRole("status").first().waitFor();
  await take(page, look, "money-charged");
  await page.goto(`${karteOrigin}${kartePaths.myContract}`);
  await page.getByRole("table").last().waitFor();
  await take(page, look, "money-karte-contract");
  await page.goto(contract);
  await button("Cancel plan").click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("Cancel plan") })
    .click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await take(page, look, "money-cancelled");
  await takeOwnData(page, look);
}

/** An invoice as a file, beside the pictures. */
async function keep(page: Page, look: Look, address: string): Promise<void> {
  const answer = await page.request.get(address);
  writeFileSync(`${folder}money-invoice-${look.locale}.pdf`, await answer.body());
}

/** The copy of one's own data as it is handed over. */
async function takeOwnData(page: Page, look: Look): Promise<void> {
  const say = sentencesOf("features/my-page", look.locale);
  await page.getByRole("button", { name: say("Prepare my data"), exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: say("Download to read (HTML)"), exact: true }).click(),
  ]);
  const body = readFileSync(await download.path(), "utf8");
  await page.route("**/your-data.html", (route) =>
    route.fulfill({ body, contentType: "text/html; charset=utf-8" }),
  );
  await page.goto("/your-data.html");
  await take(page, look, "own-data");
}

/** What is unpaid and only its holder can mend: the link of the mail, and My Page. */
async function takeWaiting(
  context: BrowserContext,
  look: Look,
  mailbox: Mailbox,
  who: "lost" | "authentication",
): Promise<void> {
  const page = await context.newPage();
  const email = emailOf(look, who);
  if (who === "authentication") {
    await page.goto(await mailbox.link(email, pagePaths.payInvoice));
    await page.locator("main dl").waitFor();
    await take(page, look, `money-pay-link-${who}`);
  }
  await signIn(page, look.locale, email);
  await page.getByRole("tablist").waitFor();
  await page.goto(contract);
  await page.locator("main search").waitFor({ state: "attached" });
  await take(page, look, `money-unpaid-${who}`);
}

async function signUpPaid(
  context: BrowserContext,
  look: Look,
  mailbox: Mailbox,
  [who, card]: readonly [string, string],
): Promise<void> {
  const person = new SignUp(await context.newPage(), mailbox, look.locale, emailOf(look, who));
  await person.toCard();
  await person.submitCard(card);
  await person.agree("detailed");
}

/**
 * Plan, contract, invoices and what is unpaid, before and after the first bill. All members have the
 * same cards, and a card has one trial: without trials the first bill of all is of one day, the next
 * 1st. A month that has gone by without billing would stop it, for an operator to look at.
 */
export async function takeMoney(): Promise<void> {
  const product = await runProduct({
    TRUSTED_PROXIES: "127.0.0.1,::1",
    PLAN_TRIAL_MONTHS: "0",
  });
  const mailbox = new Mailbox(product.sandboxOrigin);
  const widths = [375, 1280];
  try {
    const each = (visit: Parameters<typeof eachLook>[2]) =>
      eachLook(product.portalOrigin, widths, visit);
    // Never the 1st itself, on which who applies is charged at once.
    await setClock(product.sandboxOrigin, dayOf(1, "10"));
    await each((context, look) => takeContract(context, look, mailbox));
    for (const one of Object.entries({ ...wantHolder, paid: cards.frictionless })) {
      await each((context, look) => signUpPaid(context, look, mailbox, one));
    }
    await setClock(product.sandboxOrigin, dayOf(2, "02"));
    await each((context, look) => takeUnpaid(context, look, mailbox));
    await each((context, look) => takePaid(context, look, product.karteOrigin));
    for (const who of ["lost", "authentication"] as const) {
      await each((context, look) => takeWaiting(context, look, mailbox, who));
    }
  } finally {
    await product.stop();
  }
}
