import { randomUUID } from "node:crypto";
import type { PortalTransaction, Queryable } from "../../context.ts";
import type { AccountRow } from "../account/account-repository.ts";

/** Somebody at an organisation's provider; the address plays no part in it. */
export interface MemberKey {
  readonly connectionId: string;
  readonly issuer: string;
  readonly subject: string;
}

/** The open account that somebody at a provider is linked to. */
export async function findLinked(
  db: Queryable,
  { connectionId, issuer, subject }: MemberKey,
): Promise<AccountRow | undefined> {
  return db
    .selectFrom("portal.sso_identity as identity")
    .innerJoin("portal.account as account", "account.id", "identity.account_id")
    .selectAll("account")
    .where("identity.connection_id", "=", connectionId)
    .where("identity.issuer", "=", issuer)
    .where("identity.subject", "=", subject)
    .where("account.closed_at", "is", null)
    .executeTakeFirst();
}

/** Links an account, in the place of what it was linked to at this connection. @returns false when the identity is another's. */
export async function linkTo(
  tx: PortalTransaction,
  accountId: string,
  { connectionId, issuer, subject }: MemberKey,
  now: Date,
): Promise<boolean> {
  await tx
    .deleteFrom("portal.sso_identity")
    .where("connection_id", "=", connectionId)
    .where("account_id", "=", accountId)
    .execute();
  const inserted = await tx
    .insertInto("portal.sso_identity")
    .values({
      id: randomUUID(),
      connection_id: connectionId,
      issuer,
      subject,
      account_id: accountId,
      linked_at: now,
    })
    .onConflict((conflict) => conflict.columns(["connection_id", "issuer", "subject"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}
