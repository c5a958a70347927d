import { transaction } from "@sekimori/kit-server/database";
import { enqueue } from "@sekimori/kit-server/jobs";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { accountClosedMail, type ClosingReason } from "../../mails/account-closed-mail.ts";
import { lockAccount, updateAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { deleteTrusts } from "../authenticators/trusted-browser-repository.ts";
import { lockContract, updateContract } from "../contract/contract-repository.ts";
import { retireCard } from "../payment/card-attempt-repository.ts";
import { deleteGatewayCard } from "../payment/job-definitions.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import { deleteSessions } from "../session/session-repository.ts";
import { type ActingOperator, recordAccountAct, recordActOn } from "./operator-audit.ts";
import { requireReason } from "./reason.ts";

/**
 * Ends every session, and the trust in browsers; the password stays.
 *
 * @param reason why, for the audit log, where the operator gives one
 * @returns false: no account
 * @throws DryRun
 */
export async function endAccountSessions(
  context: PortalContext,
  acting: ActingOperator,
  accountId: string,
  reason?: string,
): Promise<boolean> {
  const detail = reason === undefined ? {} : { reason: requireReason(reason) };
  return transaction(context.db, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account) return false;
    await deleteSessions(tx, accountId);
    await deleteTrusts(tx, accountId);
    await recordActOn(tx, context, acting, { accountId, action: "session.ended", detail });
    return true;
  });
}

/**
 * Ends every session and makes the next sign-in set a new password.
 *
 * @param reason why, for the audit log, where the operator gives one
 * @returns false: no account
 * @throws DryRun
 */
export async function forcePasswordReset(
  context: PortalContext,
  acting: ActingOperator,
  accountId: string,
  reason?: string,
): Promise<boolean> {
  const detail = reason === undefined ? {} : { reason: requireReason(reason) };
  return transaction(context.db, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account) return false;
    await updateAccount(tx, accountId, { password_reset_required: true });
    await deleteSessions(tx, accountId);
    const actions = ["session.ended", "operator.reset-forced"] as const;
    await recordAccountAct(tx, context, acting, { accountId, detail }, ...actions);
    return true;
  });
}

/**
 * Closes an account: no session, no sign-in, no card; its address is free again, and its holder is
 * told by mail. The purge deletes its data within one month.
 *
 * @returns false: no account
 * @throws DryRun
 */
export function closeAccount(
  context: PortalContext,
  acting: ActingOperator,
  accountId: string,
  reason: ClosingReason = "operator",
): Promise<boolean> {
  return transaction(context.db, (tx) =>
    closeAccountIn(tx, context, acting, accountId, { because: reason }),
  );
}

/**
 * The same within a transaction, of which it is the last statement.
 *
 * @param asked.why for the audit log
 */
export async function closeAccountIn(
  tx: PortalTransaction,
  context: PortalContext,
  acting: ActingOperator,
  accountId: string,
  asked: { readonly because?: ClosingReason; readonly why?: string },
): Promise<boolean> {
  const { because: reason = "operator", why } = asked;
  const now = context.clock.now();
  const day = calendarDay(now);
  const account = await lockAccount(tx, accountId);
  if (!account) return false;
  // Whoever never agreed was no member.
  if (account.is_agree_service) {
    await mailMember(context, tx, account, (sender, locale) =>
      accountClosedMail(sender, locale, { closedOn: day, reason }),
    );
  }
  // The digest of an address is unique among all rows; a closed account gives its address back.
  await updateAccount(tx, accountId, { closed_at: now, email_digest: `closed:${accountId}` });
  await deleteSessions(tx, accountId);
  const contract = await lockContract(tx, accountId);
  if (contract) {
    await updateContract(tx, contract.id, { ended_on: day, ends_on: day, end_reason: "closed" });
  }
  const card = await retireCard(tx, accountId, now);
  if (card) await enqueue(tx, deleteGatewayCard, { card: card.gateway_card });
  for (const table of [
    "portal.sign_up_flow",
    "portal.credential",
    "portal.passkey",
    "portal.totp_secret",
    "portal.recovery_code",
    "portal.external_identity",
    "portal.sso_identity",
    "portal.email_change_undo",
  ] as const) {
    await tx.deleteFrom(table).where("account_id", "=", accountId).execute();
  }
  const detail = why === undefined ? {} : { reason: why };
  await recordAccountAct(tx, context, acting, { accountId, detail }, "account.closed");
  return true;
}
