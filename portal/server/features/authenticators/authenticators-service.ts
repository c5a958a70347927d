import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { PortalContext } from "../../context.ts";
import * as mails from "../../mails/authenticator-mails.ts";
import { mailMember } from "../account/mail-member.ts";
import { appendAudit } from "../audit/audit.ts";
import type { Browser } from "../session/browser.ts";
import { lockMember } from "../session/lock-member.ts";
import type { MemberRow } from "../session/member.ts";
import { renewSession, renewToken } from "../session/session-repository.ts";
import * as rows from "./authenticator-repository.ts";
import {
  endCodesAfterLast,
  finishChange,
  makeRecoveryCodes,
  requireKept,
  requireOwn,
} from "./change-of-factors.ts";
import { newAppFor, putNewAppInForce } from "./new-app.ts";

/**
 * Begins the setting up of an app. Nothing of it counts until its first code was right.
 *
 * @throws AppError ManagedExternally, SessionExpired.
 */
export async function beginAppSetUp(
  context: PortalContext,
  member: MemberRow,
): Promise<{ readonly uri: string; readonly secret: string }> {
  const { db, clock } = context;
  requireOwn(member);
  return transaction(db, async (tx) =>
    newAppFor(context, tx, await lockMember(tx, member, clock.now())),
  );
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
  const { db, clock } = context;
  requireOwn(member);
  const now = clock.now();
  return transaction(db, async (tx) => {
    const account = await lockMember(tx, member, now);
    const recoveryCodes = await putNewAppInForce(context, tx, account, {
      code,
      client: browser.client,
    });
    // The code that was just given is this session's second factor, unless a passkey was.
    const { session_id: sessionId } = member;
    const renewed = await (member.second_way === "passkey"
      ? renewToken(tx, sessionId, now)
      : renewSession(tx, sessionId, now, "app"));
    return finishChange(context, tx, member, browser, { renewed, result: { recoveryCodes } });
  });
}

/**
 * Removes the app. Without a passkey the recovery codes go too and the mailed code takes their place: a
 * second factor stays on.
 *
 * @throws AppError ManagedExternally, NotFound, FactorWanted, SessionExpired.
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
    await requireKept(context, tx, account.id);
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
