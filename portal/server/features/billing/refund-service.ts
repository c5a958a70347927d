import { randomUUID } from "node:crypto";
import { transaction } from "@sekimori/kit-server/database";
import { sql } from "kysely";
import type { PortalContext, PortalTransaction, Queryable } from "../../context.ts";
import type { Refund } from "../../ports/payment-gateway.ts";
import { calendarDay, tokyoMoment } from "../plan/plan-dates.ts";
import { type InvoiceRow, lockInvoice } from "./attempt-repository.ts";
import { applyRefund, type RefundRow } from "./refund-outcome.ts";
import { settleRefund } from "./settle-refunds.ts";

export interface RefundRequest {
  readonly invoiceId: string;
  /** Yen with tax. */
  readonly amount: number;
  readonly reason: string;
  /** The operator's name, for the record. */
  readonly operator: string;
  /** Who of the staff gives it back alone, and the key of their form. */
  readonly alone?: { readonly account: string; readonly key: string };
}

/** A refund that cannot be made, in words for the operator. */
export class RefundRefused extends Error {}

/**
 * Yen of an invoice that can still be refunded: what was paid for the service, less every refund that
 * was made or may be, and less what the holder's bank took back in a dispute that is not won. A late
 * charge is not given back.
 */
export async function leftToRefund(tx: PortalTransaction, invoice: InvoiceRow): Promise<number> {
  return (await leftOfEach(tx, [invoice])).get(invoice.id) ?? 0;
}

/** The same of several, by their ids. */
export async function leftOfEach(
  db: Queryable,
  invoices: readonly Pick<InvoiceRow, "id" | "amount">[],
): Promise<ReadonlyMap<string, number>> {
  const ids = invoices.map(({ id }) => id);
  const { rows } = await sql<{ readonly id: string; readonly sum: number }>`
    select id, sum(amount)::int as sum from (
      select invoice_id as id, amount from portal.refund
      where invoice_id = any(${ids}::uuid[]) and state not in ('failed', 'cancelled')
      union all
      select attempt.invoice_id, dispute.amount from portal.dispute
      join portal.charge_attempt attempt on attempt.id = dispute.attempt_id
      where attempt.invoice_id = any(${ids}::uuid[]) and dispute.state <> 'won'
    ) as gone group by id`.execute(db);
  const gone = new Map(rows.map(({ id, sum }) => [id, sum]));
  return new Map(invoices.map(({ id, amount }) => [id, Math.max(0, amount - (gone.get(id) ?? 0))]));
}

/** Whether something of an invoice was given back after a moment, or may have been. */
export async function isRefundedSince(
  tx: PortalTransaction,
  invoiceId: string,
  since: Date,
): Promise<boolean> {
  const later = await tx
    .selectFrom("portal.refund")
    .select("id")
    .where("invoice_id", "=", invoiceId)
    .where("state", "not in", ["failed", "cancelled"])
    .where("created_at", ">", since)
    .executeTakeFirst();
  return later !== undefined;
}

/** What was given back under the key of a form, when its answer got lost and it comes again. */
export const refundOfKey = (tx: PortalTransaction, key: string): Promise<RefundRow | undefined> =>
  tx.selectFrom("portal.refund").selectAll().where("idempotency_key", "=", key).executeTakeFirst();

/** Yen that somebody of the staff has given back alone on the day of a moment, in Tokyo. */
export async function givenAlone(
  tx: PortalTransaction,
  account: string,
  now: Date,
): Promise<number> {
  const { sum } = await tx
    .selectFrom("portal.refund")
    .select(({ fn }) => fn.sum<string | null>("amount").as("sum"))
    .where("alone_by", "=", account)
    .where("created_at", ">=", tokyoMoment(calendarDay(now), 0))
    .where("state", "not in", ["failed", "cancelled"])
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

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
  if (invoice.snapshot === null) throw new RefundRefused("Its document is not kept any more.");
  const left = await leftToRefund(tx, invoice);
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
      idempotency_key: request.alone?.key ?? randomUUID(),
      state: "created",
      created_at: now,
      alone_by: request.alone?.account ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Gives money back. The row stands before the payment company is called; without an answer it is
 * settled later.
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
