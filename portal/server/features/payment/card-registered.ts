import type { Transaction } from "kysely";
import type { Tables } from "../../database/generated/tables.ts";

/** A card that was just put on file, or renewed by its network. */
export interface RegisteredCard {
  readonly accountId: string;
  readonly now: Date;
  /** The invoices that the button named, where there was one; else all that is unpaid. */
  readonly owed?: readonly string[] | undefined;
}

/**
 * What other features do when a card is put on file, in the same transaction: payment reports it
 * and does not know who listens.
 */
export type CardRegistered = (tx: Transaction<Tables>, card: RegisteredCard) => Promise<void>;

/**
 * Asked in the transaction that takes a member's card: whether what the new card will be charged for
 * is what its holder was shown.
 *
 * @param shown what the screen called the amounts
 * @returns the invoices that it named
 * @throws AppError TermsChanged when something else is owed by now
 */
export type CardAsked = (
  tx: Transaction<Tables>,
  asked: { readonly accountId: string; readonly shown: string },
) => Promise<string[]>;
