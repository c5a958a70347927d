import { dayMs } from "@sekimori/kit-contract/tokyo";
import { hashToken } from "@sekimori/kit-server/cookies";
import { sql } from "kysely";
import type { PortalTransaction } from "../../context.ts";
import type { SecondFactorGuesses } from "./second-factor-budget.ts";

/** All browsers that an account does not know. */
export const strangers = "";

/** Under which name a browser's failures at an account count: its own, if the account knows it. */
export async function browserName(
  tx: PortalTransaction,
  accountId: string,
  presentedDevice: string | undefined,
): Promise<string> {
  if (presentedDevice === undefined) return strangers;
  const known = await tx
    .selectFrom("portal.known_device")
    .select("token_digest")
    .where("account_id", "=", accountId)
    .where("token_digest", "=", hashToken(presentedDevice))
    .executeTakeFirst();
  return known?.token_digest ?? strangers;
}

/** Reads the failures so far and keeps others from them until the transaction ends. */
export async function lockGuesses(
  tx: PortalTransaction,
  accountId: string,
  browser: string,
  now: Date,
): Promise<SecondFactorGuesses> {
  // Written before it is read: of two that look at once the second waits for the first.
  const { rows } = await sql<SecondFactorGuesses>`
    insert into portal.second_factor_guess as guess
      (account_id, browser_digest, failures, last_failed_at)
    values (${accountId}::uuid, ${browser}, 0, ${now})
    on conflict (account_id, browser_digest) do update set failures = guess.failures
    returning failures, last_failed_at`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error("An upsert gave no row.");
  return row;
}

/** Counts a failure. @returns whether the owner is to be told now, which happens once a day. */
export async function noteFailure(
  tx: PortalTransaction,
  accountId: string,
  browser: string,
  now: Date,
  tellAfter: number,
): Promise<boolean> {
  const dayAgo = new Date(now.getTime() - dayMs);
  await tx
    .updateTable("portal.second_factor_guess")
    .set((set) => ({ failures: set("failures", "+", 1), last_failed_at: now }))
    .where("account_id", "=", accountId)
    .where("browser_digest", "=", browser)
    .execute();
  const told = await tx
    .updateTable("portal.second_factor_guess")
    .set({ told_at: now })
    .where("account_id", "=", accountId)
    .where("browser_digest", "=", browser)
    .where("failures", ">=", tellAfter)
    .where((where) => where.or([where("told_at", "is", null), where("told_at", "<", dayAgo)]))
    .returning("failures")
    .executeTakeFirst();
  return told !== undefined;
}

/** Forgets failures: of one browser when it has completed a sign-in, of all after a new password. */
export async function forgetFailures(
  tx: PortalTransaction,
  accountId: string,
  browser?: string,
): Promise<void> {
  let query = tx.deleteFrom("portal.second_factor_guess").where("account_id", "=", accountId);
  if (browser !== undefined) query = query.where("browser_digest", "=", browser);
  await query.execute();
}
