import { randomUUID } from "node:crypto";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { PortalContext } from "../../context.ts";
import * as mails from "../../mails/authenticator-mails.ts";
import { updateAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { appendAudit } from "../audit/audit.ts";
import type { Browser } from "../session/browser.ts";
import { lockMember } from "../session/lock-member.ts";
import type { MemberRow } from "../session/member.ts";
import { renewSession, renewToken } from "../session/session-repository.ts";
import { openSecret, sealSecret } from "./app-secret.ts";
import * as rows from "./authenticator-repository.ts";
import {
  endCodesAfterLast,
  finishChange,
  firstRecoveryCodes,
  makeRecoveryCodes,
  requireOwn,
} from "./change-of-factors.ts";
import { groupedSecret, newTotpSecret, readTotp, totpUri } from "./totp.ts";

/**
 * Begins the setting up of an app. Nothing of it counts until its first code was right.
 *
 * @throws AppError ManagedExternally, SessionExpired.
 */
export async function beginAppSetUp(
  context: PortalContext,
  member: MemberRow,
): Promise<{ readonly uri: string; readonly secret: string }> {
  const { db, clock, sealer, settings } = context;
  requireOwn(member);
  const now = clock.now();
  const secret = newTotpSecret();
  return transaction(db, async (tx) => {
    const account = await lockMember(tx, member, now);
    const { id: accountId } = account;
    const id = randomUUID();
    await rows.insertAppInSetUp(tx, { id, accountId, secret: sealSecret(sealer, id, secret) }, now);
    const { email } = openPersonalData(sealer, accountId, account.personal);
    return {
      uri: totpUri(secret, settings.serviceName, email),
      secret: groupedSecret(secret),
    };
  });
}

/**
 * Puts the app in set-up in force by its first code. With the first factor of its kind come recovery codes.
 *
 * @throws AppError ManagedExternally, NotFound, AppCodeInvalid, AppClockOff, SessionExpired.
 */
export async function confirmAppSetUp(
  context: PortalContext,
  member: MemberRow,
  code: string,
  browser: Browser,
) {
  const { db, clock, sealer } = context;
  requireOwn(member);
  const now = clock.now();
  return transaction(db, async (tx) => {
    const account = await lockMember(tx, member, now);
    const app = await rows.findAppInSetUp(tx, account.id);
    if (!app) throw new AppError("NotFound");
    const reading = readTotp(openSecret(sealer, app), code, now);
    if (reading.is === "clock-off") throw new AppError("AppClockOff");
    if (reading.is === "wrong") throw new AppError("AppCodeInvalid");
    const replaced = await rows.putAppInForce(tx, app, reading.step, now);
    const recoveryCodes = await firstRecoveryCodes(context, tx, account);
    await updateAccount(tx, account.id, { mfa_enabled: true });
    // The code that was just given is this session's second factor, unless a passkey was.
    const { session_id: sessionId } = member;
    const renewed = await (member.second_way === "passkey"
      ? renewToken(tx, sessionId, now)
      : renewSession(tx, sessionId, now, "app"));
    await mailMember(context, tx, account, replaced ? mails.appReplacedMail : mails.appAddedMail);
    const action = replaced ? "authenticator-app.replaced" : "authenticator-app.added";
    await appendAudit(tx, { accountId: account.id, action, at: now, client: browser.client });
    return finishChange(context, tx, member, browser, { renewed, result: { recoveryCodes } });
  });
}

/**
 * Removes the app. Without a passkey the recovery codes go too and the mailed code takes their place: a
 * second factor stays on.
 *
 * @throws AppError ManagedExternally, NotFound, SessionExpired.
 */
export async function removeAppInForce(
  context: PortalContext,
  member: MemberRow,
  browser: Browser,
) {
  const { db, clock } = context;
  requireOwn(member);
  const now = clock.now();
  return transaction(db, async (tx) => {
    const account = await lockMember(tx, member, now);
    if (!(await rows.deleteApp(tx, account.id))) throw new AppError("NotFound");
    // Beside an app only a passkey is stronger than a mailed code.
    const keepsPasskey = !(await endCodesAfterLast(tx, account.id));
    const renewed = await renewToken(tx, member.session_id, now);
    await mailMember(context, tx, account, (sender, locale) =>
      mails.appRemovedMail(sender, locale, keepsPasskey),
    );
    const event = { accountId: account.id, at: now, client: browser.client };
    await appendAudit(tx, { ...event, action: "authenticator-app.removed" });
    return finishChange(context, tx, member, browser, { renewed, result: {} });
  });
}

/**
 * Makes a new set of recovery codes; the former ones end.
 *
 * @throws AppError ManagedExternally, NotFound without an app or a passkey, SessionExpired.
 */
export async function renewCodes(context: PortalContext, member: MemberRow, browser: Browser) {
  const { db, clock } = context;
  requireOwn(member);
  const now = clock.now();
  return transaction(db, async (tx) => {
    const account = await lockMember(tx, member, now);
    if (!(await rows.findRecoveryCodes(tx, account.id))) throw new AppError("NotFound");
    const recoveryCodes = await makeRecoveryCodes(context, tx, account);
    const renewed = await renewToken(tx, member.session_id, now);
    await mailMember(context, tx, account, mails.recoveryCodesMadeMail);
    const event = { accountId: account.id, at: now, client: browser.client };
    await appendAudit(tx, { ...event, action: "recovery-codes.made" });
    return finishChange(context, tx, member, browser, { renewed, result: { recoveryCodes } });
  });
}
