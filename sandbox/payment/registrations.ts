import type { Selectable, Updateable } from "kysely";
import type { CardBehaviour } from "../cards/test-cards.ts";
import type { RegistrationStatus, SandboxTables } from "../database/tables.ts";
import { keepCard, showCard } from "./cards.ts";
import { type Books, type Company, CompanyError, newId } from "./company.ts";
import { recordEvent } from "./events.ts";
import { registrationLifetimeMs } from "./settings.ts";
import { type Token, useToken } from "./tokens.ts";

export type Registration = Selectable<SandboxTables["sandbox.payment_registration"]>;
type Change = Updateable<SandboxTables["sandbox.payment_registration"]>;

export interface RegistrationRequest {
  readonly token: string;
  readonly return_url: string;
  readonly customer_ref: string;
  readonly locale?: "ja" | "en" | undefined;
}

/** What the issuer says when a card is presented. */
type Verdict =
  | { readonly status: "succeeded" | "requires_action" }
  | { readonly status: "failed"; readonly failure: "declined" | "gateway"; readonly code: string };

const succeeds: Verdict = { status: "succeeded" };
const challenges: Verdict = { status: "requires_action" };

const verdicts: Readonly<Record<CardBehaviour, Verdict | "fault">> = {
  success: succeeds,
  challenge: challenges,
  challenge_slow: challenges,
  challenge_fails: challenges,
  declined: { status: "failed", failure: "declined", code: "declined_by_issuer" },
  expired_card: { status: "failed", failure: "declined", code: "expired_card" },
  issuer_unreachable: { status: "failed", failure: "gateway", code: "issuer_unreachable" },
  gateway_error: "fault",
  charge_declined: succeeds,
  charge_gateway_error: succeeds,
  charge_slow_answer: succeeds,
  charge_lost_answer: succeeds,
  charge_declined_lost: succeeds,
  charge_needs_authentication: succeeds,
  charge_recovers: succeeds,
  refund_slow: succeeds,
  refund_fails: succeeds,
};

export function challengeAddress(company: Company, id: string): string {
  return `${company.origin}/payment/three-d-secure/${id}`;
}

/** A registration as the API shows it. */
export async function showRegistration(company: Company, books: Books, row: Registration) {
  const card =
    row.card_id === null
      ? undefined
      : await books
          .selectFrom("sandbox.payment_card")
          .selectAll()
          .where("id", "=", row.card_id)
          .executeTakeFirstOrThrow();
  return {
    id: row.id,
    status: row.status,
    customer_ref: row.customer_ref,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    ...(row.status === "requires_action" && { redirect_url: challengeAddress(company, row.id) }),
    ...(card !== undefined && { card: showCard(card) }),
    ...(row.failure !== null && { failure: row.failure }),
    ...(row.decline_code !== null && { decline_code: row.decline_code }),
  };
}

async function announce(company: Company, books: Books, row: Registration) {
  const shown = await showRegistration(company, books, row);
  await recordEvent(books, `card_registration.${row.status}`, shown, company.now());
  return shown;
}

/**
 * Presents a token's card to its issuer.
 * @throws CompanyError 500 `gateway_error` for the card that provokes it; nothing is recorded
 *   and the token stays usable, because the transaction is undone.
 */
export async function createRegistration(
  company: Company,
  books: Books,
  request: RegistrationRequest,
) {
  const now = company.now();
  const token = await useToken(books, request.token, now);
  const known = typeof token === "string" ? undefined : token;
  const verdict = known === undefined ? undefined : verdicts[known.behaviour];
  if (verdict === "fault") throw new CompanyError(500, "gateway_error", "Internal fault.");
  const card =
    known !== undefined && verdict?.status === "succeeded"
      ? await keepCard(books, known, request.customer_ref, now)
      : undefined;
  const refusal =
    verdict === undefined
      ? { failure: "token" as const, code: String(token) }
      : verdict.status === "failed"
        ? verdict
        : undefined;
  const row = await books
    .insertInto("sandbox.payment_registration")
    .values({
      id: newId("reg"),
      created_at: now,
      updated_at: now,
      expires_at: new Date(now.getTime() + registrationLifetimeMs),
      settles_at: null,
      status: verdict?.status ?? "failed",
      failure: refusal?.failure ?? null,
      decline_code: refusal?.code ?? null,
      customer_ref: request.customer_ref,
      return_url: request.return_url,
      locale: request.locale ?? null,
      token_id: known?.id ?? null,
      card_id: card?.id ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return await announce(company, books, row);
}

/**
 * Moves a registration from one of the statuses `from`; undefined if it was in none of them
 * (someone else was faster). The change is announced in the same transaction.
 */
export async function changeRegistration(
  company: Company,
  books: Books,
  id: string,
  from: RegistrationStatus,
  change: Change,
): Promise<Registration | undefined> {
  const row = await books
    .updateTable("sandbox.payment_registration")
    .set({ ...change, updated_at: company.now() })
    .where("id", "=", id)
    .where("status", "=", from)
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined && row.status !== from) await announce(company, books, row);
  return row;
}

/** The issuer's confirmation after authentication: the card is kept. */
export async function settleRegistration(company: Company, books: Books, row: Registration) {
  const token = await tokenOf(books, row);
  const card = await keepCard(books, token, row.customer_ref, company.now());
  await changeRegistration(company, books, row.id, "authenticated", {
    status: "succeeded",
    settles_at: null,
    card_id: card.id,
  });
}

export async function tokenOf(books: Books, row: Registration): Promise<Token> {
  return await books
    .selectFrom("sandbox.payment_token")
    .selectAll()
    .where("id", "=", row.token_id)
    .executeTakeFirstOrThrow();
}

/** @throws CompanyError 404 `registration_not_found`. */
export async function findRegistration(books: Books, id: string): Promise<Registration> {
  const row = await books
    .selectFrom("sandbox.payment_registration")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) {
    throw new CompanyError(404, "registration_not_found", "No such card registration.");
  }
  return row;
}
