import { randomUUID } from "node:crypto";
import { hashToken } from "@sekimori/kit-server/cookies";
import {
  oneTimePasswordTries,
  resetCodeLifetimeMs,
  resetLinkLifetimeMs,
} from "@sekimori/portal-contract/constants";
import type { Selectable } from "kysely";
import type { PortalTransaction, Queryable } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";

export type ResetRow = Selectable<Tables["portal.reset_request"]>;

/** Writes down that a browser asked, for any address alike. @returns the request's id. */
export async function insertReset(
  tx: PortalTransaction,
  asked: { readonly browserToken: string; readonly emailDigest: string },
  now: Date,
): Promise<string> {
  const id = randomUUID();
  await tx
    .insertInto("portal.reset_request")
    .values({
      id,
      browser_digest: hashToken(asked.browserToken),
      email_digest: asked.emailDigest,
      created_at: now,
      expires_at: new Date(now.getTime() + resetLinkLifetimeMs),
    })
    .execute();
  return id;
}

/** Adds what the mail brings, once it is known that there is an account. */
export async function addSecrets(
  tx: PortalTransaction,
  id: string,
  secrets: Pick<ResetRow, "account_id" | "link_digest" | "code_digest">,
): Promise<void> {
  await tx.updateTable("portal.reset_request").set(secrets).where("id", "=", id).execute();
}

/**
 * Counts a guess at the codes that a browser has asked for at an address.
 *
 * @returns the requests that may still be guessed at, with this guess counted.
 */
export async function countGuess(
  db: Queryable,
  browserToken: string,
  emailDigest: string,
  now: Date,
): Promise<readonly ResetRow[]> {
  return db
    .updateTable("portal.reset_request")
    .set((set) => ({ tries: set("tries", "+", 1) }))
    .where("browser_digest", "=", hashToken(browserToken))
    .where("email_digest", "=", emailDigest)
    .where("created_at", ">", new Date(now.getTime() - resetCodeLifetimeMs))
    .where("tries", "<", oneTimePasswordTries)
    .returningAll()
    .execute();
}

/** Takes the guess back of somebody who knew the code: a refused password may be mended. */
export async function returnGuess(db: Queryable, id: string): Promise<void> {
  await db
    .updateTable("portal.reset_request")
    .set((set) => ({ tries: set("tries", "-", 1) }))
    .where("id", "=", id)
    .execute();
}

/** The open request that a mailed link names. */
export async function findResetByLink(
  db: Queryable,
  linkToken: string,
  now: Date,
): Promise<ResetRow | undefined> {
  return db
    .selectFrom("portal.reset_request")
    .selectAll()
    .where("link_digest", "=", hashToken(linkToken))
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** Uses a request up. @returns whether this call did, and no other. */
export async function takeReset(tx: PortalTransaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("portal.reset_request")
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
