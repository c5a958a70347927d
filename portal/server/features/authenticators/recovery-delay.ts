import { hashToken } from "@sekimori/kit-server/cookies";
import type { Selectable } from "kysely";
import type { PortalContext, PortalTransaction, Queryable } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import { recoveryStoppedMail } from "../../mails/recovery-mails.ts";
import { type AccountRow, lockAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";

type DelayTable = Tables["portal.recovery_delay"];
export type DelayRow = Selectable<DelayTable>;

/** The delay that runs, or is over and waits for its link. */
export async function findOpenDelay(
  db: Queryable,
  accountId: string,
  now: Date,
): Promise<DelayRow | undefined> {
  return db
    .selectFrom("portal.recovery_delay")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("outcome", "is", null)
    .where("finish_by", ">", now)
    .executeTakeFirst();
}

/** Closes a delay that is open. @returns false where another call did. */
export async function closeDelay(
  tx: PortalTransaction,
  id: string,
  outcome: NonNullable<DelayRow["outcome"]>,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("portal.recovery_delay")
    .set({ outcome, closed_at: now })
    .where("id", "=", id)
    .where("outcome", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Why a delay ends before its time: its owner says so, or has shown that nothing is lost. */
export type Stopping = "stopped" | "proved";

/** Ends a delay that is open, and tells the owner. @returns whether there was one. */
export async function stopDelay(
  context: PortalContext,
  tx: PortalTransaction,
  account: Pick<AccountRow, "id" | "personal" | "language">,
  how: Stopping,
  /** Null: staff did it. */
  client: ClientInfo | null,
): Promise<boolean> {
  const at = context.clock.now();
  const open = await findOpenDelay(tx, account.id, at);
  if (!open || !(await closeDelay(tx, open.id, how, at))) return false;
  await mailMember(context, tx, account, (sender, locale) =>
    recoveryStoppedMail(sender, locale, how),
  );
  await appendAudit(tx, { accountId: account.id, action: "recovery.stopped", at, client });
  return true;
}

/** The delay that a link in its mails names, whatever became of it. */
export async function findDelayByStop(db: Queryable, token: string): Promise<DelayRow | undefined> {
  return db
    .selectFrom("portal.recovery_delay")
    .selectAll()
    .where("stop_digest", "=", hashToken(token))
    .executeTakeFirst();
}

/**
 * Stops a delay by the link in its mails. Doing so again, or after it ended by a proof, does nothing.
 *
 * @returns false where the link is none, or too late.
 */
export async function stopByLink(
  context: PortalContext,
  tx: PortalTransaction,
  token: string,
  client: ClientInfo,
): Promise<boolean> {
  const named = await findDelayByStop(tx, token);
  const account = named && (await lockAccount(tx, named.account_id));
  if (!account) return false;
  if (await stopDelay(context, tx, account, "stopped", client)) return true;
  const { outcome = null } = (await findDelayByStop(tx, token)) ?? {};
  return outcome === "stopped" || outcome === "proved";
}
