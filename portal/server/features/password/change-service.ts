import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { PortalContext } from "../../context.ts";
import { findAccount, lockAccount } from "../account/account-repository.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { appendAudit } from "../audit/audit.ts";
import { stopDelay } from "../authenticators/recovery-delay.ts";
import { requireAcceptablePassword } from "../credentials/new-password.ts";
import type { Browser } from "../session/browser.ts";
import type { MemberRow } from "../session/member.ts";
import { renewSession } from "../session/session-repository.ts";
import { forgetGuesses } from "../sign-in/password-check.ts";
import { noteWrongPassword } from "../sign-in/step-up-service.ts";
import { replacePassword } from "./replace-password.ts";

/**
 * Replaces the password, given the current one. Every other session ends; this one goes on under
 * a new token.
 *
 * @returns the session's new token.
 * @throws AppError OldPasswordWrong, ManagedExternally, InvalidInput (password policy).
 */
export async function changePassword(
  context: PortalContext,
  member: MemberRow,
  given: { readonly currentPassword: string; readonly newPassword: string },
  { client, deviceToken }: Browser,
): Promise<string> {
  const { db, clock, sealer, settings, breached, passwords } = context;
  const accountId = member.account_id;
  const account = await findAccount(db, accountId);
  if (!account?.password_hash) throw new AppError("ManagedExternally");
  if (!(await passwords.verify(account.password_hash, given.currentPassword, { isKnown: true }))) {
    await noteWrongPassword(context, accountId, client);
    throw new AppError("OldPasswordWrong");
  }
  const { email, information } = openPersonalData(sealer, accountId, account.personal);
  await requireAcceptablePassword(
    { maximum: settings.passwordMaximum, breached, serviceName: settings.serviceName },
    given.newPassword,
    [email, information.firstName, information.lastName],
    "newPassword",
  );
  const hash = await passwords.hash(given.newPassword, { isKnown: true });
  const now = clock.now();
  const renewed = await transaction(db, async (tx) => {
    const locked = await lockAccount(tx, accountId);
    if (!locked) throw new AppError("SessionExpired");
    await stopDelay(context, tx, locked, "stopped", client);
    const spared = { sessionId: member.session_id, deviceToken };
    await replacePassword(context, tx, locked, hash, spared);
    const proved = member.second_factor ? (member.second_way ?? "email") : null;
    const token = await renewSession(tx, member.session_id, now, proved);
    if (token === undefined) throw new AppError("SessionExpired");
    await appendAudit(tx, { accountId, action: "password.changed", at: now, client });
    return token;
  });
  const { email_digest: emailDigest } = account;
  await forgetGuesses(context, { emailDigest, ipAddress: client.ipAddress, deviceToken });
  return renewed;
}
