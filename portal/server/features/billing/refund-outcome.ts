import { transaction } from "@sekimori/kit-server/database";
import { type Selectable, sql } from "kysely";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import { refundedMail } from "../../mails/billing-mails.ts";
import type { Refund } from "../../ports/payment-gateway.ts";
import { mailMembers, type WriteMail } from "../account/mail-member.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import { queueCopies } from "./accounting-copies.ts";
import { includedTax } from "./amounts.ts";
import { type InvoiceRow, lockInvoice } from "./attempt-repository.ts";
import { issueCreditNote } from "./credit-note.ts";
import { enclosureOf } from "./enclosed-documents.ts";
import { shownNumber } from "./invoice-snapshot.ts";
import { type LedgerLine, post, refundedLines } from "./ledger.ts";
import { openRefundStates } from "./money-states.ts";
import { park } from "./parking.ts";

export type RefundRow = Selectable<Tables["portal.refund"]>;

/** In the place of the company's id, where there is no refund at the company. */
const noneId = ({ id }: RefundRow) => `none:${id}`;

/** What is written down of a refund that the company never made. */
export function neverMade(refund: RefundRow): Refund {
  const { amount, idempotency_key: reference } = refund;
  return { id: noneId(refund), state: "cancelled", charge: "", amount, reference };
}

/** From this amount with tax on, a refund has a document of its own (適格返還請求書). */
const creditNoteFrom = 10_000;

/** What of a refund is the service's price; only the company's staff can give back more. */
async function servicePart(
  tx: PortalTransaction,
  invoice: InvoiceRow,
  refund: RefundRow,
): Promise<number> {
  const { sum } = await tx
    .selectFrom("portal.refund")
    .select(({ fn }) => fn.sum<string | null>("amount").as("sum"))
    .where("invoice_id", "=", invoice.id)
    .where("id", "<>", refund.id)
    .where("state", "=", "succeeded")
    .executeTakeFirstOrThrow();
  return Math.max(0, Math.min(refund.amount, invoice.amount - Number(sum ?? 0)));
}

/** A refund that had left came back from the holder's bank: it is owed still, and a person's turn. */
async function takeBack(context: PortalContext, refund: RefundRow): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  await transaction(db, async (tx) => {
    const invoice = await lockInvoice(tx, refund.invoice_id);
    const changed = await tx
      .updateTable("portal.refund")
      .set({ state: "failed", finished_at: now })
      .where("id", "=", refund.id)
      .where("state", "=", "succeeded")
      .returning("id")
      .executeTakeFirst();
    if (!invoice || !changed) return;
    const { rows } = await sql<{ account: LedgerLine[0]; amount: number }>`
      select entry.account, entry.amount from portal.ledger_entry entry
        join portal.ledger_posting posting on posting.id = entry.posting_id
      where posting.kind = 'refunded' and posting.source = ${refund.id}`.execute(tx);
    const lines = rows.map(({ account, amount }): LedgerLine => [account, -amount]);
    const on = calendarDay(now);
    const source = `${refund.id}:back`;
    await post(tx, [{ kind: "refunded", source, on, invoiceId: invoice.id, lines }], now);
    const detail = `refund ${refund.id} of invoice ${invoice.number} was sent back by the bank`;
    await park(context, tx, invoice.contract_id, "broken-books", detail);
  });
}

/** Writes a word of the company into a refund's row. Undefined: it says nothing new. */
async function decideRefund(
  context: PortalContext,
  tx: PortalTransaction,
  invoice: InvoiceRow,
  refund: RefundRow,
  answer: Refund,
): Promise<RefundRow | undefined> {
  const finishedAt = answer.state === "pending" ? null : context.clock.now();
  const decide = () =>
    tx
      .updateTable("portal.refund")
      .set({ state: answer.state, gateway_refund: answer.id, finished_at: finishedAt })
      .where("id", "=", refund.id);
  const decided = await decide()
    .where("state", "in", openRefundStates)
    .returningAll()
    .executeTakeFirst();
  if (decided !== undefined || answer.id === noneId(refund)) return decided;
  const made = await decide()
    .where("gateway_refund", "=", noneId(refund))
    .returningAll()
    .executeTakeFirst();
  if (made !== undefined) {
    // Another may have been asked for in its place.
    const detail = `refund ${refund.id} of invoice ${invoice.number} was made after it was given up`;
    await park(context, tx, invoice.contract_id, "broken-books", detail);
  }
  return made;
}

/**
 * Writes down what the payment company said about a refund: the row, the books, the document and
 * the mail, all or nothing. Safe to call any number of times with the same word.
 */
export async function applyRefund(
  context: PortalContext,
  refund: RefundRow,
  answer: Refund,
): Promise<void> {
  const { db, clock, settings } = context;
  const now = clock.now();
  if (refund.state === "succeeded" && answer.state === "failed") return takeBack(context, refund);
  await transaction(db, async (tx) => {
    const invoice = await lockInvoice(tx, refund.invoice_id);
    const changed = invoice && (await decideRefund(context, tx, invoice, refund, answer));
    if (!invoice || !changed || answer.state !== "succeeded") return;
    const amount = await servicePart(tx, invoice, refund);
    const tax = includedTax(amount, invoice.tax_percent, settings.taxRounding);
    await post(
      tx,
      [
        {
          kind: "refunded",
          source: refund.id,
          on: calendarDay(now),
          invoiceId: invoice.id,
          lines: refundedLines(amount, tax, refund.amount - amount),
        },
      ],
      now,
    );
    const number = shownNumber(invoice.number ?? 0);
    const write =
      (note: string | null): WriteMail =>
      (sender, locale) =>
        refundedMail(sender, locale, { number, amount: refund.amount, note });
    const accountId = invoice.account_id;
    if (amount < creditNoteFrom) {
      return mailMembers(context, tx, [{ accountId, write: write(null) }]);
    }
    const note = await issueCreditNote(context, tx, invoice, { ...refund, amount });
    await tx
      .updateTable("portal.refund")
      .set({ credit_note: note.id })
      .where("id", "=", refund.id)
      .execute();
    await queueCopies(tx, [{ id: note.id, account_id: accountId }]);
    const enclosures = [enclosureOf(note.id)];
    await mailMembers(context, tx, [{ accountId, write: write(note.number), enclosures }]);
  });
}
