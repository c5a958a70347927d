import { randomUUID } from "node:crypto";
import { hashToken, newToken } from "@sekimori/kit-server/cookies";
import type { Insertable, Selectable, Updateable } from "kysely";
import type { PortalTransaction, Queryable } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";

type AttemptTable = Tables["portal.sign_in_attempt"];
export type AttemptRow = Selectable<AttemptTable>;
type NewAttempt = Omit<
  Insertable<AttemptTable>,
  "id" | "token_digest" | "created_at" | "expires_at"
>;

/** How long a sign-in may wait for its second step. */
const attemptLifetimeMs = 60 * 60_000;

/** The unexpired attempt that a cookie's digest names. */
export async function findAttempt(
  db: Queryable,
  tokenDigest: string,
  now: Date,
): Promise<AttemptRow | undefined> {
  return db
    .selectFrom("portal.sign_in_attempt")
    .selectAll()
    .where("token_digest", "=", tokenDigest)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** Starts the second step of a sign-in; a code, which is bound to its id, comes afterwards. */
export async function insertAttempt(
  tx: PortalTransaction,
  values: NewAttempt,
  now: Date,
): Promise<{ readonly token: string; readonly id: string }> {
  const id = randomUUID();
  const token = newToken();
  await tx
    .insertInto("portal.sign_in_attempt")
    .values({
      ...values,
      id,
      token_digest: hashToken(token),
      created_at: now,
      expires_at: new Date(now.getTime() + attemptLifetimeMs),
    })
    .execute();
  return { token, id };
}

/** Reads an attempt and keeps others from it until the transaction ends. */
export async function lockAttempt(
  tx: PortalTransaction,
  id: string,
): Promise<AttemptRow | undefined> {
  return tx
    .selectFrom("portal.sign_in_attempt")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateAttempt(
  tx: PortalTransaction,
  id: string,
  change: Updateable<AttemptTable>,
): Promise<void> {
  await tx.updateTable("portal.sign_in_attempt").set(change).where("id", "=", id).execute();
}

export async function deleteAttempt(tx: PortalTransaction, id: string): Promise<void> {
  await tx.deleteFrom("portal.sign_in_attempt").where("id", "=", id).execute();
}

/** Ends what waits for its second step, or a press, and began with logins at an organisation's provider. */
export async function deleteAttemptsOfLogins(
  tx: PortalTransaction,
  loginIds: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom("portal.sign_in_attempt")
    .where("sso_login_id", "in", [...loginIds])
    .execute();
}
