import { randomUUID } from "node:crypto";
import { AppError } from "@sekimori/kit-server/errors";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import * as mails from "../../mails/authenticator-mails.ts";
import { type AccountRow, updateAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { openSecret, sealSecret } from "./app-secret.ts";
import { findAppInSetUp, insertAppInSetUp, putAppInForce } from "./authenticator-repository.ts";
import { firstRecoveryCodes } from "./change-of-factors.ts";
import { groupedSecret, newTotpSecret, readTotp, totpUri } from "./totp.ts";

/** Makes the secret of an app for a locked account. Nothing of it counts until its first code was right. */
export async function newAppFor(
  { clock, sealer, settings }: PortalContext,
  tx: PortalTransaction,
  { id: accountId, personal }: AccountRow,
): Promise<{ readonly uri: string; readonly secret: string }> {
  const secret = newTotpSecret();
  const id = randomUUID();
  const row = { id, accountId, secret: sealSecret(sealer, id, secret) };
  await insertAppInSetUp(tx, row, clock.now());
  const { email } = openPersonalData(sealer, accountId, personal);
  return { uri: totpUri(secret, settings.serviceName, email), secret: groupedSecret(secret) };
}

/**
 * Puts a locked account's app in set-up in force by its first code, and tells the member.
 *
 * @returns the recovery codes that come with the first factor of its kind; null where there are some.
 * @throws AppError NotFound, AppCodeInvalid, AppClockOff.
 */
export async function putNewAppInForce(
  context: PortalContext,
  tx: PortalTransaction,
  account: AccountRow,
  { code, client }: { readonly code: string; readonly client: ClientInfo },
): Promise<string[] | null> {
  const { clock, sealer } = context;
  const at = clock.now();
  const app = await findAppInSetUp(tx, account.id);
  if (!app) throw new AppError("NotFound");
  const reading = readTotp(openSecret(sealer, app), code, at);
  if (reading.is === "clock-off") throw new AppError("AppClockOff");
  if (reading.is === "wrong") throw new AppError("AppCodeInvalid");
  const replaced = await putAppInForce(tx, app, reading.step, at);
  const recoveryCodes = await firstRecoveryCodes(context, tx, account);
  await updateAccount(tx, account.id, { mfa_enabled: true });
  await mailMember(context, tx, account, replaced ? mails.appReplacedMail : mails.appAddedMail);
  const action = replaced ? "authenticator-app.replaced" : "authenticator-app.added";
  await appendAudit(tx, { accountId: account.id, action, at, client });
  return recoveryCodes;
}
