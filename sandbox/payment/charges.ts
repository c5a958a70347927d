import type { Selectable } from "kysely";
import type { SandboxTables } from "../server/tables.ts";
import { isExpired } from "./card-form.ts";
import { findCard } from "./cards.ts";
import { type Books, type Company, CompanyError, newId } from "./company.ts";
import { recordEvent } from "./events.ts";

type ChargeRow = Selectable<SandboxTables["sandbox.payment_charge"]>;
type RefundRow = Selectable<SandboxTables["sandbox.payment_refund"]>;

export interface ChargeRequest {
  readonly card_id: string;
  /** Whole yen. */
  readonly amount: number;
  readonly currency: "JPY";
  readonly description: string;
}

/** A charge as the API shows it. */
export function showCharge(charge: ChargeRow, refunded: number) {
  return {
    id: charge.id,
    status: charge.status,
    card_id: charge.card_id,
    amount: charge.amount,
    currency: charge.currency,
    refunded_amount: refunded,
    description: charge.description,
    idempotency_key: charge.idempotency_key,
    created_at: charge.created_at.toISOString(),
    ...(charge.failure !== null && { failure: charge.failure }),
    ...(charge.decline_code !== null && { decline_code: charge.decline_code }),
  };
}

/** What the caller of a charge experiences once the charge is made. */
export type ChargeAnswer = "at_once" | "slow" | "lost";

/**
 * Charges a kept card without its holder being present.
 * @throws CompanyError 404 `card_not_found`; 500 `gateway_error` for the card that provokes it,
 *   with nothing charged.
 */
export async function createCharge(
  company: Company,
  books: Books,
  idempotencyKey: string,
  request: ChargeRequest,
) {
  const now = company.now();
  const card = await findCard(books, request.card_id);
  if (card.behaviour === "charge_gateway_error") {
    throw new CompanyError(500, "gateway_error", "Internal fault.");
  }
  const declineCode = isExpired(card.expiry_month, card.expiry_year, now)
    ? "expired_card"
    : card.behaviour === "charge_declined"
      ? "declined_by_issuer"
      : null;
  const charge = await books
    .insertInto("sandbox.payment_charge")
    .values({
      id: newId("ch"),
      created_at: now,
      idempotency_key: idempotencyKey,
      ...request,
      status: declineCode === null ? "succeeded" : "failed",
      failure: declineCode === null ? null : "declined",
      decline_code: declineCode,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const shown = showCharge(charge, 0);
  await recordEvent(books, `charge.${charge.status}`, shown, now);
  const answer: ChargeAnswer =
    card.behaviour === "charge_slow_answer"
      ? "slow"
      : card.behaviour === "charge_lost_answer"
        ? "lost"
        : "at_once";
  return { shown, answer };
}

async function refundedAmount(books: Books, chargeId: string): Promise<number> {
  const { sum } = await books
    .selectFrom("sandbox.payment_refund")
    .select(({ fn }) => fn.sum<string | null>("amount").as("sum"))
    .where("charge_id", "=", chargeId)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** Charges by id or by the idempotency key they were asked for with; possibly none. */
export async function findCharges(
  books: Books,
  by: { readonly id: string } | { readonly idempotency_key: string },
) {
  const query = books.selectFrom("sandbox.payment_charge").selectAll();
  const rows = await ("id" in by
    ? query.where("id", "=", by.id)
    : query.where("idempotency_key", "=", by.idempotency_key)
  ).execute();
  return await Promise.all(
    rows.map(async (row) => showCharge(row, await refundedAmount(books, row.id))),
  );
}

/** A refund as the API shows it. */
export function showRefund(refund: RefundRow) {
  return {
    id: refund.id,
    status: "succeeded",
    charge_id: refund.charge_id,
    amount: refund.amount,
    created_at: refund.created_at.toISOString(),
  };
}

/**
 * Gives back all that is left of a charge, or `amount` yen of it.
 * @throws CompanyError 404 `charge_not_found`; 422 `charge_not_refundable` if it failed;
 *   422 `refund_exceeds_charge`.
 */
export async function createRefund(
  company: Company,
  books: Books,
  idempotencyKey: string,
  request: { readonly charge_id: string; readonly amount?: number | undefined },
) {
  // The lock makes refunds of one charge queue, so that together they cannot exceed it.
  const charge = await books
    .selectFrom("sandbox.payment_charge")
    .selectAll()
    .where("id", "=", request.charge_id)
    .forUpdate()
    .executeTakeFirst();
  if (charge === undefined) throw new CompanyError(404, "charge_not_found", "No such charge.");
  if (charge.status !== "succeeded") {
    throw new CompanyError(422, "charge_not_refundable", "The charge did not succeed.");
  }
  const left = charge.amount - (await refundedAmount(books, charge.id));
  const amount = request.amount ?? left;
  if (amount > left || amount <= 0) {
    throw new CompanyError(422, "refund_exceeds_charge", `Only ${left} yen can be refunded.`);
  }
  const now = company.now();
  const refund = await books
    .insertInto("sandbox.payment_refund")
    .values({
      id: newId("ref"),
      created_at: now,
      idempotency_key: idempotencyKey,
      charge_id: charge.id,
      amount,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const shown = showRefund(refund);
  await recordEvent(books, "refund.succeeded", shown, now);
  return shown;
}
