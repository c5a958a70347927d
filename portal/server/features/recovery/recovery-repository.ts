import { hashToken } from "@sekimori/kit-server/cookies";
import type { Insertable } from "kysely";
import type { PortalTransaction, Queryable } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import type { DelayRow } from "../authenticators/recovery-delay.ts";
import { recoveryMails } from "./recovery-mails-due.ts";

/** When an account's delay was last started; one that was stopped counts. */
export async function findLastStart(db: Queryable, accountId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom("portal.recovery_delay")
    .select("started_at")
    .where("account_id", "=", accountId)
    .orderBy("started_at", "desc")
    .executeTakeFirst();
  return row?.started_at;
}

/** Forgets what its link was never used of: it would stand in the way of the next one. */
export async function deleteOverdue(
  tx: PortalTransaction,
  accountId: string,
  now: Date,
): Promise<void> {
  await tx
    .deleteFrom("portal.recovery_delay")
    .where("account_id", "=", accountId)
    .where("finish_by", "<=", now)
    .execute();
}

export async function insertDelay(
  tx: PortalTransaction,
  row: Insertable<Tables["portal.recovery_delay"]>,
): Promise<void> {
  await tx.insertInto("portal.recovery_delay").values(row).execute();
}

/** Open delays of which not every mail has gone out. */
export async function findUnmailed(db: Queryable, now: Date): Promise<DelayRow[]> {
  return db
    .selectFrom("portal.recovery_delay")
    .selectAll()
    .where("outcome", "is", null)
    .where("finish_by", ">", now)
    .where("mails_sent", "<", recoveryMails)
    .execute();
}

/** Notes that so many mails have gone out. @returns false where another worker did, or it was closed. */
export async function noteMails(
  tx: PortalTransaction,
  delay: DelayRow,
  change: {
    readonly mails_sent: number;
    readonly stop_digest: string;
    readonly finish_digest: string | null;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("portal.recovery_delay")
    .set(change)
    .where("id", "=", delay.id)
    .where("mails_sent", "=", delay.mails_sent)
    .where("outcome", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The delay that is over and waits for this link. */
export async function findDelayByFinish(
  db: Queryable,
  token: string,
  now: Date,
): Promise<DelayRow | undefined> {
  return db
    .selectFrom("portal.recovery_delay")
    .selectAll()
    .where("finish_digest", "=", hashToken(token))
    .where("outcome", "is", null)
    .where("ends_at", "<=", now)
    .where("finish_by", ">", now)
    .executeTakeFirst();
}
