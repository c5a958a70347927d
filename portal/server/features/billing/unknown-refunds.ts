import { transaction } from "@sekimori/kit-server/database";
import type { PortalContext, PortalTransaction, Queryable } from "../../context.ts";
import { keyLifetimeMs } from "./company-keys.ts";
import { shownNumber } from "./invoice-snapshot.ts";
import { park } from "./parking.ts";
import type { RefundRow } from "./refund-outcome.ts";

// Refunds whose answer is missing for so long that the company may have forgotten their key: nobody
// repeats them, because that could give the money back twice (decision 52).

/** From here back a refund that was sent has outlived its key. */
const outlived = (now: Date) => new Date(now.getTime() - keyLifetimeMs);

/** A refund of which nobody knows whether it was made. */
export interface UnknownRefund {
  readonly refund: string;
  readonly invoice: string;
  readonly contract: string;
  /** Yen. */
  readonly amount: number;
  readonly sentAt: string;
  /** An operator has said that it was never made: it is asked for once more and given up. */
  readonly isReleased: boolean;
}

/** All of them, whatever else their contracts are parked for. */
export async function unknownRefunds(db: Queryable, now: Date): Promise<UnknownRefund[]> {
  const rows = await db
    .selectFrom("portal.refund as refund")
    .innerJoin("portal.invoice as invoice", "invoice.id", "refund.invoice_id")
    .select(["refund.id", "invoice.number", "invoice.contract_id as contract", "refund.amount"])
    .select(["refund.sent_at", "refund.released_at"])
    .where("refund.state", "=", "created")
    .where("refund.sent_at", "<=", outlived(now))
    .orderBy("refund.sent_at")
    .execute();
  return rows.map(({ id, number, contract, amount, sent_at, released_at }) => ({
    refund: id,
    invoice: shownNumber(number ?? 0),
    contract,
    amount,
    sentAt: sent_at?.toISOString() ?? "",
    isReleased: released_at !== null,
  }));
}

/** Has an operator look at a refund, unless it was decided or released meanwhile. */
export async function parkUnknown(
  context: PortalContext,
  { id }: RefundRow,
  why: string,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const open = await tx
      .selectFrom("portal.refund")
      .select("invoice_id")
      .where("id", "=", id)
      .where("state", "=", "created")
      .where("released_at", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (!open) return;
    const invoice = await tx
      .selectFrom("portal.invoice")
      .select(["contract_id", "number"])
      .where("id", "=", open.invoice_id)
      .executeTakeFirstOrThrow();
    const detail = `refund ${id} of invoice ${invoice.number} has no answer, and ${why}`;
    await park(context, tx, invoice.contract_id, "unknown-refund", detail);
  });
}

/**
 * An operator has looked at the company and found no refund: once the company has said the same, a
 * contract's refunds that outlived their keys are given up. Younger ones stay open.
 */
export async function releaseUnknownRefunds(
  tx: PortalTransaction,
  contractId: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable("portal.refund as refund")
    .from("portal.invoice as invoice")
    .set({ released_at: now })
    .whereRef("invoice.id", "=", "refund.invoice_id")
    .where("invoice.contract_id", "=", contractId)
    .where("refund.state", "=", "created")
    .where("refund.sent_at", "<=", outlived(now))
    .where("refund.released_at", "is", null)
    .execute();
}
