import type { Locale } from "@sekimori/kit-contract/locale";
import { breathe } from "@sekimori/kit-server/jobs";
import type { QueuedLetter, QueuedMail } from "@sekimori/kit-server/mail";
import { sql } from "kysely";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { type MailContent, type MailSender, writingTo } from "../../mails/mail-layout.ts";
import { type AccountRow, hasPassword } from "./account-repository.ts";
import { openPersonalData } from "./personal-data.ts";

/** Writes one mail, in the language of whoever gets it. */
export type WriteMail = (sender: MailSender, locale: Locale) => MailContent;

/**
 * Mails the holder of an account: to its address, in its language, greeted by name, in the caller's
 * transaction.
 */
export async function mailMember(
  { sealer, mail, mailSender }: PortalContext,
  tx: PortalTransaction,
  account: Pick<AccountRow, "id" | "personal" | "language">,
  write: WriteMail,
  headers?: Readonly<Record<string, string>>,
): Promise<void> {
  const { email, information } = openPersonalData(sealer, account.id, account.personal);
  const { language: locale } = account;
  const reader = writingTo(mailSender, information, await hasPassword(tx, account.id));
  const content = write(reader, locale);
  await mail.queueMail(tx, { to: email, locale, ...content, ...(headers && { headers }) });
}

/** One of several members who are mailed together. */
export interface MailedMember {
  readonly accountId: string;
  readonly write: WriteMail;
  /** As in the mail queue. */
  readonly enclosures?: readonly string[];
  readonly isBulk?: boolean;
}

/**
 * Mails many members with a fixed number of statements. Accounts that are closed or gone get
 * nothing.
 */
export async function mailMembers(
  { sealer, mail, mailSender }: PortalContext,
  tx: PortalTransaction,
  members: readonly MailedMember[],
): Promise<void> {
  if (members.length === 0) return;
  const accounts = new Map(
    (
      await tx
        .selectFrom("portal.account as account")
        .leftJoin("portal.credential as credential", "credential.account_id", "account.id")
        .select(["account.id", "account.personal", "account.language"])
        .select("credential.account_id as has_password")
        .where(sql<boolean>`account.id = any(${members.map(({ accountId }) => accountId)}::uuid[])`)
        .where("account.closed_at", "is", null)
        .execute()
    ).map((account) => [account.id, account]),
  );
  const mails: (QueuedMail | QueuedLetter)[] = [];
  for (const { accountId, write, ...rest } of members) {
    const account = accounts.get(accountId);
    if (!account) continue;
    await breathe(mails.length);
    const { id, personal, language: locale } = account;
    const { email, information } = openPersonalData(sealer, id, personal);
    const reader = writingTo(mailSender, information, account.has_password !== null);
    mails.push({ to: email, locale, ...write(reader, locale), ...rest });
  }
  await mail.queueMails(tx, mails);
}
