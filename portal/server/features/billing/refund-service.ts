import { randomUUID } from "node:crypto";
import { transaction } from "@sekimori/kit-server/database";
import { type Selectable, sql } from "kysely";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import { refundedMail } from "../../mails/billing-mails.ts";
import { PaymentGatewayError, type Refund } from "../../ports/payment-gateway.ts";
import { mailMembers, type WriteMail } from "../account/mail-member.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import { queueCopies } from "./accounting-copies.ts";
import { includedTax } from "./amounts.ts";
import { type InvoiceRow, lockInvoice } from "./attempt-repository.ts";
import { enclosureOf } from "./enclosed-documents.ts";
import {
  type InvoiceSnapshot,
  issuerOf,
  openSnapshot,
  sealSnapshot,
  shownNumber,
} from "./invoice-snapshot.ts";
import { type LedgerLine, post, refundedLines } from "./ledger.ts";
import { park } from "./parking.ts";

type RefundRow = Selectable<Tables["portal.refund"]>;

/** From this amount with tax on, a refund has a document of its own (適格返還請求書). */
const creditNoteFrom = 10_000;

export interface RefundRequest {
  readonly invoiceId: string;
  /** Yen with tax. */
  readonly amount: number;
  readonly reason: string;
  /** The operator's name, for the record. */
  readonly operator: string;
}

/** A refund that cannot be made, in words for the operator. */
export class RefundRefused extends Error {}

/**
 * Writes a refund down; whoever settles refunds makes it.
 *
 * @throws RefundRefused when the invoice is not paid or less is left of it
 */
