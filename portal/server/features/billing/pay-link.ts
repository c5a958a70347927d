import { dayMs } from "@sekimori/kit-contract/tokyo";
import { hashToken, newToken } from "@sekimori/kit-server/cookies";
import type { PortalTransaction } from "../../context.ts";

/** A link to pay lives as long as the course of an unpaid invoice, and a week more. */
const payLinkLifetimeMs = 21 * dayMs;
/** A link to come back by from the issuer's page: time to see what came, and to try another card. */
const returnedLinkLifetimeMs = 60 * 60_000;

/** A single-use link to pay an invoice; the database keeps its hash. @returns the token. */
export function newPayLink(tx: PortalTransaction, invoiceId: string, now: Date): Promise<string> {
  const expiresAt = new Date(now.getTime() + payLinkLifetimeMs);
  return insertLink(tx, { invoiceId, usedAt: null, expiresAt }, now);
}

/**
 * A link that shows an invoice as one does that was used, for whoever comes back from the issuer's
 * page. It is over with the link that they went there by, so that going there again renews nothing.
 *
 * @param from the digest of the link that they went there by
 * @returns the token; undefined when that link is over.
 */
export async function newReturnedLink(
  tx: PortalTransaction,
  from: string,
  now: Date,
): Promise<string | undefined> {
  const link = await tx
    .selectFrom("portal.pay_link")
    .select(["invoice_id", "expires_at"])
    .where("token_digest", "=", from)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (!link) return undefined;
  const ends = Math.min(link.expires_at.getTime(), now.getTime() + returnedLinkLifetimeMs);
  return insertLink(
    tx,
    { invoiceId: link.invoice_id, usedAt: now, expiresAt: new Date(ends) },
    now,
  );
}

interface NewLink {
  readonly invoiceId: string;
  readonly usedAt: Date | null;
  readonly expiresAt: Date;
}

async function insertLink(
  tx: PortalTransaction,
  { invoiceId, usedAt, expiresAt }: NewLink,
  now: Date,
): Promise<string> {
  const token = newToken();
  await tx
    .insertInto("portal.pay_link")
    .values({
      token_digest: hashToken(token),
      invoice_id: invoiceId,
      created_at: now,
      used_at: usedAt,
      expires_at: expiresAt,
    })
    .execute();
  return token;
}
