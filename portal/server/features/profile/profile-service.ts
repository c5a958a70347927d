import type { Locale } from "@sekimori/kit-contract/locale";
import { transaction } from "@sekimori/kit-server/database";
import { invalidField } from "@sekimori/kit-server/errors";
import type { AccountInformation, RegisteredDetails } from "@sekimori/portal-contract/fields";
import type { PortalContext } from "../../context.ts";
import { detailsChangedMail, nameChangedMail } from "../../mails/account-mails.ts";
import { type AccountRow, updateAccount } from "../account/account-repository.ts";
import { mailMember, type WriteMail } from "../account/mail-member.ts";
import { openPersonalData, sealPersonalData } from "../account/personal-data.ts";
import { type AuditAction, appendAudit, type ClientInfo } from "../audit/audit.ts";
import { type LockableMember, lockMember } from "../session/lock-member.ts";

/** One transaction in which a member's information becomes another, they are mailed, and it is written down. */
async function changeInformation(
  context: PortalContext,
  member: LockableMember,
  change: (present: AccountInformation, account: AccountRow) => AccountInformation,
  told: { readonly mail: WriteMail; readonly action: AuditAction; readonly client: ClientInfo },
): Promise<void> {
  const { db, sealer, clock } = context;
  const { account_id: accountId } = member;
  const at = clock.now();
  await transaction(db, async (tx) => {
    const account = await lockMember(tx, member, at);
    const present = openPersonalData(sealer, accountId, account.personal);
    const information = change(present.information, account);
    const personal = sealPersonalData(sealer, accountId, { ...present, information });
    await updateAccount(tx, accountId, { personal });
    await mailMember(context, tx, { ...account, personal }, told.mail);
    await appendAudit(tx, { accountId, action: told.action, at, client: told.client });
  });
}

/** Changes the member's name and tells them by mail. @throws AppError SessionExpired. */
export function changeName(
  context: PortalContext,
  member: LockableMember,
  name: { readonly firstName: string; readonly lastName: string },
  client: ClientInfo,
): Promise<void> {
  const told = { mail: nameChangedMail, action: "name.changed", client } as const;
  return changeInformation(context, member, (present) => ({ ...present, ...name }), told);
}

/**
 * Changes what is registered besides the name, and tells the member by mail. Issued invoices keep
 * their recipient; whatever is issued next takes the new one.
 *
 * @throws AppError SessionExpired, InvalidInput (details of the other user type, which stays).
 */
export function changeDetails(
  context: PortalContext,
  member: LockableMember,
  details: RegisteredDetails,
  client: ClientInfo,
): Promise<void> {
  const change = ({ firstName, lastName }: AccountInformation, account: AccountRow) => {
    if (account.user_type !== details.userType) throw invalidField("details.userType", "invalid");
    return { firstName, lastName, ...details };
  };
  const told = { mail: detailsChangedMail, action: "details.changed", client } as const;
  return changeInformation(context, member, change, told);
}

/** Changes the language of screens and mails. */
export async function setLanguage(
  { db, clock }: PortalContext,
  accountId: string,
  language: Locale,
  client: ClientInfo,
): Promise<void> {
  await transaction(db, async (tx) => {
    await updateAccount(tx, accountId, { language });
    await appendAudit(tx, { accountId, action: "language.changed", at: clock.now(), client });
  });
}
