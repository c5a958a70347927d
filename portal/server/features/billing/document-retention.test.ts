import { createHash } from "node:crypto";
import { listInvoices, verifyInvoice } from "@sekimori/portal-contract/endpoints/invoice";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpTo } from "../../testing/members.ts";
import { agree, cards, password, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { type AccountingEvent, accountingEvents } from "../operator/accounting-events.ts";
import { purgeExpired } from "../purge/purge-jobs.ts";
import { collectPayments, runBilling } from "./billing-run.ts";
import { keptSince } from "./document-retention.ts";
import { invoiceDocument } from "./invoice-documents.ts";
import { findInvoices } from "./invoice-service.ts";
import { shownNumber } from "./invoice-snapshot.ts";
import { RefundRefused, refundInvoice } from "./refund-service.ts";

// Five members are billed on 2027-01-01; what is kept of it is looked at eight years later.

let portal: TestPortal;
const setClock = (day: string) => {
  portal.clock.set(new Date(`${day}T03:00:00Z`));
  portal.sandbox.clock.set(new Date(`${day}T03:00:00Z`));
};

type Who = "paid" | "owed" | "refunded" | "refunding" | "disputed";
const numbers: Readonly<Record<Who, string>> = {
  paid: cards.success,
  owed: cards.chargeDeclined,
  refunded: "5555550000001000",
  refunding: "3530110000001008",
  disputed: "378282000001006",
};
const invoices = new Map<Who, string>();
let email = "";

const invoiceOf = (who: Who) => invoices.get(who) ?? "";

beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
  setClock("2026-11-20");
  const accounts = new Map<Who, string>();
  for (const [who, number] of Object.entries(numbers) as [Who, string][]) {
    const browser = portal.browser();
    const member = await signUpTo(portal, browser, "account", { plan: "detailed" });
    await submitCard(portal, browser, number);
    await agree(browser);
    const { id } = await portal.database.db
      .selectFrom("portal.account")
      .select("id")
      .where("email_digest", "=", portal.context.digests.email(member.email))
      .executeTakeFirstOrThrow();
    accounts.set(who, id);
    if (who === "paid") email = member.email;
  }
  setClock("2027-01-01");
  await runBilling(portal.context, "2027-01-01");
  await collectPayments(portal.context);
  for (const [who, account] of accounts) {
    const invoice = await portal.database.db
      .selectFrom("portal.invoice")
      .selectAll()
      .where("account_id", "=", account)
      .executeTakeFirstOrThrow();
    invoices.set(who, invoice.id);
    await invoiceDocument(portal.context, invoice, "ja");
  }
  const operator = "an operator";
  setClock("2027-06-15");
  for (const [who, amount] of [
    ["refunded", 11_000],
    ["refunding", 1_000],
  ] as const) {
    const invoiceId = invoiceOf(who);
    await refundInvoice(portal.context, { invoiceId, amount, reason: "Ms Yamada asked", operator });
  }
  await portal.database.pool.query(
    "update portal.refund set state = 'pending' where invoice_id = $1",
    [invoiceOf("refunding")],
  );
  await portal.database.pool.query(
    `insert into portal.dispute (id, attempt_id, amount, state, changed_at)
     select 'dp_old', id, amount, 'open', now() from portal.charge_attempt where invoice_id = $1`,
    [invoiceOf("disputed")],
  );
});
afterAll(() => portal.close());

/** Whose document is kept, credit notes by the name of whom they correct. */
async function kept(): Promise<string[]> {
  const rows = await portal.database.db
    .selectFrom("portal.invoice")
    .select(["id", "corrects", "kind"])
    .where("snapshot", "is not", null)
    .execute();
  const names = new Map([...invoices].map(([who, id]) => [id, who]));
  return rows.map(({ id, corrects, kind }) => `${kind} ${names.get(corrects ?? id)}`).toSorted();
}

async function numbered(who: Who): Promise<{ readonly number: string; readonly hash: string }> {
  const { number, snapshot_hash: hash } = await portal.database.db
    .selectFrom("portal.invoice")
    .select(["number", "snapshot_hash"])
    .where("id", "=", invoiceOf(who))
    .executeTakeFirstOrThrow();
  return { number: shownNumber(number ?? ""), hash: hash ?? "" };
}

const everything = [
  "credit-note refunded",
  "invoice disputed",
  "invoice owed",
  "invoice paid",
  "invoice refunded",
  "invoice refunding",
];

test.each([
  ["2035-03-01", 7, "2027-01-01"],
  ["2035-03-02", 7, "2027-01-02"],
  ["2038-03-02", 10, "2027-01-02"],
  ["2036-04-30", 7, "2028-02-29"],
])("on %s documents of %i years are kept since %s", (today, years, since) => {
  expect(keptSince(today, years)).toBe(since);
});

