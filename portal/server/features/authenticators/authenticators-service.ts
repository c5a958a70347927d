import { randomUUID } from "node:crypto";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { Authenticators } from "@sekimori/portal-contract/endpoints/authenticators";
import type { PortalContext, PortalTransaction, Queryable } from "../../context.ts";
import * as mails from "../../mails/authenticator-mails.ts";
import { type AccountRow, updateAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { appendAudit } from "../audit/audit.ts";
import type { Browser } from "../session/browser.ts";
import { endAllBeside } from "../session/end-beside.ts";
import { lockMember } from "../session/lock-member.ts";
import type { MemberRow } from "../session/member.ts";
import { renewSession, renewToken } from "../session/session-repository.ts";
import { openSecret, sealSecret } from "./app-secret.ts";
import * as rows from "./authenticator-repository.ts";
import { meantRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts";
import { groupedSecret, newTotpSecret, readTotp, totpUri } from "./totp.ts";

/** What My Page shows of an account's authenticators. */
export async function showAuthenticators(
  db: Queryable,
  accountId: string,
): Promise<Authenticators> {
  const app = await rows.findApp(db, accountId);
  const codes = app && (await rows.findRecoveryCodes(db, accountId));
  return {
    app: app
      ? {
          addedAt: (app.confirmed_at ?? app.created_at).toISOString(),
          lastUsedAt: app.last_used_at?.toISOString() ?? null,
        }
      : null,
    recoveryCodes: codes ? { left: codes.left, madeAt: codes.madeAt.toISOString() } : null,
  };
}

/** Who signs in by an external ID has the second factor there (specification 6). */
function requireOwn(member: MemberRow): void {
  if (member.external_subject !== null) throw new AppError("ManagedExternally");
}

/** A change as it went: the session's new token, and what the caller answers with. */
interface Changed<Result> {
  readonly token: string;
  readonly result: Result;
}

/** Ends all but this session, gives it a new token, and says what is on now. */
async function finishChange<Result>(
  tx: PortalTransaction,
  member: MemberRow,
  { deviceToken }: Browser,
  renewed: string | undefined,
  result: Result,
): Promise<Changed<Result & { readonly authenticators: Authenticators }>> {
  if (renewed === undefined) throw new AppError("SessionExpired");
  await endAllBeside(tx, member.account_id, { sessionId: member.session_id, deviceToken });
  const authenticators = await showAuthenticators(tx, member.account_id);
  return { token: renewed, result: { ...result, authenticators } };
}

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

async function makeRecoveryCodes(
  { clock, digests }: PortalContext,
  tx: PortalTransaction,
  { id }: AccountRow,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  const kept = codes.map((code) => digests.recoveryCode(id, meantRecoveryCode(code)));
  await rows.replaceRecoveryCodes(tx, id, kept, clock.now());
  return codes;
}

/**
 * Puts the app in set-up in force by its first code. With the first app come recovery codes.
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
    const recoveryCodes = replaced ? null : await makeRecoveryCodes(context, tx, account);
    await updateAccount(tx, account.id, { mfa_enabled: true });
    // The code that was just given is this session's second factor.
    const renewed = await renewSession(tx, member.session_id, now, "app");
    await mailMember(context, tx, account, replaced ? mails.appReplacedMail : mails.appAddedMail);
    const action = replaced ? "authenticator-app.replaced" : "authenticator-app.added";
    await appendAudit(tx, { accountId: account.id, action, at: now, client: browser.client });
    return finishChange(tx, member, browser, renewed, { recoveryCodes });
  });
}

/**
 * Removes the app and the recovery codes. The mailed code takes their place: a second factor stays on.
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
    if (!(await rows.deleteFactors(tx, account.id))) throw new AppError("NotFound");
    const renewed = await renewToken(tx, member.session_id, now);
    await mailMember(context, tx, account, mails.appRemovedMail);
    const event = { accountId: account.id, at: now, client: browser.client };
    await appendAudit(tx, { ...event, action: "authenticator-app.removed" });
    return finishChange(tx, member, browser, renewed, {});
  });
}

/**
 * Makes a new set of recovery codes; the former ones end.
 *
 * @throws AppError ManagedExternally, NotFound without an app, SessionExpired.
 */
export async function renewCodes(context: PortalContext, member: MemberRow, browser: Browser) {
  const { db, clock } = context;
  requireOwn(member);
  const now = clock.now();
  return transaction(db, async (tx) => {
    const account = await lockMember(tx, member, now);
    if (!(await rows.findApp(tx, account.id))) throw new AppError("NotFound");
    const recoveryCodes = await makeRecoveryCodes(context, tx, account);
    const renewed = await renewToken(tx, member.session_id, now);
    await mailMember(context, tx, account, mails.recoveryCodesMadeMail);
    const event = { accountId: account.id, at: now, client: browser.client };
    await appendAudit(tx, { ...event, action: "recovery-codes.made" });
    return finishChange(tx, member, browser, renewed, { recoveryCodes });
  });
}
