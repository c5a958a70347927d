import type { Locale } from "@sekimori/kit-contract/locale";
import { transaction } from "@sekimori/kit-server/database";
import { invalidField } from "@sekimori/kit-server/errors";
import type { RegisteredDetails } from "@sekimori/portal-contract/fields";
import type { PortalContext } from "../../context.ts";
import { detailsChangedMail, nameChangedMail } from "../../mails/account-mails.ts";
import { updateAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { openPersonalData, sealPersonalData } from "../account/personal-data.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { type LockableMember, lockMember } from "../session/lock-member.ts";

/** Changes the member's name and tells them by mail. @throws AppError SessionExpired. */
export async function changeName(
  context: PortalContext,
  member: LockableMember,
  name: { readonly firstName: string; readonly lastName: string },
  client: ClientInfo,
): Promise<void> {
  const { db, sealer, clock } = context;
  const { account_id: accountId } = member;
  const at = clock.now();
  await transaction(db, async (tx) => {
    const account = await lockMember(tx, member, at);
    const personal = openPersonalData(sealer, accountId, account.personal);
    const information = { ...personal.information, ...name };
    const renamed = sealPersonalData(sealer, accountId, { ...personal, information });
    await updateAccount(tx, accountId, { personal: renamed });
    await mailMember(context, tx, { ...account, personal: renamed }, nameChangedMail);
    await appendAudit(tx, { accountId, action: "name.changed", at, client });
  });
}

/**
 * Changes what is registered besides the name, and tells the member by mail. Issued invoices keep
 * their recipient; whatever is issued next takes the new one.
 *
 * @throws AppError SessionExpired, InvalidInput (details of the other user type, which stays).
 */
export async function changeDetails(
  context: PortalContext,
  member: LockableMember,
  details: RegisteredDetails,
  client: ClientInfo,
): Promise<void> {
  const { db, sealer, clock } = context;
  const { account_id: accountId } = member;
  const at = clock.now();
  await transaction(db, async (tx) => {
    const account = await lockMember(tx, member, at);
    if (account.user_type !== details.userType) throw invalidField("details.userType", "invalid");
    const personal = openPersonalData(sealer, accountId, account.personal);
    const { firstName, lastName } = personal.information;
    const information = { firstName, lastName, ...details };
    const changed = sealPersonalData(sealer, accountId, { ...personal, information });
    await updateAccount(tx, accountId, { personal: changed });
    await mailMember(context, tx, { ...account, personal: changed }, detailsChangedMail);
    await appendAudit(tx, { accountId, action: "details.changed", at, client });
  });
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
