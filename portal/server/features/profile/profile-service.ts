import type { EndpointRequest } from "@sekimori/kit-contract/endpoint";
import type { Locale } from "@sekimori/kit-contract/locale";
import { mustBeAsRead } from "@sekimori/kit-server/as-read";
import { transaction } from "@sekimori/kit-server/database";
import { invalidField } from "@sekimori/kit-server/errors";
import type {
  changeRegisteredDetails,
  updateMyProfile,
} from "@sekimori/portal-contract/endpoints/profile";
import type { AccountInformation } from "@sekimori/portal-contract/fields";
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

type Name = EndpointRequest<typeof updateMyProfile>["body"];
type Details = EndpointRequest<typeof changeRegisteredDetails>["body"];

/** Changes the member's name and tells them by mail. @throws AppError SessionExpired, ChangedMeanwhile. */
export function changeName(
  context: PortalContext,
  member: LockableMember,
  { was, ...name }: Name,
  client: ClientInfo,
): Promise<void> {
  const change = (present: AccountInformation) => {
    const { firstName: first_name, lastName: last_name } = present;
    mustBeAsRead(was, { first_name, last_name }, name);
    return { ...present, firstName: name.first_name, lastName: name.last_name };
  };
  const told = { mail: nameChangedMail, action: "name.changed", client } as const;
  return changeInformation(context, member, change, told);
}

/**
 * Changes what is registered besides the name, and tells the member by mail. Issued invoices keep
 * their recipient; whatever is issued next takes the new one.
 *
 * @throws AppError SessionExpired, ChangedMeanwhile, InvalidInput (details of the other user type,
 *   which stays).
 */
export function changeDetails(
  context: PortalContext,
  member: LockableMember,
  { was, details }: Details,
  client: ClientInfo,
): Promise<void> {
  const change = (
    { firstName, lastName, ...present }: AccountInformation,
    account: AccountRow,
  ): AccountInformation => {
    if (account.user_type !== details.userType) throw invalidField("details.userType", "invalid");
    mustBeAsRead(was, { details: present }, { details });
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
