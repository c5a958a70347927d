import { transaction } from "@sekimori/kit-server/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpTo } from "../../testing/members.ts";
import { accountingRows } from "../../testing/money-told.ts";
import { setClocks } from "../../testing/moving-days.ts";
import { agree, cards, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { collectPayments, runBilling } from "../billing/billing-run.ts";
import { previewInvoices } from "../billing/preview-invoices.ts";
import { accountingExport } from "./accounting-export.ts";
import {
  askRefund,
  giveUpInvoice,
  parkContract,
  releaseContract,
  retryCharge,
} from "./billing-acts.ts";
import { billingMonth } from "./billing-month.ts";
import { DryRun, OperatorRefused } from "./operator-audit.ts";
import { announcePrice, listPrices } from "./prices.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
  setClock("2026-11-20T03:00:00Z");
});
afterAll(() => portal.close());

const by = { operator: "Sato" };
const trying = { operator: "Sato", dryRun: true };
const setClock = (moment: string) => setClocks(portal, moment);

async function paidMember(number: string) {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, number);
  await agree(browser);
  const { id } = await portal.database.db
    .selectFrom("portal.contract")
    .innerJoin("portal.account", "portal.account.id", "portal.contract.account_id")
    .where("portal.account.email_digest", "=", portal.context.digests.email(email))
    .select("portal.contract.id")
    .executeTakeFirstOrThrow();
  return id;
}

async function invoiceOf(contract: string) {
  return portal.database.db
    .selectFrom("portal.invoice")
    .selectAll()
    .where("contract_id", "=", contract)
    .where("kind", "=", "invoice")
    .executeTakeFirstOrThrow();
}

async function billed(day: string): Promise<void> {
  await portal.jobsDone();
  await runBilling(portal.context, day);
  await collectPayments(portal.context);
}

const actions = async () =>
  (
    await portal.database.pool.query(
      "select action, detail from portal.audit_event where action like 'operator.%' order by id",
    )
  ).rows;

const sum = (rows: readonly Record<string, string>[], column: string) =>
  rows.reduce((all, row) => all + Number(row[column] || 0), 0);

