import { hashToken, newToken } from "@sekimori/kit-server/cookies";
import type { PortalTransaction } from "../../context.ts";

/** A link to pay lives as long as the course of an unpaid invoice, and a week more. */
const payLinkLifetimeMs = 21 * 24 * 60 * 60_000;

/** A single-use link to pay an invoice; the database keeps its hash. @returns the token. */
export async function newPayLink(
  tx: PortalTransaction,
  invoiceId: string,
  now: Date,
): Promise<string> {
  const token = newToken();
  await tx
    .insertInto("portal.pay_link")
    .values({
      token_digest: hashToken(token),
      invoice_id: invoiceId,
      created_at: now,
      expires_at: new Date(now.getTime() + payLinkLifetimeMs),
    })
    .execute();
  return token;
}
