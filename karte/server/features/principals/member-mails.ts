import type { Locale } from "@sekimori/kit-contract/locale";
import type { QueuedMail } from "@sekimori/kit-server/mail";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import type { MailedPerson } from "../../mails/greeted.ts";
import { localeOf, openMailedPerson } from "./person.ts";

/**
 * Mails the members of the workspace that the transaction is in, each in their own language; the
 * mails are sent only when the transaction ends well.
 *
 * @param isTold whether a member is to have it.
 */
export async function mailMembers(
  { mail, sealer }: Pick<KarteContext, "mail" | "sealer">,
  tx: KarteTransaction,
  isTold: (member: { readonly id: string; readonly isLeaving: boolean }) => boolean,
  compose: (person: MailedPerson, locale: Locale, id: string) => QueuedMail,
): Promise<void> {
  const members = await tx
    .selectFrom("karte.member")
    .select(["workspace_id", "account_id", "personal", "locale", "deleted_on"])
    .execute();
  for (const row of members) {
    if (!isTold({ id: row.account_id, isLeaving: row.deleted_on !== null })) continue;
    await mail.queueMail(tx, compose(openMailedPerson(sealer, row), localeOf(row), row.account_id));
  }
}
