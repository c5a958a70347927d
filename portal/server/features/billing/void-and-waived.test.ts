import { cancelContract, getContract } from "@sekimori/portal-contract/endpoints/contract";
import { listInvoices, showPayLink } from "@sekimori/portal-contract/endpoints/invoice";
import { reauthenticate, signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { signUpTo } from "../../testing/members.ts";
import { tokenIn } from "../../testing/memory-mailer.ts";
import { accountingRows } from "../../testing/money-told.ts";
import { runDay, setClocks } from "../../testing/moving-days.ts";
import { replaceCardAsShown } from "../../testing/pay-as-shown.ts";
import { agree, cards, password, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { accountingExport } from "../operator/accounting-export.ts";
import { voidInvoice } from "../operator/billing-acts.ts";
import { DryRun } from "../operator/operator-audit.ts";
import { collectPayments } from "./billing-run.ts";
import { brokenBooks } from "./parking.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
});
afterAll(() => portal.close());

const setClock = (moment: string) => setClocks(portal, moment);
beforeEach(() => setClock("2026-11-20T03:00:00Z"));

/** Moves to a moment and does what the jobs do then. */
const at = (moment: string) => runDay(portal, moment);

/** Somebody whose card was refused on the first 1st, and what stands unpaid since. */
async function unpaidMember(card: string) {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, card);
  await agree(browser);
  await at("2026-12-31T15:10:00Z");
  const signedIn = () => browser.call(signIn, { body: { email, password, locale: "en" } });
  await signedIn();
  const invoices = async () => (await browser.call(listInvoices, { query: {} })).invoices;
  const [invoice] = await invoices();
  if (!invoice) throw new Error("no invoice");
  return { browser, email, signedIn, invoices, invoice };
}

async function mailTo(email: string, subject: string) {
  return vi.waitFor(() => {
    const found = portal.mails.to(email).find((mail) => mail.subject.includes(subject));
    if (!found) throw new Error(`no mail: ${subject}`);
    return found;
  }, 60_000);
}

const booked = async (invoice: string) =>
  Object.fromEntries(
    (
      await portal.database.db
        .selectFrom("portal.ledger_entry")
        .select("account")
        .select(({ fn }) => fn.sum<string>("amount").as("sum"))
        .where("invoice_id", "=", invoice)
        .groupBy("account")
        .execute()
    ).map(({ account, sum }) => [account, Number(sum)]),
  );

describe("an unpaid invoice made void", () => {
  test("is owed no more, its link is over and the plan runs again; once, and not while it is paid", async () => {
    const member = await unpaidMember(cards.chargeDeclined);
    const { browser, invoice, email } = member;
    const token = tokenIn(await mailTo(email, "Your payment failed"));
    for (const day of ["02", "04", "08", "15"]) await at(`2027-01-${day}T01:00:30Z`);
    await member.signedIn();
    expect((await browser.call(getContract, {})).state).toBe("suspended");
    const asked = { number: invoice.number, reason: "billed for a month without service" };
    const trying = { operator: "Sato", dryRun: true };
    await expect(voidInvoice(portal.context, trying, asked)).rejects.toThrow(DryRun);
    expect((await member.invoices())[0]?.state).toBe("open");

    const by = { operator: "Sato" };
    const done = { invoice: invoice.number, amount: 11_000 };
    expect(await voidInvoice(portal.context, by, asked)).toEqual(done);
    expect((await member.invoices())[0]).toMatchObject({ state: "void", canPay: false });
    expect(await booked(invoice.id)).toEqual({ receivable: 0, revenue: 0, tax: 0 });
    const { db } = portal.database;
    const broken = await db.transaction().execute((tx) => brokenBooks(tx, [invoice.id]));
    expect(broken).toEqual([]);
    expect(await browser.call(getContract, {})).toMatchObject({
      state: "active",
      nextBillingOn: "2027-02-01",
    });
    await portal.jobsDone();
    const { text: told } = await mailTo(email, "Your plan is active again");
    expect(told).toContain(`We've voided invoice ${invoice.number}`);
    expect(told.replaceAll(/\s+/g, " ")).toContain("Next charge 2027/02/01, ¥11,000");
    const link = await portal.browser().attempt(showPayLink, { body: { token } });
    expect(link.error().type).toBe("NotFound");
    await expect(voidInvoice(portal.context, by, asked)).rejects.toThrow("Only an unpaid invoice");

    const journal = accountingRows(
      await accountingExport(portal.context, "2027-01-01", "moneyforward"),
    ).filter((row) => row.摘要 === invoice.number);
    const sides = journal.map((row) => [row.借方勘定科目, row.貸方勘定科目, row["借方金額(円)"]]);
    expect(sides).toEqual([
      ["売掛金", "売上高", "11000"],
      ["売上高", "売掛金", "11000"],
    ]);
    const { detail } = await db
      .selectFrom("portal.audit_event")
      .select("detail")
      .where("action", "=", "operator.invoice-voided")
      .executeTakeFirstOrThrow();
    expect(detail).toMatchObject({ invoice: invoice.number, operator: "Sato" });
  });
});

describe("a late charge", () => {
  test("is told with what happens when the plan ends first", async () => {
    const { email, invoice } = await unpaidMember(cards.chargeRecovers);
    for (const day of ["02", "04", "08"]) await at(`2027-01-${day}T01:00:30Z`);
    const { text } = await mailTo(email, "was received");
    expect(text.replaceAll(/\s+/g, " ")).toContain(
      "If your plan ends before then, you won't have to pay it.",
    );
    const late = await portal.database.db
      .selectFrom("portal.late_charge")
      .select("amount")
      .where("invoice_id", "=", invoice.id)
      .execute();
    expect(late).toEqual([{ amount: 30 }]);
  });

  test("is waived where the contract has ended, and not spoken of", async () => {
    const { browser, email, invoice, invoices, signedIn } = await unpaidMember(
      cards.chargeLostCard,
    );
    await browser.call(cancelContract, { body: {} });
    await at("2027-02-02T03:00:00Z");
    await signedIn();
    expect((await browser.call(getContract, {})).plan).toBe("free");
    await browser.call(reauthenticate, { body: { password } });
    const cardToken = await portal.company.token(cards.success);
    await replaceCardAsShown(browser, cardToken);
    await portal.jobsDone();
    await collectPayments(portal.context);
    expect((await invoices()).map(({ id, state }) => [id, state])).toEqual([[invoice.id, "paid"]]);
    const { text } = await mailTo(email, "was received");
    expect(text).not.toContain("late charge");
    const late = await portal.database.db
      .selectFrom("portal.late_charge")
      .select("amount")
      .where("invoice_id", "=", invoice.id)
      .execute();
    expect(late).toEqual([]);
  });
});
