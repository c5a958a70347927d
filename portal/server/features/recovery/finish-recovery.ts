import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { SecondFactorWay } from "@sekimori/portal-contract/endpoints/authenticators";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { recoveryDoneMail } from "../../mails/recovery-mails.ts";
import { findAccount, lockAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { deleteFactors } from "../authenticators/authenticator-repository.ts";
import { closeDelay, type DelayRow } from "../authenticators/recovery-delay.ts";
import { requireAcceptablePassword } from "../credentials/new-password.ts";
import { revokeAllGrants } from "../openid/clients/connected-applications-repository.ts";
import { replacePassword } from "../password/replace-password.ts";
import { unlinkAtReset, waysBeside } from "../password/reset-service.ts";
import type { Browser } from "../session/browser.ts";
import { forgetGuesses } from "../sign-in/password-check.ts";
import { findDelayByFinish } from "./recovery-repository.ts";

/** The account that a link opens. @throws AppError CodeExpired. */
async function opened(context: PortalContext, token: string) {
  const delay = await findDelayByFinish(context.db, token, context.clock.now());
  const account = delay && (await findAccount(context.db, delay.account_id));
  if (!account || account.email_digest !== delay?.email_digest) throw new AppError("CodeExpired");
  return { delay, account };
}

/** Whose account a link opens, and what it removes. @throws AppError CodeExpired. */
export async function lookAtRecovery(
  context: PortalContext,
  token: string,
): Promise<{ readonly email: string; readonly removes: SecondFactorWay[] }> {
  const { account } = await opened(context, token);
  const { email } = openPersonalData(context.sealer, account.id, account.personal);
  return { email, removes: await waysBeside(context.db, account.id) };
}

/** Everything that a lost second factor, or somebody with it, could still open. */
async function removeFactors(
  context: PortalContext,
  tx: PortalTransaction,
  accountId: string,
  client: ClientInfo,
): Promise<void> {
  const { hadApp, passkeys } = await deleteFactors(tx, accountId);
  await revokeAllGrants(tx, accountId);
  const event = { accountId, at: context.clock.now(), client };
  if (hadApp) await appendAudit(tx, { ...event, action: "authenticator-app.removed" });
  for (let left = passkeys; left > 0; left -= 1) {
    await appendAudit(tx, { ...event, action: "passkey.removed" });
  }
}

async function finish(
  context: PortalContext,
  tx: PortalTransaction,
  { id, account_id: accountId, email_digest: emailDigest }: DelayRow,
  passwordHash: string,
  client: ClientInfo,
): Promise<void> {
  const at = context.clock.now();
  const account = await lockAccount(tx, accountId);
  if (account?.email_digest !== emailDigest) throw new AppError("CodeExpired");
  // Of two only one, and none after a stop.
  if (!(await closeDelay(tx, id, "done", at))) throw new AppError("CodeExpired");
  const removed = await waysBeside(tx, accountId);
  await appendAudit(tx, { accountId, action: "recovery.done", at, client });
  await replacePassword(context, tx, account, passwordHash);
  await removeFactors(context, tx, accountId, client);
  await unlinkAtReset(tx, { accountId, at, client });
  await mailMember(context, tx, account, (sender, locale) =>
    recoveryDoneMail(sender, locale, removed),
  );
}

/**
 * Sets a new password by the link that was mailed when the delay was over, and takes the account back
 * to the mailed code.
 *
 * @throws AppError CodeExpired, InvalidInput (password policy).
 */
export async function finishRecovery(
  context: PortalContext,
  { token, password }: { readonly token: string; readonly password: string },
  { client }: Browser,
): Promise<void> {
  const { db, sealer, settings, breached, passwords } = context;
  const { delay, account } = await opened(context, token);
  const { email, information } = openPersonalData(sealer, account.id, account.personal);
  await requireAcceptablePassword(
    { maximum: settings.passwordMaximum, breached, serviceName: settings.serviceName },
    password,
    [email, information.firstName, information.lastName],
    "password",
  );
  const hash = await passwords.hash(password, { isKnown: true });
  await transaction(db, (tx) => finish(context, tx, delay, hash, client));
  const { email_digest: emailDigest } = account;
  const guess = { emailDigest, ipAddress: client.ipAddress, deviceToken: undefined };
  await forgetGuesses(context, guess);
}
