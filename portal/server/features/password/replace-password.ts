import type { PortalContext, PortalTransaction } from "../../context.ts";
import { passwordChangedMail } from "../../mails/account-mails.ts";
import { type AccountRow, updateAccount, updatePassword } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { forgetDevices } from "../session/known-device.ts";
import { deleteSessions } from "../session/session-repository.ts";
import { forgetFailures } from "../sign-in/second-factor-repository.ts";

/** What stays as it is when a member who is signed in changes the password. */
export interface Spared {
  readonly sessionId: string;
  readonly deviceToken: string | undefined;
}

/**
 * Puts a new password in force and closes every door the old one may have opened: sessions,
 * half-done sign-ins, a pending e-mail change, remembered browsers, resets, and what strangers have
 * spent of the second factor's budget.
 */
export async function replacePassword(
  context: PortalContext,
  tx: PortalTransaction,
  account: AccountRow,
  passwordHash: string,
  spared?: Spared,
): Promise<void> {
  const now = context.clock.now();
  await updatePassword(tx, account.id, passwordHash, now);
  await updateAccount(tx, account.id, { password_reset_required: false });
  await deleteSessions(tx, account.id, spared?.sessionId);
  for (const table of [
    "portal.sign_in_attempt",
    "portal.email_change",
    "portal.reset_request",
  ] as const) {
    await tx.deleteFrom(table).where("account_id", "=", account.id).execute();
  }
  await forgetFailures(tx, account.id);
  await forgetDevices(tx, account.id, spared?.deviceToken);
  await mailMember(context, tx, account, passwordChangedMail);
}
