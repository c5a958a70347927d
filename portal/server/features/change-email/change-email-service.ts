import { hashToken, newToken } from "@sekimori/kit-server/cookies";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import {
  changeEmailCodeLifetimeMs,
  changeEmailUndoMs,
  oneTimePasswordTries,
} from "@sekimori/portal-contract/constants";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import {
  changeEmailCodeMail,
  emailChangedMail,
  emailTakenMail,
  oldAddressMail,
} from "../../mails/change-email-mails.ts";
import { writingToUnproved } from "../../mails/mail-layout.ts";
import { type AccountRow, updateAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { openPersonalData, sealPersonalData } from "../account/personal-data.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { stopDelay } from "../authenticators/recovery-delay.ts";
import { newCode } from "../credentials/digests.ts";
import { type LockableMember, lockMember } from "../session/lock-member.ts";
import { type MemberRow, openPendingEmail } from "../session/member.ts";
import { deleteSessions, renewToken } from "../session/session-repository.ts";
import { hasAccount, requireResendPause } from "../sign-up/sign-up-code.ts";

const scope = (accountId: string) => `change-email:${accountId}`;
const pendingContext = (accountId: string) => `portal.email_change.email:${accountId}`;
export const undoContext = (accountId: string) => `portal.email_change_undo.email:${accountId}`;

export function requireOwnPassword(member: MemberRow): void {
  if (member.external_subject !== null) throw new AppError("ManagedExternally");
}

/**
 * Sends a code to the new address. As at sign-up, whether that address has an account already is
 * told only to whoever can read its mail.
 *
 * @returns when the code was sent.
 * @throws AppError EmailDuplicated (the present address, or at once where the operator chose so),
 *   ManagedExternally, TooManyRequest (once a minute).
 */
export async function requestEmailChange(
  context: PortalContext,
  member: MemberRow,
  email: string,
  client: ClientInfo,
): Promise<Date> {
  requireOwnPassword(member);
  const { db, clock, digests, settings } = context;
  const now = clock.now();
  const accountId = member.account_id;
  const emailDigest = digests.email(email);
  await transaction(db, async (tx) => {
    const account = await lockMember(tx, member, now);
    if (account.email_digest === emailDigest) throw new AppError("EmailDuplicated");
    const isTaken = await hasAccount(tx, emailDigest);
    if (isTaken && settings.tellExistingAddress) throw new AppError("EmailDuplicated");
    const pending = await findPending(tx, accountId);
    if (pending?.email_digest === emailDigest) requireResendPause(pending.created_at, now);
    await sendCode(context, tx, account, { email, emailDigest, isTaken }, client);
  });
  return now;
}

/**
 * Sends another code to the address that is waiting. Only a change that its owner has begun can be
 * sent again: the caller names no address.
 *
 * @returns when the code was sent.
 * @throws AppError NotFound (no change waits), ManagedExternally, TooManyRequest (once a minute).
 */
export async function resendEmailChange(
  context: PortalContext,
  member: MemberRow,
  client: ClientInfo,
): Promise<Date> {
  requireOwnPassword(member);
  const now = context.clock.now();
  const accountId = member.account_id;
  await transaction(context.db, async (tx) => {
    const account = await lockMember(tx, member, now);
    const pending = await findPending(tx, accountId);
    if (!pending || pending.expires_at <= now) throw new AppError("NotFound");
    requireResendPause(pending.created_at, now);
    const email = openPendingEmail(context.sealer, accountId, pending.email);
    const emailDigest = pending.email_digest;
    const isTaken = await hasAccount(tx, emailDigest);
    await sendCode(context, tx, account, { email, emailDigest, isTaken }, client);
  });
  return now;
}

/** Stores a new code for the address and mails it there. */
async function sendCode(
  { clock, digests, sealer, mail, mailSender }: PortalContext,
  tx: PortalTransaction,
  account: AccountRow,
  next: { readonly email: string; readonly emailDigest: string; readonly isTaken: boolean },
  client: ClientInfo,
): Promise<void> {
  const { id: accountId, language: locale } = account;
  const now = clock.now();
  const code = newCode();
  const values = {
    email_digest: next.emailDigest,
    email: sealer.seal(next.email, pendingContext(accountId)),
    code_digest: digests.code(scope(accountId), code),
    tries: 0,
    created_at: now,
    expires_at: new Date(now.getTime() + changeEmailCodeLifetimeMs),
  };
  await tx
    .insertInto("portal.email_change")
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet(values))
    .execute();
  const minutes = changeEmailCodeLifetimeMs / 60_000;
  const written = { code, email: next.email, minutes };
  const { information } = openPersonalData(sealer, accountId, account.personal);
  // Whoever has the address already is somebody else, and not to be called by this name.
  const content = next.isTaken
    ? emailTakenMail(mailSender, locale, written)
    : changeEmailCodeMail(writingToUnproved(mailSender, information), locale, written);
  await mail.queueMail(tx, { to: next.email, locale, ...content });
  await appendAudit(tx, { accountId, action: "email.change-requested", at: now, client });
}

