import type { SecondFactorWay } from "@sekimori/portal-contract/endpoints/authenticators";
import { type Selectable, sql } from "kysely";
import type { PortalTransaction, Queryable } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import { deletePasskeys } from "./passkey-repository.ts";
import { waysOf } from "./ways.ts";

export type TotpRow = Selectable<Tables["portal.totp_secret"]>;

const appOf = (db: Queryable, accountId: string, confirmed: "is" | "is not") =>
  db
    .selectFrom("portal.totp_secret")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("confirmed_at", confirmed, null)
    .executeTakeFirst();

/** The app that counts; undefined where there is none. */
export const findApp = (db: Queryable, accountId: string): Promise<TotpRow | undefined> =>
  appOf(db, accountId, "is not");

/** The app that waits for its first code. */
export const findAppInSetUp = (db: Queryable, accountId: string): Promise<TotpRow | undefined> =>
  appOf(db, accountId, "is");

/** Begins the setting up of an app; an earlier one that was never proved is forgotten. */
export async function insertAppInSetUp(
  tx: PortalTransaction,
  row: { readonly id: string; readonly accountId: string; readonly secret: Buffer },
  now: Date,
): Promise<void> {
  await tx
    .deleteFrom("portal.totp_secret")
    .where("account_id", "=", row.accountId)
    .where("confirmed_at", "is", null)
    .execute();
  await tx
    .insertInto("portal.totp_secret")
    .values({ id: row.id, account_id: row.accountId, secret: row.secret, created_at: now })
    .execute();
}

/** Puts an app in force in the place of the one before. @returns whether there was one before. */
export async function putAppInForce(
  tx: PortalTransaction,
  app: TotpRow,
  step: number,
  now: Date,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("portal.totp_secret")
    .where("account_id", "=", app.account_id)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  await tx
    .updateTable("portal.totp_secret")
    .set({ confirmed_at: now, last_step: step, last_used_at: now })
    .where("id", "=", app.id)
    .execute();
  return numDeletedRows > 0n;
}

/** Uses a step up. @returns false when it, or a later one, was used already: of two only one. */
export async function takeStep(
  tx: PortalTransaction,
  appId: string,
  step: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("portal.totp_secret")
    .set({ last_step: step, last_used_at: now })
    .where("id", "=", appId)
    .where((where) => where.or([where("last_step", "is", null), where("last_step", "<", step)]))
    .where((where) => where.or([where("burnt_step", "is", null), where("burnt_step", "!=", step)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Keeps a code that was refused because the clock was off from being taken when its time comes. */
export async function burnStep(tx: PortalTransaction, appId: string, step: number): Promise<void> {
  await tx
    .updateTable("portal.totp_secret")
    .set({ burnt_step: step })
    .where("id", "=", appId)
    .execute();
}

/** Puts a set of recovery codes in the place of the one before. */
export async function replaceRecoveryCodes(
  tx: PortalTransaction,
  accountId: string,
  digests: readonly string[],
  now: Date,
): Promise<void> {
  await tx.deleteFrom("portal.recovery_code").where("account_id", "=", accountId).execute();
  await tx
    .insertInto("portal.recovery_code")
    .values(
      digests.map((digest) => ({ account_id: accountId, code_digest: digest, created_at: now })),
    )
    .execute();
}

/** Uses a recovery code up. @returns false where there is none such, or it was used. */
export async function takeRecoveryCode(
  tx: PortalTransaction,
  accountId: string,
  digest: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("portal.recovery_code")
    .set({ used_at: now })
    .where("account_id", "=", accountId)
    .where("code_digest", "=", digest)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** How many of the present recovery codes are left, and when they were made. */
export async function findRecoveryCodes(
  db: Queryable,
  accountId: string,
): Promise<{ readonly left: number; readonly madeAt: Date } | undefined> {
  const rows = await db
    .selectFrom("portal.recovery_code")
    .select(["created_at", "used_at"])
    .where("account_id", "=", accountId)
    .execute();
  const [first] = rows;
  return (
    first && {
      left: rows.filter(({ used_at }) => used_at === null).length,
      madeAt: first.created_at,
    }
  );
}

/** By which ways an account's second factor is proved. */
export async function findWays(db: Queryable, accountId: string): Promise<SecondFactorWay[]> {
  const held = await db
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(selectFrom("portal.passkey").select("id").where("account_id", "=", accountId)).as(
        "passkeys",
      ),
      exists(
        selectFrom("portal.totp_secret")
          .select("id")
          .where("account_id", "=", accountId)
          .where("confirmed_at", "is not", null),
      ).as("app"),
      exists(
        selectFrom("portal.recovery_code")
          .select("code_digest")
          .where("account_id", "=", accountId)
          .where("used_at", "is", null),
      ).as("codes"),
    ])
    .executeTakeFirstOrThrow();
  return waysOf({
    hasPasskey: Boolean(held.passkeys),
    hasApp: Boolean(held.app),
    hasRecoveryCodes: Boolean(held.codes),
  });
}

/** Which of some accounts have a passkey, and which an app. */
export async function findOwnFactors(
  db: Queryable,
  accountIds: readonly string[],
): Promise<{ readonly passkeys: ReadonlySet<string>; readonly apps: ReadonlySet<string> }> {
  const ofThem = sql<boolean>`account_id = any(${[...accountIds]}::uuid[])`;
  const passkeys = await db
    .selectFrom("portal.passkey")
    .select("account_id")
    .distinct()
    .where(ofThem)
    .execute();
  const apps = await db
    .selectFrom("portal.totp_secret")
    .select("account_id")
    .where(ofThem)
    .where("confirmed_at", "is not", null)
    .execute();
  return {
    passkeys: new Set(passkeys.map(({ account_id: id }) => id)),
    apps: new Set(apps.map(({ account_id: id }) => id)),
  };
}

/** Forgets the app and one in set-up. @returns whether an app was in force. */
export async function deleteApp(tx: PortalTransaction, accountId: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom("portal.totp_secret")
    .where("account_id", "=", accountId)
    .returning("confirmed_at")
    .execute();
  return gone.some(({ confirmed_at: confirmedAt }) => confirmedAt !== null);
}

export async function deleteRecoveryCodes(tx: PortalTransaction, accountId: string): Promise<void> {
  await tx.deleteFrom("portal.recovery_code").where("account_id", "=", accountId).execute();
}

/** Forgets every factor that no mail brings. @returns which of them were in force. */
export async function deleteFactors(
  tx: PortalTransaction,
  accountId: string,
): Promise<{ readonly hadApp: boolean; readonly passkeys: number }> {
  const hadApp = await deleteApp(tx, accountId);
  const passkeys = await deletePasskeys(tx, accountId);
  await deleteRecoveryCodes(tx, accountId);
  return { hadApp, passkeys };
}
