import { createHmac } from "node:crypto";
import type { Selectable } from "kysely";
import { detectBrand } from "../cards/card-number.ts";
import { behaviourOf } from "../cards/test-cards.ts";
import type { SandboxTables } from "../database/tables.ts";
import {
  type CardField,
  type CardInput,
  normaliseCard,
  parseMonth,
  parseYear,
  validateCard,
} from "./card-form.ts";
import { type Books, type Company, CompanyError, newId } from "./company.ts";
import { tokenLifetimeMs } from "./settings.ts";

export type Token = Selectable<SandboxTables["sandbox.payment_token"]>;

export type TokenResult =
  | { readonly token: Token }
  | { readonly refused: "invalid_fields" | "not_a_test_card"; readonly fields: CardField[] };

/**
 * Exchanges what was typed into the fields page for a single-use token. The number and the
 * security code are dropped here; they reach neither the database nor the log.
 */
export async function createToken(company: Company, typed: CardInput): Promise<TokenResult> {
  const now = company.now();
  const card = normaliseCard(typed);
  const fields = Object.keys(validateCard(card, now)) as CardField[];
  const brand = detectBrand(card.number);
  const month = parseMonth(card.expiryMonth);
  const year = parseYear(card.expiryYear);
  if (fields.length > 0 || brand === undefined || month === undefined || year === undefined) {
    return { refused: "invalid_fields", fields };
  }
  const behaviour = behaviourOf(card.number);
  if (behaviour === undefined) return { refused: "not_a_test_card", fields: ["number"] };
  const token = await company.database
    .insertInto("sandbox.payment_token")
    .values({
      id: newId("tok"),
      created_at: now,
      expires_at: new Date(now.getTime() + tokenLifetimeMs),
      used_at: null,
      brand,
      last4: card.number.slice(-4),
      expiry_month: month,
      expiry_year: year,
      holder: card.holder,
      behaviour,
      fingerprint: createHmac("sha256", company.settings.fingerprintKey)
        .update(card.number)
        .digest("hex"),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { token };
}

/**
 * Takes a token out of circulation. Of any number of simultaneous attempts one gets it; the
 * others, and attempts with unknown or expired tokens, get the reason.
 */
export async function useToken(
  books: Books,
  id: string,
  now: Date,
): Promise<Token | "token_unknown" | "token_used" | "token_expired"> {
  const used = await books
    .updateTable("sandbox.payment_token")
    .set({ used_at: now })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
  if (used !== undefined) return used;
  const known = await books
    .selectFrom("sandbox.payment_token")
    .select("used_at")
    .where("id", "=", id)
    .executeTakeFirst();
  if (known === undefined) return "token_unknown";
  return known.used_at === null ? "token_expired" : "token_used";
}

/** @throws CompanyError 404 `token_not_found`. */
export async function findToken(books: Books, id: string): Promise<Token> {
  const token = await books
    .selectFrom("sandbox.payment_token")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (token === undefined) throw new CompanyError(404, "token_not_found", "No such token.");
  return token;
}

/** A token as the API shows it to the merchant: which card it stands for. */
export function showToken({ id, brand, last4, created_at: at }: Token) {
  return { id, brand, last4, created_at: at.toISOString() };
}
