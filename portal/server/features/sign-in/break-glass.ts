import type { PortalContext, PortalTransaction } from "../../context.ts";
import { mailMoment } from "../../mails/application-mail.ts";
import { breakGlassUsedMail } from "../../mails/rule-mails.ts";
import type { AccountRow } from "../account/account-repository.ts";
import { mailMembers } from "../account/mail-member.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { findOwners } from "../organisation/organisation-repository.ts";
import type { AccountRules } from "../sign-in-rules/account-rules.ts";

/** Writes down that the break-glass owner passed a rule that keeps others out, and tells every owner. */
export async function alarmOwners(
  context: PortalContext,
  tx: PortalTransaction,
  { id: accountId, personal }: AccountRow,
  { organisationId }: AccountRules,
  client: ClientInfo,
): Promise<void> {
  if (organisationId === null) return;
  const at = context.clock.now();
  const { email } = openPersonalData(context.sealer, accountId, personal);
  await appendAudit(tx, { accountId, action: "break-glass.used", at, client });
  const { device, ipAddress } = client;
  await mailMembers(
    context,
    tx,
    (await findOwners(tx, organisationId)).map((owner) => ({
      accountId: owner,
      write: (sender, locale) =>
        breakGlassUsedMail(sender, locale, {
          email,
          at: mailMoment(at, locale),
          device,
          ipAddress,
        }),
    })),
  );
}