function findPending(tx: PortalTransaction, accountId: string) {
  return tx
    .selectFrom("portal.email_change")
    .selectAll()
    .where("account_id", "=", accountId)
    .forUpdate()
    .executeTakeFirst();
}

async function forgetPending(tx: PortalTransaction, accountId: string): Promise<void> {
  await tx.deleteFrom("portal.email_change").where("account_id", "=", accountId).execute();
}

type Outcome =
  | { readonly is: "changed"; readonly token: string }
  | { readonly is: "CodeInvalid" | "CodeExpired" | "EmailDuplicated" };

/**
 * Puts the new address in force. The old one is told and gets a link that undoes it for a week.
 *
 * @returns the session's new token.
 * @throws AppError CodeInvalid, CodeExpired, EmailDuplicated, ManagedExternally, SessionExpired.
 */
export async function confirmEmailChange(
  context: PortalContext,
  member: MemberRow,
  code: string,
  client: ClientInfo,
): Promise<string> {
  requireOwnPassword(member);
  const { db, clock, digests } = context;
  const now = clock.now();
  const accountId = member.account_id;
  const outcome = await transaction(db, async (tx): Promise<Outcome> => {
    const account = await lockMember(tx, member, now);
    const pending = await findPending(tx, accountId);
    if (!pending || pending.expires_at <= now || pending.tries >= oneTimePasswordTries) {
      return { is: "CodeExpired" };
    }
    if (!digests.isCode(scope(accountId), code, pending.code_digest)) {
      await tx
        .updateTable("portal.email_change")
        .set({ tries: pending.tries + 1 })
        .where("account_id", "=", accountId)
        .execute();
      return { is: "CodeInvalid" };
    }
    await forgetPending(tx, accountId);
    if (await hasAccount(tx, pending.email_digest)) return { is: "EmailDuplicated" };
    const token = await renewToken(tx, member.session_id, now);
    if (token === undefined) throw new AppError("SessionExpired");
    const email = openPendingEmail(context.sealer, accountId, pending.email);
    await stopDelay(context, tx, account, "stopped", client);
    await moveAddress(context, tx, account, { email, emailDigest: pending.email_digest });
    // The address is where second factors and resets go: whoever else is signed in signs in again.
    await deleteSessions(tx, accountId, member.session_id);
    await appendAudit(tx, { accountId, action: "email.changed", at: now, client });
    return { is: "changed", token };
  }).catch((error: unknown): Outcome => {
    // Between the look and the write somebody else took the address: the unique index decides.
    const isTaken = error instanceof Error && "code" in error && error.code === "23505";
    if (!isTaken) throw error;
    return { is: "EmailDuplicated" };
  });
  if (outcome.is === "changed") return outcome.token;
  throw new AppError(outcome.is);
}

async function moveAddress(
  context: PortalContext,
  tx: PortalTransaction,
  account: AccountRow,
  next: { readonly email: string; readonly emailDigest: string },
): Promise<void> {
  const { clock, sealer } = context;
  const now = clock.now();
  const personal = openPersonalData(sealer, account.id, account.personal);
  const undoToken = newToken();
  await tx
    .insertInto("portal.email_change_undo")
    .values({
      token_digest: hashToken(undoToken),
      account_id: account.id,
      email_digest: account.email_digest,
      email: sealer.seal(personal.email, undoContext(account.id)),
      created_at: now,
      expires_at: new Date(now.getTime() + changeEmailUndoMs),
    })
    .execute();
  const changed = sealPersonalData(sealer, account.id, { ...personal, email: next.email });
  await updateAccount(tx, account.id, { email_digest: next.emailDigest, personal: changed });
  await mailMember(context, tx, account, (sender, locale) =>
    oldAddressMail(sender, locale, { undoToken }),
  );
  await mailMember(context, tx, { ...account, personal: changed }, emailChangedMail);
}

/** Forgets the pending address. @throws AppError SessionExpired. */
export async function cancelEmailChange(
  { db, clock }: PortalContext,
  member: LockableMember,
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockMember(tx, member, clock.now());
    await forgetPending(tx, member.account_id);
  });
}
