import type { PortalContext, PortalTransaction } from "../../context.ts";
import { passwordChangedMail } from "../../mails/account-mails.ts";
import { type AccountRow, updateAccount, updatePassword } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { endAllBeside, type Spared } from "../session/end-beside.ts";
import { forgetFailures } from "../sign-in/second-factor-repository.ts";

/**
 * Puts a new password in force and closes every door the old one may have opened, and forgets what
 * strangers have spent of the second factor's budget.
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
  await endAllBeside(tx, account.id, spared);
  await forgetFailures(tx, account.id);
  await mailMember(context, tx, account, passwordChangedMail);
}
