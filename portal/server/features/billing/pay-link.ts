import { dayMs } from "@sekimori/kit-contract/tokyo";
import { hashToken, newToken } from "@sekimori/kit-server/cookies";
import type { PortalTransaction } from "../../context.ts";

/** A link to pay lives as long as the course of an unpaid invoice, and a week more. */
const payLinkLifetimeMs = 21 * dayMs;

/** A single-use link to pay an invoice; the database keeps its hash. @returns the token. */
export function newPayLink(tx: PortalTransaction, invoiceId: string, now: Date): Promise<string> {
  return insertLink(tx, invoiceId, now, null);
}

/** A link that shows an invoice as one does that was used, and cannot pay it. @returns the token. */
export function newUsedLink(tx: PortalTransaction, invoiceId: string, now: Date): Promise<string> {
  return insertLink(tx, invoiceId, now, now);
}

async function insertLink(
  tx: PortalTransaction,
  invoiceId: string,
  now: Date,
  usedAt: Date | null,
): Promise<string> {
  const token = newToken();
  await tx
    .insertInto("portal.pay_link")
    .values({
      token_digest: hashToken(token),
      invoice_id: invoiceId,
      created_at: now,
      used_at: usedAt,
      expires_at: new Date(now.getTime() + payLinkLifetimeMs),
    })
    .execute();
  return token;
}
