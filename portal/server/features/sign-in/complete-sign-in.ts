import { pageUrl } from "@sekimori/portal-contract/page-routes";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { mailMoment } from "../../mails/application-mail.ts";
import { newDeviceMail } from "../../mails/sign-in-mails.ts";
import type { AccountRow } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { appendAudit } from "../audit/audit.ts";
import type { Browser } from "../session/browser.ts";
import { rememberDevice } from "../session/known-device.ts";
import {
  insertSession,
  type NewSession,
  type SessionProof,
} from "../session/session-repository.ts";
import type { KeptTrust } from "../session/trust-cookie.ts";
import { forgiveGuesses } from "./password-check.ts";

export interface SignedIn {
  readonly status: "SIGNED_IN";
  readonly session: NewSession;
  readonly deviceToken: string;
  /** What the browser keeps from now on to be trusted by this account. */
  readonly trust?: KeptTrust | undefined;
}

/**
 * Begins the session of somebody who has proved everything asked, forgets the guesses on the way
 * there, and tells of a new browser.
 */
export async function completeSignIn(
  context: PortalContext,
  tx: PortalTransaction,
  account: AccountRow,
  { client, deviceToken }: Browser,
  proof?: SessionProof,
): Promise<SignedIn> {
  const { clock } = context;
  const now = clock.now();
  const session = await insertSession(tx, account.id, client, now, proof);
  const device = await rememberDevice(context, tx, account.id, deviceToken, now);
  if (device.isNewToAccount) {
    await mailMember(context, tx, account, (sender, locale) =>
      newDeviceMail(sender, locale, {
        at: mailMoment(now, locale),
        device: client.device,
        ipAddress: client.ipAddress,
        securityUrl: `${sender.portalOrigin}${pageUrl("security")}`,
      }),
    );
  }
  await forgiveGuesses(context, {
    emailDigest: account.email_digest,
    ipAddress: client.ipAddress,
    deviceToken,
  });
  await appendAudit(tx, { accountId: account.id, action: "sign-in.succeeded", at: now, client });
  return { status: "SIGNED_IN", session, deviceToken: device.token };
}
