import type { Locale } from "@sekimori/kit-contract/locale";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import { oneTimePasswordTries, resetCodeLifetimeMs } from "@sekimori/portal-contract/constants";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { sql } from "kysely";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { passwordChangedMail } from "../../mails/account-mails.ts";
import { resetCodeMail } from "../../mails/reset-mails.ts";
import {
  type AccountRow,
  findAccountByEmail,
  lockAccount,
  updateAccount,
  updatePassword,
} from "../account/account-repository.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { newCode } from "../credentials/digests.ts";
import { requireAcceptablePassword } from "../credentials/new-password.ts";
import { deleteSessions } from "../session/session-repository.ts";

export interface ResetStart {
  readonly email: string;
  readonly locale: Locale;
  readonly client: ClientInfo;
}

const nobody = "00000000-0000-0000-0000-000000000000";
const scope = (accountId: string) => `reset:${accountId}`;

/**
 * Mails a code to an address that has an account with a password of its own. Run by a job, so that
 * whoever asked cannot tell by the time whether there was anything to do.
 */
export async function startReset(
  context: PortalContext,
  { email, locale, client }: ResetStart,
): Promise<void> {
  const { db, clock, digests, mail, mailSender } = context;
  const now = clock.now();
  await transaction(db, async (tx) => {
    const account = await findAccountByEmail(tx, digests.email(email));
    if (!account?.password_hash) return;
    const code = newCode();
    await replaceCode(context, tx, account, code, now);
    const content = resetCodeMail(mailSender, locale, {
      code,
      minutes: resetCodeLifetimeMs / 60_000,
      // The address is not in the link: it would end up in histories and logs.
      resetUrl: `${mailSender.portalOrigin}${pageUrl("changePassword")}`,
    });
    await mail.queueMail(tx, { to: email, locale, ...content });
    const action = "password.reset-requested";
    await appendAudit(tx, { accountId: account.id, action, at: now, client });
  });
}

async function replaceCode(
  context: PortalContext,
  tx: PortalTransaction,
  account: AccountRow,
  code: string,
  now: Date,
): Promise<void> {
  const values = {
    code_digest: context.digests.code(scope(account.id), code),
    created_at: now,
    expires_at: new Date(now.getTime() + resetCodeLifetimeMs),
  };
  await tx
    .insertInto("portal.password_reset")
    .values({ account_id: account.id, ...values })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet(values))
    .execute();
  await forgetGuesses(tx, account.email_digest);
}

async function forgetGuesses(tx: PortalTransaction, emailDigest: string): Promise<void> {
  await tx.deleteFrom("portal.reset_guess").where("email_digest", "=", emailDigest).execute();
}

/** Counts a guess at the code of an address. @returns false when it was one too many. */
async function countGuess(tx: PortalTransaction, emailDigest: string, now: Date): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + resetCodeLifetimeMs);
  const { rows } = await sql`
    insert into portal.reset_guess as counted (email_digest, tries, expires_at)
    values (${emailDigest}, 1, ${expiresAt})
    on conflict (email_digest) do update set
      tries = case when counted.expires_at <= ${now} then 1 else counted.tries + 1 end,
      expires_at = ${expiresAt}
    where counted.tries < ${oneTimePasswordTries} or counted.expires_at <= ${now}
    returning tries`.execute(tx);
  return rows.length === 1;
}

/** Counts a guess at a reset's code. @returns whether it was right, unused and in time. */
async function isRightCode(
  context: PortalContext,
  tx: PortalTransaction,
  guessed: { readonly emailDigest: string; readonly accountId: string; readonly code: string },
  now: Date,
): Promise<boolean> {
  const { emailDigest, accountId, code } = guessed;
  // Both statements are the same for every address, whether there is a code to guess at or not.
  const isCounted = await countGuess(tx, emailDigest, now);
  const reset = await tx
    .selectFrom("portal.password_reset")
    .select("code_digest")
    .where("account_id", "=", accountId)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  const isRight = context.digests.isCode(scope(accountId), code, reset?.code_digest ?? null);
  if (!isCounted || !isRight) return false;
  // Whoever knows the code has not guessed: what follows may still ask for another password.
  await sql`
    update portal.reset_guess set tries = tries - 1 where email_digest = ${emailDigest}`.execute(
    tx,
  );
  return true;
}

/**
 * Puts a new password in force and closes every door the old one may have opened: sessions,
 * half-done sign-ins, a pending e-mail change, remembered browsers and the reset itself.
 */
export async function replacePassword(
  context: PortalContext,
  tx: PortalTransaction,
  account: AccountRow,
  passwordHash: string,
  keptSessionId?: string,
): Promise<void> {
  const now = context.clock.now();
  await updatePassword(tx, account.id, passwordHash, now);
  await updateAccount(tx, account.id, { password_reset_required: false });
  await deleteSessions(tx, account.id, keptSessionId);
  for (const table of [
    "portal.sign_in_attempt",
    "portal.email_change",
    "portal.password_reset",
  ] as const) {
    await tx.deleteFrom(table).where("account_id", "=", account.id).execute();
  }
  const { email } = openPersonalData(context.sealer, account.id, account.personal);
  const content = passwordChangedMail(context.mailSender, account.language);
  await context.mail.queueMail(tx, { to: email, locale: account.language, ...content });
}

export interface ResetRequest {
  readonly email: string;
  readonly code: string;
  readonly password: string;
}

/**
 * Sets a new password with the mailed code. The code is checked before the password, so that the
 * policy's answer tells nothing about an address to somebody without it; a refused password does
 * not use the code up.
 *
 * @throws AppError ResetCodeIncorrect, InvalidInput (password policy).
 */
export async function finishReset(
  context: PortalContext,
  request: ResetRequest,
  client: ClientInfo,
): Promise<void> {
  const { db, clock, digests, sealer, settings, breached, passwords } = context;
  const now = clock.now();
  const emailDigest = digests.email(request.email);
  const account = await findAccountByEmail(db, emailDigest);
  const guessed = { emailDigest, accountId: account?.id ?? nobody, code: request.code };
  const isRight = await transaction(db, (tx) => isRightCode(context, tx, guessed, now));
  if (!account || !isRight) throw new AppError("ResetCodeIncorrect");

  const { email, information } = openPersonalData(sealer, account.id, account.personal);
  await requireAcceptablePassword(
    { maximum: settings.passwordMaximum, breached, serviceName: settings.serviceName },
    request.password,
    [email, information.firstName, information.lastName],
    "password",
  );
  const hash = await passwords.hash(request.password);
  await transaction(db, async (tx) => {
    const locked = await lockAccount(tx, account.id);
    // Checked again under the lock: of two requests with one code only the first may set it.
    const isStillRight = locked && (await isRightCode(context, tx, guessed, now));
    if (!locked || !isStillRight) throw new AppError("ResetCodeIncorrect");
    await replacePassword(context, tx, locked, hash);
    // Whoever takes an account back by its mailbox must not share it with an external ID that
    // somebody else linked (trojan identifier); the owner links theirs again with the password.
    await tx.deleteFrom("portal.external_identity").where("account_id", "=", account.id).execute();
    await appendAudit(tx, { accountId: account.id, action: "password.reset", at: now, client });
  });
}
