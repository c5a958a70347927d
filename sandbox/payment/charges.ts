import type { Selectable } from "kysely";
import type { SandboxTables } from "../database/tables.ts";
import { recordMovement } from "./balance.ts";
import { isExpired } from "./card-form.ts";
import { noCard, oneTimeCard, oneTimeOwner } from "./cards.ts";
import type { CardRow, ChargeBooks, ChargeRow } from "./charge-books.ts";
import { type Books, type Company, CompanyError, newId } from "./company.ts";
import { recordEvent } from "./events.ts";
import { type KeyedCall, recordedAnswer } from "./idempotency.ts";

type RefundRow = Selectable<SandboxTables["sandbox.payment_refund"]>;

interface Asked {
  /** Whole yen. */
  readonly amount: number;
  readonly currency: "JPY";
  readonly description: string;
  /** Where the holder's browser is sent after 3-D Secure; without one nobody is there for it. */
  readonly return_url?: string | undefined;
}

/** Of a kept card; or of a token's card, which is charged this once and not kept. */
export type ChargeRequest = Asked & ({ readonly card_id: string } | { readonly token: string });

/** A charge as the API shows it. */
export function showCharge({ origin }: Company, charge: ChargeRow, refunded: number) {
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
    ...(charge.status === "requires_action" && {
      redirect_url: `${origin}/payment/three-d-secure/${charge.id}`,
    }),
    ...(charge.failure !== null && { failure: charge.failure }),
    ...(charge.decline_code !== null && { decline_code: charge.decline_code }),
  };
}

/** What the caller of a charge experiences once the charge is made. */
export type ChargeAnswer = "at_once" | "slow" | "lost";

/** How many charges a recovering card declines first. */
const declinesBeforeRecovery = 3;

const presented: Readonly<Record<string, string>> = {
  challenge: "authentication_required",
  challenge_slow: "authentication_required",
  challenge_fails: "authentication_required",
  declined: "declined_by_issuer",
  expired_card: "expired_card",
  issuer_unreachable: "issuer_unreachable",
};

/** Why the issuer declines a charge; null when it accepts. */
async function declineCodeOf(books: Books, card: CardRow, now: Date): Promise<string | null> {
  if (isExpired(card.expiry_month, card.expiry_year, now)) return "expired_card";
  // Nobody has presented it before: what its issuer says to a registration, it says here.
  if (card.customer_ref === oneTimeOwner) {
    const refusal = presented[card.behaviour];
    if (refusal !== undefined) return refusal;
  }
  switch (card.behaviour) {
    case "charge_declined":
      return "declined_by_issuer";
    case "charge_declined_lost":
      return "lost_card";
    case "charge_needs_authentication":
      return "authentication_required";
    case "charge_recovers": {
      const { count } = await books
        .selectFrom("sandbox.payment_charge")
        .select(({ fn }) => fn.countAll<string>().as("count"))
        .where("card_id", "=", card.id)
        .executeTakeFirstOrThrow();
      return Number(count) < declinesBeforeRecovery ? "insufficient_funds" : null;
    }
    default:
      return null;
  }
}

/**
 * Charges a kept card, once for the call's key, with its holder present to prove who they are where
 * there is an address to return to, else without.
 *
 * @returns the answer, and what its caller experiences; that is absent on a repeat
 * @throws CompanyError 404 `card_not_found`; 409 `idempotency_conflict`; 500 `gateway_error` for
 *   the card that provokes it, with nothing charged and the key free again.
 */
export async function chargeOnce(
  company: Company,
  books: ChargeBooks,
  call: KeyedCall,
  request: ChargeRequest,
): Promise<{ readonly answer: unknown; readonly first?: ChargeAnswer }> {
  const { database } = company;
  const now = company.now();
  const card = await cardOf(company, books, call, request).catch(async (refusal: unknown) => {
    // Gone or faulty by now; a key that was answered before keeps its answer.
    if (await isKnown(database, call)) return undefined;
    throw refusal;
  });
  if (card === undefined) return { answer: await recordedAnswer(company, call) };
  const { return_url: returnUrl = null, amount, currency, description } = request;
  const declineCode = await declineCodeOf(database, card, now);
  const waits = declineCode === "authentication_required" && returnUrl !== null;
  const fails = declineCode !== null && !waits;
  const charge: ChargeRow = {
    id: newId("ch"),
    created_at: now,
    idempotency_key: call.key,
    card_id: card.id,
    amount,
    currency,
    description,
    status: waits ? "requires_action" : fails ? "failed" : "succeeded",
    failure: fails ? "declined" : null,
    decline_code: fails ? declineCode : null,
    return_url: returnUrl,
    wrong_codes: 0,
  };
  const answer = showCharge(company, charge, 0);
  if (!(await books.write({ call, charge, answer }))) {
    return { answer: await recordedAnswer(company, call) };
  }
  company.wake();
  return { answer, first: experiences[card.behaviour] ?? "at_once" };
}

