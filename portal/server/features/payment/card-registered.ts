import type { Transaction } from "kysely";
import type { Tables } from "../../database/generated/tables.ts";

/** A card that was just put on file, or renewed by its network. */
export interface RegisteredCard {
  readonly accountId: string;
  readonly now: Date;
}

/**
 * What other features do when a card is put on file, in the same transaction: payment reports it
 * and does not know who listens.
 */
export type CardRegistered = (tx: Transaction<Tables>, card: RegisteredCard) => Promise<void>;
