import { transaction } from "@sekimori/kit-server/database";
import type { PortalContext } from "../../context.ts";
import { unlockedMail } from "../../mails/guessing-mails.ts";
import { findAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { type ActingOperator, OperatorRefused, recordActOn } from "../operator/operator-audit.ts";
import { requireReason } from "../operator/reason.ts";
import { endLocks, type SignInLock } from "../sign-in/locks.ts";

/** What was counted against a member's sign-ins, and is forgotten. */
export interface Unlocked {
  readonly account: string;
  /** What refused sign-ins. */
  readonly locks: readonly SignInLock[];
  /** What had been counted, and refused nothing yet. */
  readonly counts: readonly SignInLock[];
}

/**
 * Ends whatever keeps a member from signing in: wrong passwords, wrong second factors and mails with
 * codes that were counted against the account. What a network has spent at all addresses together
 * stays. The member is mailed where something refused them, because somebody may have asked in their
 * name. Done twice, the second finds nothing.
 *
 * @param reason why, for the audit log
 * @throws OperatorRefused: no open account, or no reason
 * @throws DryRun
 */
export async function unlockAccount(
  context: PortalContext,
  acting: ActingOperator,
  accountId: string,
  reason: string,
): Promise<Unlocked> {
  const why = requireReason(reason);
  return transaction(context.db, async (tx) => {
    // Not locked: a look at a code holds its count first and the account after it.
    const account = await findAccount(tx, accountId);
    if (!account) throw new OperatorRefused("No open account has this id.");
    const ended = await endLocks(context, tx, account);
    const locks = ended.filter(({ until }) => until !== null);
    const counts = ended.filter(({ until }) => until === null);
    if (locks.length > 0) await mailMember(context, tx, account, unlockedMail);
    const detail = { reason: why, locks: locks.length, counts: counts.length };
    const action = "operator.account-unlocked";
    await recordActOn(tx, context, acting, { accountId, action, detail });
    return { account: accountId, locks, counts };
  });
}
