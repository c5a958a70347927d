import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import type { SandboxTables } from "../database/tables.ts";
import { type Books, type Company, CompanyError, newId } from "./company.ts";
import { recordEvent } from "./events.ts";
import { type Token, useToken } from "./tokens.ts";

type CardRow = Selectable<SandboxTables["sandbox.payment_card"]>;

/** A card as the API shows it. */
export function showCard(card: CardRow) {
  return {
    id: card.id,
    brand: card.brand,
    last4: card.last4,
    expiry_month: card.expiry_month,
    expiry_year: card.expiry_year,
    holder: card.holder,
    customer_ref: card.customer_ref,
    fingerprint: card.fingerprint,
    created_at: card.created_at.toISOString(),
  };
}

export async function keepCard(
  books: Books,
  token: Token,
  customerRef: string,
  now: Date,
  as: { readonly id: string; readonly deletedAt: Date | null } = {
    id: newId("card"),
    deletedAt: null,
  },
): Promise<CardRow> {
  return await books
    .insertInto("sandbox.payment_card")
    .values({
      id: as.id,
      created_at: now,
      deleted_at: as.deletedAt,
      customer_ref: customerRef,
      brand: token.brand,
      last4: token.last4,
      expiry_month: token.expiry_month,
      expiry_year: token.expiry_year,
      holder: token.holder,
      behaviour: token.behaviour,
      fingerprint: token.fingerprint,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Who owns a card that is charged once: nobody here. */
export const oneTimeOwner = "one-time";

/**
 * The card of a token, for one charge and gone at once. Named by the call's key: a repeat finds it,
 * although the token is used by then.
 *
 * @returns the card, or why its token is worth nothing
 */
export async function oneTimeCard(
  company: Company,
  key: string,
  tokenId: string,
): Promise<CardRow | Exclude<Awaited<ReturnType<typeof useToken>>, Token>> {
  const now = company.now();
  const id = `card_once_${createHash("sha256").update(key).digest("hex").slice(0, 24)}`;
  return await company.database.transaction().execute(async (books) => {
    const token = await useToken(books, tokenId, now);
    if (typeof token !== "string") {
      return await keepCard(books, token, oneTimeOwner, now, { id, deletedAt: now });
    }
    const known = await books
      .selectFrom("sandbox.payment_card")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirst();
    return known ?? token;
  });
}

/** The refusal of a card that is unknown or deleted. */
export const noCard = () => new CompanyError(404, "card_not_found", "No such card.");

/** @throws CompanyError 404 `card_not_found` for an unknown or deleted card. */
export async function findCard(books: Books, id: string): Promise<CardRow> {
  const card = await books
    .selectFrom("sandbox.payment_card")
    .selectAll()
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (card === undefined) throw noCard();
  return card;
}

/** Deleting again is not an error: the answer is the same. @throws CompanyError 404 if unknown. */
export async function deleteCard(company: Company, id: string) {
  await company.database.transaction().execute(async (books) => {
    const deleted = await books
      .updateTable("sandbox.payment_card")
      .set({ deleted_at: company.now() })
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .returningAll()
      .executeTakeFirst();
    if (deleted !== undefined) {
      await recordEvent(books, "card.deleted", showCard(deleted), company.now());
      return;
    }
    const known = await books
      .selectFrom("sandbox.payment_card")
      .select("id")
      .where("id", "=", id)
      .executeTakeFirst();
    if (known === undefined) throw noCard();
  });
  company.wake();
  return { id, deleted: true };
}