test("a month: previewed, parked and released, charged, refunded, retried, exported, to the yen", async () => {
  const good = await paidMember("5555550000001000");
  const bad = await paidMember(cards.chargeDeclined);
  const parked = await paidMember("3530110000001008");
  // A card that is good now and expires before the day of the run will not be charged on it.
  const expires = (year: number) =>
    portal.database.db
      .updateTable("portal.card")
      .set({ expiry_year: year, expiry_month: 12 })
      .where("account_id", "in", (query) =>
        query.selectFrom("portal.contract").select("account_id").where("id", "=", bad),
      )
      .execute();
  await expires(2026);
  const early = await previewInvoices(portal.context, "2027-01-01");
  expect(early.invoices.filter(({ hasCard }) => !hasCard).map(({ contract }) => contract)).toEqual([
    bad,
  ]);
  await expires(2040);
  // The runs of the months before it have been by then, so that nothing is missed.
  const later = await previewInvoices(portal.context, "2027-03-01");
  expect(later.invoices.map(({ period, amount }) => [period, amount])).toEqual(
    Array.from({ length: 3 }, () => ["2027-03-01", 11_000]),
  );
  expect([later.parked, later.ended]).toEqual([[], []]);
  setClock("2026-12-31T15:10:00Z");

  await parkContract(portal.context, by, { contract: parked, reason: "a question of tax" });
  // A member who is at work on the account just then is neither left out nor kept waiting.
  const preview = await transaction(portal.database.db, async (tx) => {
    await tx.selectFrom("portal.account").select("id").forUpdate().execute();
    return previewInvoices(portal.context, "2027-01-01");
  });
  expect(preview.invoices.map(({ contract }) => contract).sort()).toEqual([good, bad].sort());
  await billed("2027-01-01");
  const invoices = await portal.database.db.selectFrom("portal.invoice").select("id").execute();
  expect(invoices).toHaveLength(2);
  expect(await releaseContract(portal.context, by, parked)).toEqual({ reason: "operator" });
  await expect(releaseContract(portal.context, by, parked)).rejects.toThrow(OperatorRefused);

  const [paid, failed] = [await invoiceOf(good), await invoiceOf(bad)];
  const number = `SK-${String(paid.number).padStart(8, "0")}`;
  const asked = { number, reason: "an outage of ours" };
  await expect(askRefund(portal.context, trying, asked)).rejects.toThrow(DryRun);
  expect(await askRefund(portal.context, by, asked)).toEqual({ invoice: number, amount: 11_000 });
  await expect(askRefund(portal.context, by, asked)).rejects.toThrow("Not more than 0 yen");
  await collectPayments(portal.context);
  const note = await portal.database.db
    .selectFrom("portal.invoice")
    .selectAll()
    .where("kind", "=", "credit-note")
    .executeTakeFirstOrThrow();
  expect(note).toMatchObject({ total: 11_000, corrects: paid.id });

  await expect(retryCharge(portal.context, by, number)).rejects.toThrow(OperatorRefused);
  expect(await retryCharge(portal.context, by, String(failed.number))).toMatchObject({
    amount: 11_000,
  });
  await billed("2027-01-01");
  await giveUpInvoice(portal.context, by, String(failed.number));

  const month = await billingMonth(portal.context, "2027-01-01");
  expect(month.total).toEqual({
    issued: { count: 3, yen: 33_000 },
    paid: { count: 2, yen: 22_000 },
    failed: { count: 2, yen: 22_000 },
    refunded: { count: 1, yen: 11_000 },
  });
  // All of it on one day, by the calendar of Tokyo.
  expect(month.days).toEqual([{ day: "2027-01-01", ...month.total }]);
  expect(month.states.uncollectible).toEqual({ count: 1, yen: 11_000 });
  expect(month.parked).toEqual([]);

  const freee = accountingRows(await accountingExport(portal.context, "2027-01-01", "freee"));
  const sales = freee.filter((row) => row.勘定科目 === "売上高");
  expect([sum(sales, "金額"), sum(sales, "税額")]).toEqual([22_000, 2_000]);
  const ofAccount = (name: string) => freee.filter((row) => row.勘定科目 === name);
  expect(sum(ofAccount("未収入金"), "金額")).toBe(11_000);
  const journal = accountingRows(
    await accountingExport(portal.context, "2027-01-01", "moneyforward"),
  );
  expect(sum(journal, "借方金額(円)")).toBe(sum(journal, "貸方金額(円)"));
  const credit = journal.filter((row) => row.貸方勘定科目 === "売上高");
  expect([sum(credit, "貸方金額(円)"), sum(credit, "貸方税額")]).toEqual([33_000, 3_000]);
  const back = journal.filter((row) => row.借方勘定科目 === "売上高");
  expect([sum(back, "借方金額(円)"), sum(back, "借方税額")]).toEqual([11_000, 1_000]);
  expect(journal[0]).toMatchObject({ 借方取引先: "関守商店", 貸方税区分: "課税売上 10%" });
  // Each service takes its own name of the tax only.
  expect(sales[0]).toMatchObject({ 税区分: "課税売上10%" });
  for (const format of ["freee", "moneyforward"] as const) {
    const named = { taxed: "課税 10%" };
    const file = await accountingExport(portal.context, "2027-01-01", format, named);
    expect(file).toContain("課税 10%");
    expect(file).not.toContain("課税売上");
  }
  expect(accountingRows(await accountingExport(portal.context, "2027-02-01", "freee"))).toEqual([]);

  const written = await actions();
  expect(written.map(({ action }) => action)).toEqual([
    "operator.contract-parked",
    "operator.contract-released",
    "operator.refund-asked",
    "operator.charge-retried",
    "operator.invoice-given-up",
  ]);
  expect(written.every(({ detail }) => detail.operator === "Sato")).toBe(true);
});

test("a price is announced thirty days ahead, once, on a 1st", async () => {
  const price = { effectiveOn: "2027-04-01", monthlyPrice: 13_200, taxPercent: 10 };
  const refused = (change: Partial<typeof price>) =>
    expect(announcePrice(portal.context, by, { ...price, ...change })).rejects;
  await refused({ effectiveOn: "2027-04-02" }).toThrow("on the 1st");
  await refused({ effectiveOn: "2027-01-01" }).toThrow("30 days");
  await expect(announcePrice(portal.context, trying, price)).rejects.toThrow(DryRun);
  expect(await listPrices(portal.context)).toEqual([]);
  await announcePrice(portal.context, by, price);
  await refused({}).toThrow("already");
  expect(await listPrices(portal.context)).toEqual([{ ...price, accepted: 0, refused: 0 }]);
  // Nobody has agreed to it: the run of its day would end what is on the plan, and charge nobody.
  const before = await previewInvoices(portal.context, "2027-03-01");
  const then = await previewInvoices(portal.context, "2027-04-01");
  expect(before.invoices.length).toBeGreaterThan(0);
  expect(then.invoices).toEqual([]);
  expect([...then.ended].sort()).toEqual(before.invoices.map(({ contract }) => contract).sort());
});
