import { formatDay } from "@sekimori/kit-contract/dates";
import type { TestClient } from "@sekimori/kit-development/testing";
import {
  cancelContract,
  getContract,
  getUpgrade,
  upgrade,
} from "@sekimori/portal-contract/endpoints/contract";
import type { FinalConfirmation } from "@sekimori/portal-contract/endpoints/final-confirmation";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { agreeConsent, service } from "@sekimori/portal-contract/endpoints/sign-up";
import { noTrialReason } from "@sekimori/portal-contract/legal/no-trial";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { accountIdOf, newMember, signUpTo } from "../../testing/members.ts";
import { runDay, setClocks } from "../../testing/moving-days.ts";
import { replaceCardAsShown } from "../../testing/pay-as-shown.ts";
import { agree, password, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { addDays, tokyoMoment } from "../plan/plan-dates.ts";

// For each history of card and account: what is offered, what the last screen shows, what the mail
// says and what is charged first are one.

let portal: TestPortal;
beforeEach(async () => {
  portal = await startTestPortal({}, { scheduled: false });
});
afterEach(() => portal.close());

const [fresh, used] = ["3530110000001008", "5555550000001000"];
const noon = (day: string) => tokyoMoment(day, 12).toISOString();

interface Applicant {
  readonly browser: TestClient;
  readonly email: string;
}

async function paidSignUp(card: string): Promise<Applicant> {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, card);
  return { browser, email };
}

async function paidMember(card: string): Promise<Applicant> {
  const applicant = await paidSignUp(card);
  await agree(applicant.browser);
  return applicant;
}

/** Back on the free plan, signed in on the day of the new application. */
async function back({ browser, email }: Applicant, day: string): Promise<void> {
  setClocks(portal, noon(day));
  await browser.call(signIn, { body: { email, password, locale: "en" } });
}

async function putCard(browser: TestClient, number: string): Promise<void> {
  await replaceCardAsShown(browser, await portal.company.token(number));
}

/** What an account has been through before it applies on a day; it ends with its card on file. */
const accounts = {
  "a new account": async (day: string, card: string) => {
    setClocks(portal, noon(day));
    return paidSignUp(card);
  },
  "a free member": async (day: string, card: string) => {
    setClocks(portal, noon(day));
    const browser = portal.browser();
    const { email } = await newMember(portal, browser);
    await putCard(browser, card);
    return { browser, email };
  },
  "a member who left in the trial": async (day: string, card: string) => {
    setClocks(portal, noon("2026-07-20"));
    const member = await paidMember(used);
    await member.browser.call(cancelContract, { body: {} });
    await runDay(portal, noon("2026-08-01"));
    await back(member, day);
    await putCard(member.browser, card);
    return member;
  },
  "a member who was charged and left": async (day: string, card: string) => {
    setClocks(portal, noon("2026-07-20"));
    const member = await paidMember(used);
    await runDay(portal, noon("2026-09-01"));
    await back(member, "2026-09-02");
    await member.browser.call(cancelContract, { body: {} });
    await runDay(portal, noon("2026-10-01"));
    await back(member, day);
    await putCard(member.browser, card);
    return member;
  },
} as const;

type AccountName = keyof typeof accounts;

const isSignUp = (account: AccountName) => account === "a new account";

/** What the page shows, and the press that applies for exactly that. */
async function offer(account: AccountName, { browser }: Applicant) {
  if (isSignUp(account)) {
    const { agreement: confirmation, shown } = await browser.call(service, {});
    if (confirmation === null || shown === null) throw new Error("The last step shows nothing.");
    const { documents } = confirmation;
    const body = { documents, shown, agreed: true, promotionalMail: false, locale: "en" } as const;
    return { confirmation, apply: () => browser.call(agreeConsent, { body }) };
  }
  const { confirmation, shown } = await browser.call(getUpgrade, {});
  const body = { documents: confirmation.documents, shown, agreed: true, locale: "en" } as const;
  return { confirmation, apply: () => browser.call(upgrade, { body }) };
}

async function invoicesOf(email: string, since: string) {
  const rows = await portal.database.db
    .selectFrom("portal.invoice")
    .select(["state", "issued_on", "total"])
    .where("account_id", "=", await accountIdOf(portal, email))
    .where("issued_on", ">=", since)
    .orderBy("issued_on")
    .execute();
  return rows.map(({ state, issued_on, total }) => [state, issued_on, total]);
}

