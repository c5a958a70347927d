import type { PortalContext, PortalTransaction } from "../../context.ts";
import { nameOfExternalId } from "../../external-id-name.ts";
import { externalIdLinkedMail } from "../../mails/external-id-mails.ts";
import type { AccountRow } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";

/** An external ID that a sign-in by password is to link: its provider vouched for the account's address. */
export interface AskedLink {
  readonly issuer: string;
  readonly subject: string;
}

/**
 * Links an external ID to the account of whoever has proved everything that a sign-in asks for, and tells
 * the owner: a password alone must not open a way in that then asks for no password.
 *
 * @returns false when it is linked already, here or elsewhere.
 */
export async function makeAskedLink(
  context: PortalContext,
  tx: PortalTransaction,
  account: Pick<AccountRow, "id" | "personal" | "language">,
  { issuer, subject }: AskedLink,
  client: ClientInfo,
): Promise<boolean> {
  const at = context.clock.now();
  const linked = await tx
    .insertInto("portal.external_identity")
    .values({ issuer, subject, account_id: account.id, linked_at: at })
    .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doNothing())
    .returning("subject")
    .executeTakeFirst();
  if (!linked) return false;
  const name = nameOfExternalId(context.settings);
  await mailMember(context, tx, account, (sender, locale) =>
    externalIdLinkedMail(sender, locale, name),
  );
  await appendAudit(tx, { accountId: account.id, at, client, action: "external-id.linked" });
  return true;
}
