import type { PortalTransaction, Queryable } from "../../context.ts";
import type { AccountRow } from "../account/account-repository.ts";

/** An identity at a provider; the address plays no part in it. */
export interface IdentityKey {
  readonly issuer: string;
  readonly subject: string;
}

/** The open account that an external identity is linked to. */
export async function findLinkedAccount(
  db: Queryable,
  { issuer, subject }: IdentityKey,
): Promise<AccountRow | undefined> {
  return db
    .selectFrom("portal.external_identity")
    .innerJoin("portal.account", "portal.account.id", "portal.external_identity.account_id")
    .selectAll("portal.account")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .where("closed_at", "is", null)
    .executeTakeFirst();
}

/** Ends every link of an account. @returns whether there was one. */
export async function unlinkExternalIds(
  tx: PortalTransaction,
  accountId: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("portal.external_identity")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
