import { dayMs } from "@sekimori/kit-contract/tokyo";
import { transaction } from "@sekimori/kit-server/database";
import { defineJob, enqueue, type Job } from "@sekimori/kit-server/jobs";
import { z } from "zod";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { passwordsGuessedMail } from "../../mails/guessing-mails.ts";
import { lockAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { appendAudit } from "../audit/audit.ts";

/** Null for an address without an account: the same write, so that the time tells nothing. */
const tellJob = defineJob(
  "portal.tell-passwords-guessed",
  z.object({ accountId: z.uuid().nullable() }),
);

/** A guess may be lost between processes; the job looks whether the owner was told already. */
const tellFirst = 3;
const tellAgainMs = dayMs;

/**
 * Whether an owner is told of a wrong password.
 *
 * @param beyond how many guesses there have been beyond the everyday.
 */
export const isNoticed = (beyond: number): boolean => beyond >= 1 && beyond <= tellFirst;

/** Leaves it to the worker to tell an owner that strangers guess at the password. */
export async function noticeGuessing(
  tx: PortalTransaction,
  accountId: string | undefined,
): Promise<void> {
  await enqueue(tx, tellJob, { accountId: accountId ?? null });
}

async function tellOwner(context: PortalContext, accountId: string): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  await transaction(db, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account) return;
    const told = await tx
      .selectFrom("portal.audit_event")
      .select("id")
      .where("account_id", "=", accountId)
      .where("action", "=", "sign-in.passwords-guessed")
      .where("at", ">", new Date(now.getTime() - tellAgainMs))
      .executeTakeFirst();
    if (told) return;
    await mailMember(context, tx, account, passwordsGuessedMail);
    const action = "sign-in.passwords-guessed";
    await appendAudit(tx, { accountId, action, at: now, client: null });
  });
}

export function guessingJobs(context: PortalContext): readonly Job[] {
  return [
    tellJob.handledBy(async ({ accountId }) => {
      if (accountId !== null) await tellOwner(context, accountId);
    }),
  ];
}
