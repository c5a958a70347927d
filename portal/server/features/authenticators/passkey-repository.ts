import { dayMs } from "@sekimori/kit-contract/tokyo";
import type { Insertable, Selectable } from "kysely";
import type { PortalTransaction, Queryable } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";

type PasskeyTable = Tables["portal.passkey"];
export type PasskeyRow = Selectable<PasskeyTable>;

/** The passkey that a credential id names, whoever's it is. */
export async function findPasskey(
  db: Queryable,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom("portal.passkey")
    .selectAll()
    .where("credential_id", "=", credentialId)
    .executeTakeFirst();
}

/** An account's passkeys, the oldest first. */
export async function findPasskeys(db: Queryable, accountId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom("portal.passkey")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** @returns false where the credential is on an account already. */
export async function insertPasskey(
  tx: PortalTransaction,
  row: Insertable<PasskeyTable>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("portal.passkey")
    .values(row)
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Notes a use. @returns false where it was removed, or used with another counter, meanwhile. */
export async function notePasskeyUse(
  tx: PortalTransaction,
  passkey: PasskeyRow,
  use: { readonly counter: number; readonly backedUp: boolean; readonly at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("portal.passkey")
    .set({ counter: use.counter, backed_up: use.backedUp, last_used_at: use.at })
    .where("id", "=", passkey.id)
    .where("counter", "=", passkey.counter)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Notes that the owner is told of a copy now. @returns false where that was done within a day. */
export async function noteCopyTold(tx: PortalTransaction, id: string, now: Date): Promise<boolean> {
  const dayAgo = new Date(now.getTime() - dayMs);
  const { numUpdatedRows } = await tx
    .updateTable("portal.passkey")
    .set({ copy_told_at: now })
    .where("id", "=", id)
    .where((where) =>
      where.or([where("copy_told_at", "is", null), where("copy_told_at", "<=", dayAgo)]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** @returns whether the account has such a passkey. */
export async function updatePasskeyName(
  tx: PortalTransaction,
  accountId: string,
  id: string,
  name: Buffer,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("portal.passkey")
    .set({ name })
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** @returns the passkey that was removed, where the account had it. */
export async function deletePasskey(
  tx: PortalTransaction,
  accountId: string,
  id: string,
): Promise<PasskeyRow | undefined> {
  return tx
    .deleteFrom("portal.passkey")
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .returningAll()
    .executeTakeFirst();
}

/** @returns how many an account had. */
export async function deletePasskeys(tx: PortalTransaction, accountId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("portal.passkey")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