test("nothing goes before the day", async () => {
  setClock("2035-03-01");
  await purgeExpired(portal.context);
  expect(await kept()).toEqual(everything);
});

test("the database refuses to remove a document too early, or to change what was removed", async () => {
  const remove = (day: string) =>
    portal.database.pool.query(
      "update portal.invoice set snapshot = null, document_removed_on = $2 where id = $1",
      [invoiceOf("paid"), day],
    );
  await expect(remove("2035-03-01")).rejects.toThrow("invoice_document_kept_long_enough");
  await expect(
    portal.database.pool.query("update portal.invoice set snapshot = null where id = $1", [
      invoiceOf("paid"),
    ]),
  ).rejects.toThrow("immutable");
});

test("ten years are ten years", async () => {
  setClock("2035-03-02");
  const settings = { ...portal.context.settings, documentRetentionYears: 10 };
  await purgeExpired({ ...portal.context, settings });
  expect(await kept()).toEqual(everything);
});

test("then names go, and numbers, amounts and books stay", async () => {
  const { db, pool } = portal.database;
  const books = () => pool.query("select * from portal.ledger_entry order by sequence");
  const open = () =>
    db
      .selectFrom("portal.invoice")
      .select(["number", "state", "issued_on", "paid_on", "total", "tax_amount", "snapshot_hash"])
      .orderBy("number")
      .execute();
  const before = { books: (await books()).rows, open: await open() };
  const { number, hash } = await numbered("paid");
  const verify = async (hash: string) =>
    (await portal.browser().call(verifyInvoice, { body: { number, hash } })).genuine;

  await purgeExpired(portal.context);

  expect(await kept()).toEqual(everything.filter((one) => one !== "invoice paid"));
  expect({ books: (await books()).rows, open: await open() }).toEqual(before);
  const { rows: left } = await pool.query(
    `select invoice.snapshot, invoice.document_removed_on::text as on, attempt.card_last4,
       (select count(*)::int from portal.invoice_document d where d.invoice_id = invoice.id) as pdfs
     from portal.invoice as invoice
     join portal.charge_attempt as attempt on attempt.invoice_id = invoice.id
     where invoice.id = $1`,
    [invoiceOf("paid")],
  );
  expect(left).toEqual([{ snapshot: null, on: "2035-03-02", card_last4: "", pdfs: 0 }]);
  expect(await verify(hash)).toBe(true);
  expect(await verify(createHash("sha256").update("another").digest("hex"))).toBe(false);
});

test("its holder finds it no more, nor can it be given back; the month's books name its number", async () => {
  const browser = portal.browser();
  await browser.call(signIn, { body: { email, password, locale: "en" } });
  expect((await browser.call(listInvoices, { query: {} })).invoices).toEqual([]);
  const pdf = await browser.request({ url: `/v1/invoices/${invoiceOf("paid")}/ja.pdf` });
  expect(pdf.status).toBe(404);
  const refund = { amount: 1, reason: "too late", operator: "an operator" };
  await expect(
    refundInvoice(portal.context, { ...refund, invoiceId: invoiceOf("paid") }),
  ).rejects.toThrow(RefundRefused);
  const events: AccountingEvent[] = [];
  await accountingEvents(portal.context, "2027-01-01", (portion) => events.push(...portion));
  const issued = events.flatMap((event) => (event.kind === "issued" ? [event] : []));
  expect(issued).toHaveLength(5);
  expect(issued.filter(({ party }) => party === "")).toMatchObject([
    { number: (await numbered("paid")).number, amount: 11_000, taxAmount: 1_000 },
  ]);
});

test("what was corrected goes with its correction; what is owed, given back or disputed stays", async () => {
  setClock("2035-08-16");
  await purgeExpired(portal.context);
  expect(await kept()).toEqual(["invoice disputed", "invoice owed", "invoice refunding"]);
  const { rows } = await portal.database.pool.query(
    "select reason from portal.refund where invoice_id = $1",
    [invoiceOf("refunded")],
  );
  expect(rows).toEqual([{ reason: "" }]);

  const { pool } = portal.database;
  await pool.query("update portal.refund set state = 'succeeded', finished_at = now()");
  await pool.query("update portal.dispute set state = 'lost'");
  await purgeExpired(portal.context);
  expect(await kept()).toEqual(["invoice owed"]);
  const account = await portal.database.db
    .selectFrom("portal.invoice")
    .select("account_id")
    .where("id", "=", invoiceOf("owed"))
    .executeTakeFirstOrThrow();
  expect(await findInvoices(portal.context, account.account_id, {})).toHaveLength(1);
});