export async function claimRefund(
  tx: PortalTransaction,
  request: RefundRequest,
  now: Date,
): Promise<RefundRow> {
  const invoice = await lockInvoice(tx, request.invoiceId);
  const attempt = await tx
    .selectFrom("portal.charge_attempt")
    .selectAll()
    .where("invoice_id", "=", request.invoiceId)
    .where("state", "=", "succeeded")
    .executeTakeFirst();
  if (!invoice || !attempt) throw new RefundRefused("The invoice has not been paid.");
  const { sum } = await tx
    .selectFrom("portal.refund")
    .select(({ fn }) => fn.sum<string | null>("amount").as("sum"))
    .where("invoice_id", "=", invoice.id)
    .where("state", "not in", ["failed", "cancelled"])
    .executeTakeFirstOrThrow();
  // A late charge is not given back: only what was paid for the service.
  const left = invoice.amount - Number(sum ?? 0);
  if (request.amount < 1 || request.amount > left) {
    throw new RefundRefused(`Not more than ${left} yen can be refunded.`);
  }
  return tx
    .insertInto("portal.refund")
    .values({
      id: randomUUID(),
      invoice_id: invoice.id,
      attempt_id: attempt.id,
      amount: request.amount,
      reason: request.reason,
      operator: request.operator,
      idempotency_key: randomUUID(),
      state: "created",
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A document that corrects an invoice; its number is one of the same sequence. */
async function issueCreditNote(
  { sealer, settings, clock }: PortalContext,
  tx: PortalTransaction,
  invoice: InvoiceRow,
  refund: RefundRow,
): Promise<{ readonly id: string; readonly number: string }> {
  if (invoice.snapshot === null) throw new Error("An issued invoice has a snapshot.");
  const original = openSnapshot(sealer, invoice.id, invoice.snapshot);
  const day = calendarDay(clock.now());
  const { amount } = refund;
  const taxAmount = includedTax(amount, invoice.tax_percent, settings.taxRounding);
  const { last } = await tx
    .updateTable("portal.invoice_number")
    .set({ last: sql`last + 1` })
    .returning("last")
    .executeTakeFirstOrThrow();
  const id = randomUUID();
  const snapshot: InvoiceSnapshot = {
    kind: "credit-note",
    number: shownNumber(last),
    issuedOn: day,
    dueOn: day,
    issuer: issuerOf(settings),
    recipient: original.recipient,
    lines: [{ kind: "refund", reason: refund.reason, amount }],
    taxPercent: invoice.tax_percent,
    amount,
    taxAmount,
    lateCharge: 0,
    total: amount,
    corrects: original.number,
  };
  const { sealed, hash } = sealSnapshot(sealer, id, snapshot);
  await tx
    .insertInto("portal.invoice")
    .values({
      id,
      kind: "credit-note",
      number: last,
      contract_id: invoice.contract_id,
      account_id: invoice.account_id,
      period: invoice.period,
      state: "paid",
      issued_on: day,
      due_on: day,
      paid_on: day,
      amount,
      tax_percent: invoice.tax_percent,
      tax_amount: taxAmount,
      total: amount,
      snapshot: sealed,
      snapshot_hash: hash,
      corrects: invoice.id,
      created_at: clock.now(),
    })
    .execute();
  return { id, number: snapshot.number };
}

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

async function applyRefund(
  context: PortalContext,
  refund: RefundRow,
  answer: Refund,
): Promise<void> {
  const { db, clock, settings } = context;
  const now = clock.now();
  if (refund.state === "succeeded" && answer.state === "failed") return takeBack(context, refund);
  await transaction(db, async (tx) => {
    const invoice = await lockInvoice(tx, refund.invoice_id);
    const changed = await tx
      .updateTable("portal.refund")
      .set({
        state: answer.state,
        gateway_refund: answer.id,
        finished_at: answer.state === "pending" ? null : now,
      })
      .where("id", "=", refund.id)
      .where("state", "in", ["created", "pending"])
      .returningAll()
      .executeTakeFirst();
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

async function askRefund({ db, gateway }: PortalContext, refund: RefundRow): Promise<Refund> {
  if (refund.gateway_refund !== null) return gateway.findRefund(refund.gateway_refund);
  const { gateway_charge: charge } = await db
    .selectFrom("portal.charge_attempt")
    .select("gateway_charge")
    .where("id", "=", refund.attempt_id)
    .executeTakeFirstOrThrow();
  if (charge === null) throw new Error("A charge that succeeded has an id.");
  return gateway.refund({ idempotencyKey: refund.idempotency_key, charge, amount: refund.amount });
}

async function settleRefund(context: PortalContext, refund: RefundRow): Promise<void> {
  try {
    await applyRefund(context, refund, await askRefund(context, refund));
  } catch (error) {
    if (!(error instanceof PaymentGatewayError)) throw error;
    context.logger.warn({ err: error, refund: refund.id }, "refund without an answer");
    // Refused as a request: nothing moved, and asking again would change nothing.
    if (error.reason === "refused") {
      const { amount, idempotency_key: reference } = refund;
      const id = `none:${refund.id}`;
      await applyRefund(context, refund, { id, state: "cancelled", charge: "", amount, reference });
    }
  }
}

/**
 * Gives money back. The row stands before the payment company is called; without an answer the
 * same request is repeated under its key later.
 *
 * @throws RefundRefused when the invoice is not paid or less is left of it
 */
export async function refundInvoice(
  context: PortalContext,
  request: RefundRequest,
): Promise<RefundRow> {
  const { db, clock } = context;
  const refund = await transaction(db, (tx) => claimRefund(tx, request, clock.now()));
  await settleRefund(context, refund);
  return db
    .selectFrom("portal.refund")
    .selectAll()
    .where("id", "=", refund.id)
    .executeTakeFirstOrThrow();
}

/** How a refund that somebody made at the company itself stands in our records. */
const madeThere = {
  reason: "返金 / Refund",
  operator: "payment company",
} as const;

/** Writes down a refund of one of our charges that somebody made at the company itself. */
async function insertForeignRefund(
  { db, gateway, clock }: PortalContext,
  answer: Refund,
): Promise<RefundRow | undefined> {
  const attempt = await db
    .selectFrom("portal.charge_attempt")
    .select(["id", "invoice_id"])
    .where("gateway", "=", gateway.name)
    .where("gateway_charge", "=", answer.charge)
    .where("state", "=", "succeeded")
    .executeTakeFirst();
  if (!attempt) return undefined;
  await db
    .insertInto("portal.refund")
    .values({
      id: randomUUID(),
      invoice_id: attempt.invoice_id,
      attempt_id: attempt.id,
      amount: answer.amount,
      ...madeThere,
      idempotency_key: `there:${answer.id}`,
      gateway_refund: answer.id,
      state: "pending",
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.column("idempotency_key").doNothing())
    .execute();
  return db
    .selectFrom("portal.refund")
    .selectAll()
    .where("idempotency_key", "=", `there:${answer.id}`)
    .executeTakeFirst();
}

/**
 * Asks the company about a refund and brings it into the books and, where the law wants one, a
 * document: one of ours, known by its key even before its answer came, or one made over there. A
 * refund of a charge that is not ours is left to the nightly comparison, which names it.
 */
export async function takeRefund(context: PortalContext, id: string): Promise<void> {
  const { db, gateway, logger } = context;
  const answer = await gateway.findRefund(id);
  const known = await db
    .selectFrom("portal.refund")
    .selectAll()
    .where((row) =>
      row.or([
        row("gateway_refund", "=", id),
        row("idempotency_key", "in", [answer.reference ?? "", `there:${id}`]),
      ]),
    )
    .executeTakeFirst();
  const refund = known ?? (await insertForeignRefund(context, answer));
  if (!known && refund) logger.warn({ refund: id, amount: answer.amount }, "refunded over there");
  if (refund) await applyRefund(context, refund, answer);
}

/** Asks about every refund whose outcome is open. */
export async function settleRefunds(context: PortalContext): Promise<void> {
  const open = await context.db
    .selectFrom("portal.refund")
    .selectAll()
    .where("state", "in", ["created", "pending"])
    .orderBy("created_at")
    .limit(200)
    .execute();
  for (const refund of open) await settleRefund(context, refund);
}
