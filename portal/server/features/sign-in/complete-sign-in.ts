import { pageUrl } from "@sekimori/portal-contract/page-routes";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { mailMoment } from "../../mails/application-mail.ts";
import { newDeviceMail } from "../../mails/sign-in-mails.ts";
import type { AccountRow } from "../account/account-repository.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { rememberDevice } from "../session/known-device.ts";
import {
  insertSession,
  type NewSession,
  type SessionProof,
} from "../session/session-repository.ts";

export interface SignedIn {
  readonly status: "SIGNED_IN";
  readonly session: NewSession;
  readonly deviceToken: string;
}

/** Begins the session of somebody who has proved everything asked, and tells of a new browser. */
export async function completeSignIn(
  context: PortalContext,
  tx: PortalTransaction,
  account: AccountRow,
  client: ClientInfo,
  presentedDevice: string | undefined,
  proof?: SessionProof,
): Promise<SignedIn> {
  const { clock, mail, mailSender, sealer } = context;
  const now = clock.now();
  const session = await insertSession(tx, account.id, client, now, proof);
  const device = await rememberDevice(tx, account.id, presentedDevice, now);
  if (device.isNewToAccount) {
    const { email } = openPersonalData(sealer, account.id, account.personal);
    const locale = account.language;
    const content = newDeviceMail(mailSender, locale, {
      at: mailMoment(now, locale),
      device: client.device,
      ipAddress: client.ipAddress,
      securityUrl: `${mailSender.portalOrigin}${pageUrl("security")}`,
    });
    await mail.queueMail(tx, { to: email, locale, ...content });
  }
  await appendAudit(tx, { accountId: account.id, action: "sign-in.succeeded", at: now, client });
  return { status: "SIGNED_IN", session, deviceToken: device.token };
}