/** The mail that confirms this application, as one line. */
async function confirmationMail(email: string, from: number): Promise<string> {
  const mail = await portal.mails.nth(email, from + 1);
  return mail.text.replaceAll(/\s+/g, " ");
}

const none = null;
const days = { middle: "2026-11-20", last: "2026-11-30", first: "2026-12-01" } as const;

/** Account, card, day; then: last free day, whether it is a trial, who had it, first charge. */
const histories = [
  ["a new account", fresh, days.middle, "2026-12-20", true, none, "2027-01-01"],
  ["a new account", fresh, days.first, "2027-01-01", true, none, "2027-02-01"],
  ["a new account", used, days.middle, "2026-11-30", false, "card", "2026-12-01"],
  ["a new account", used, days.last, "2026-11-30", false, "card", "2026-12-01"],
  ["a new account", used, days.first, none, false, "card", "2026-12-01"],
  ["a free member", fresh, days.middle, "2026-12-20", true, none, "2027-01-01"],
  ["a free member", used, days.middle, "2026-11-30", false, "card", "2026-12-01"],
  ["a free member", used, days.first, none, false, "card", "2026-12-01"],
  ["a member who left in the trial", fresh, days.middle, none, false, "account", "2026-11-20"],
  ["a member who left in the trial", used, days.first, none, false, "account", "2026-12-01"],
  [
    "a member who was charged and left",
    fresh,
    days.middle,
    "2026-11-30",
    false,
    "account",
    "2026-12-01",
  ],
  [
    "a member who was charged and left",
    used,
    days.last,
    "2026-11-30",
    false,
    "account",
    "2026-12-01",
  ],
] as const;

function expectInMail(text: string, { trialEndsOn, trialUsedBy, ...told }: FinalConfirmation) {
  if (told.firstChargeOn === null) throw new Error("The paid plan charges.");
  expect(text).toContain(`First charge ${formatDay(told.firstChargeOn, "en")}, ¥11,000`);
  const label = told.hasTrial ? "Free trial ends" : "Free period ends";
  const day = trialEndsOn === null ? "" : `${label} ${formatDay(trialEndsOn, "en")}`;
  expect(text).toContain(day);
  expect(text.includes("Free trial ends")).toBe(told.hasTrial);
  expect(text.includes("Free period ends")).toBe(trialEndsOn !== null && !told.hasTrial);
  for (const who of ["account", "card"] as const) {
    expect(text.includes(noTrialReason[who].en)).toBe(who === trialUsedBy);
  }
}

describe.each(histories)(
  "%s with the card %s on %s",
  (account, card, day, trialEndsOn, hasTrial, trialUsedBy, firstChargeOn) => {
    test("is offered, shown, mailed and charged the same", async () => {
      setClocks(portal, noon("2026-07-01"));
      // The card's one trial goes to somebody else, unless the account itself has it.
      if (trialUsedBy !== "account") await paidMember(used);
      const applicant = await accounts[account](day, card);
      await portal.jobsDone();
      const mails = portal.mails.to(applicant.email).length;

      const { confirmation } = await offer(account, applicant);
      const promised = { trialEndsOn, hasTrial, trialUsedBy, firstChargeOn, monthlyPrice: 11_000 };
      expect(confirmation).toMatchObject(promised);
      const last = await offer(account, applicant);
      expect(last.confirmation).toEqual(confirmation);
      await last.apply();

      expectInMail(await confirmationMail(applicant.email, mails), confirmation);
      const contract = await applicant.browser.call(getContract, {});
      expect(contract.nextCharges[0]?.on ?? firstChargeOn).toBe(firstChargeOn);

      const invoices = () => invoicesOf(applicant.email, day);
      if (firstChargeOn > day) {
        await runDay(portal, noon(addDays(firstChargeOn, -1)));
        expect(await invoices()).toEqual([]);
        await runDay(portal, noon(firstChargeOn));
      }
      const paid = [["paid", firstChargeOn, 11_000]];
      await vi.waitFor(async () => expect(await invoices()).toEqual(paid), 30_000);
    });
  },
);