async function cardOf(
  company: Company,
  books: ChargeBooks,
  { key }: KeyedCall,
  request: ChargeRequest,
): Promise<CardRow> {
  const isKept = "card_id" in request;
  const card = await (isKept
    ? books.card(request.card_id)
    : oneTimeCard(company, key, request.token));
  if (card === undefined) throw noCard();
  if (typeof card === "string") throw new CompanyError(422, card, "The token can't be used.");
  if (
    card.behaviour === "charge_gateway_error" ||
    (!isKept && card.behaviour === "gateway_error")
  ) {
    throw new CompanyError(500, "gateway_error", "Internal fault.");
  }
  return card;
}

async function isKnown(books: Books, { key }: KeyedCall): Promise<boolean> {
  const known = await books
    .selectFrom("sandbox.payment_idempotency")
    .select("key")
    .where("key", "=", key)
    .executeTakeFirst();
  return known !== undefined;
}

const experiences: Readonly<Record<string, ChargeAnswer>> = {
  charge_slow_answer: "slow",
  charge_lost_answer: "lost",
};

async function refundedAmount(books: Books, chargeId: string): Promise<number> {
  const { sum } = await books
    .selectFrom("sandbox.payment_refund")
    .select(({ fn }) => fn.sum<string | null>("amount").as("sum"))
    .where("charge_id", "=", chargeId)
    .where("status", "<>", "failed")
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** Charges by id or by the idempotency key they were asked for with; possibly none. */
export async function findCharges(
  company: Company,
  by: { readonly id: string } | { readonly idempotency_key: string },
) {
  const { database: books } = company;
  const query = books.selectFrom("sandbox.payment_charge").selectAll();
  const rows = await ("id" in by
    ? query.where("id", "=", by.id)
    : query.where("idempotency_key", "=", by.idempotency_key)
  ).execute();
  return await Promise.all(
    rows.map(async (row) => showCharge(company, row, await refundedAmount(books, row.id))),
  );
}

/** A refund as the API shows it. */
export function showRefund(refund: RefundRow) {
  return {
    id: refund.id,
    status: refund.status,
    charge_id: refund.charge_id,
    amount: refund.amount,
    idempotency_key: refund.idempotency_key,
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
  const card = await books
    .selectFrom("sandbox.payment_card")
    .select("behaviour")
    .where("id", "=", charge.card_id)
    .executeTakeFirstOrThrow();
  const isSlow = card.behaviour === "refund_slow" || card.behaviour === "refund_fails";
  const refund = await books
    .insertInto("sandbox.payment_refund")
    .values({
      id: newId("ref"),
      created_at: now,
      idempotency_key: idempotencyKey,
      charge_id: charge.id,
      amount,
      status: isSlow ? "pending" : "succeeded",
      settles_at: isSlow ? new Date(now.getTime() + refundSettlesMs) : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return await tellRefund(books, refund, now);
}

/** How long a slow refund waits for the issuer. */
const refundSettlesMs = 5_000;

async function tellRefund(books: Books, refund: RefundRow, now: Date) {
  if (refund.status === "succeeded") {
    const { id: source, amount } = refund;
    await recordMovement(books, { kind: "refund", amount: -amount, source, at: now });
  }
  const shown = showRefund(refund);
  await recordEvent(books, `refund.${refund.status}`, shown, now);
  return shown;
}

/** @throws CompanyError 404 `refund_not_found`. */
export async function findRefund(books: Books, id: string) {
  const refund = await books
    .selectFrom("sandbox.payment_refund")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (refund === undefined) throw new CompanyError(404, "refund_not_found", "No such refund.");
  return showRefund(refund);
}

/**
 * The refund of a charge that was asked for with a key; possibly none.
 *
 * @throws CompanyError 404 `charge_not_found`.
 */
export async function findRefunds(
  books: Books,
  by: { readonly charge_id: string; readonly idempotency_key: string },
) {
  const charge = await books
    .selectFrom("sandbox.payment_charge")
    .select("id")
    .where("id", "=", by.charge_id)
    .executeTakeFirst();
  if (charge === undefined) throw new CompanyError(404, "charge_not_found", "No such charge.");
  const refunds = await books
    .selectFrom("sandbox.payment_refund")
    .selectAll()
    .where("charge_id", "=", by.charge_id)
    .where("idempotency_key", "=", by.idempotency_key)
    .execute();
  return refunds.map(showRefund);
}

/** Lets issuers answer the refunds whose time has come. @returns how many. */
export async function settleRefunds(books: Books, now: Date): Promise<number> {
  const due = await books
    .selectFrom("sandbox.payment_refund as refund")
    .innerJoin("sandbox.payment_charge as charge", "charge.id", "refund.charge_id")
    .innerJoin("sandbox.payment_card as card", "card.id", "charge.card_id")
    .select(["refund.id", "card.behaviour"])
    .where("refund.status", "=", "pending")
    .where("refund.settles_at", "<=", now)
    .forUpdate("refund")
    .skipLocked()
    .execute();
  for (const { id, behaviour } of due) {
    const refund = await books
      .updateTable("sandbox.payment_refund")
      .set({ status: behaviour === "refund_fails" ? "failed" : "succeeded", settles_at: null })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await tellRefund(books, refund, now);
  }
  return due.length;
}
