import type { Locale } from "@sekimori/kit-contract/locale";
import type { Sealer } from "@sekimori/kit-server/sealing";
import { type Selectable, sql, type Updateable } from "kysely";
import type { PortalTransaction, Queryable } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import { type PersonalData, sealPersonalData } from "./personal-data.ts";

export type AccountRow = Selectable<Tables["portal.account"]>;

export interface NewAccount {
  readonly id: string;
  readonly emailDigest: string;
  readonly personal: PersonalData;
  readonly language: Locale;
  /** Null for an account that signs in by an external ID. */
  readonly passwordHash: string | null;
  readonly external: { readonly issuer: string; readonly subject: string } | null;
  readonly createdAt: Date;
}

/** @returns false when the address, or the external ID, has an account already. */
export async function insertAccount(
  tx: PortalTransaction,
  sealer: Sealer,
  account: NewAccount,
): Promise<boolean> {
  const { id, external, createdAt } = account;
  const inserted = await tx
    .insertInto("portal.account")
    .values({
      id,
      email_digest: account.emailDigest,
      personal: sealPersonalData(sealer, id, account.personal),
      user_type: account.personal.information.userType,
      language: account.language,
      created_at: createdAt,
    })
    .onConflict((conflict) => conflict.column("email_digest").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!inserted) return false;
  if (account.passwordHash !== null) {
    await tx
      .insertInto("portal.credential")
      .values({ account_id: id, password_hash: account.passwordHash, changed_at: createdAt })
      .execute();
  }
  if (external !== null) {
    await tx
      .insertInto("portal.external_identity")
      .values({ ...external, account_id: id, linked_at: createdAt })
      .execute();
  }
  return true;
}

export type AccountWithPassword = AccountRow & { readonly password_hash: string | null };

/** False for whoever signs in by an external ID alone. */
export async function hasPassword(db: Queryable, accountId: string): Promise<boolean> {
  const found = await db
    .selectFrom("portal.credential")
    .select("account_id")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Which of some accounts have a password. */
export async function havingPassword(
  db: Queryable,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("portal.credential")
    .select("account_id")
    .where(sql<boolean>`account_id = any(${[...accountIds]}::uuid[])`)
    .execute();
  return new Set(rows.map(({ account_id: id }) => id));
}

function openAccounts(db: Queryable) {
  return db
    .selectFrom("portal.account")
    .leftJoin("portal.credential", "portal.credential.account_id", "portal.account.id")
    .selectAll("portal.account")
    .select("portal.credential.password_hash")
    .where("closed_at", "is", null);
}

/** The open account of an address, with its password's hash. */
export async function findAccountByEmail(
  db: Queryable,
  emailDigest: string,
): Promise<AccountWithPassword | undefined> {
  return openAccounts(db).where("email_digest", "=", emailDigest).executeTakeFirst();
}

/** An open account, with its password's hash. */
export async function findAccount(
  db: Queryable,
  id: string,
): Promise<AccountWithPassword | undefined> {
  return openAccounts(db).where("portal.account.id", "=", id).executeTakeFirst();
}

/** Reads an account and keeps others from it until the transaction ends. */
export async function lockAccount(
  tx: PortalTransaction,
  id: string,
): Promise<AccountRow | undefined> {
  return tx
    .selectFrom("portal.account")
    .selectAll()
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateAccount(
  tx: PortalTransaction,
  id: string,
  change: Updateable<Tables["portal.account"]>,
): Promise<void> {
  await tx.updateTable("portal.account").set(change).where("id", "=", id).execute();
}

export async function updatePassword(
  tx: PortalTransaction,
  accountId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await tx
    .insertInto("portal.credential")
    .values({ account_id: accountId, password_hash: passwordHash, changed_at: now })
    .onConflict((conflict) =>
      conflict.column("account_id").doUpdateSet({ password_hash: passwordHash, changed_at: now }),
    )
    .execute();
}
