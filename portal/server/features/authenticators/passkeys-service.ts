import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { Authenticators } from "@sekimori/portal-contract/endpoints/authenticators";
import type {
  CreationOptions,
  NewPasskey,
} from "@sekimori/portal-contract/endpoints/passkey-values";
import type { PortalContext } from "../../context.ts";
import * as mails from "../../mails/passkey-mails.ts";
import { mailMember } from "../account/mail-member.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import type { Browser } from "../session/browser.ts";
import { lockMember } from "../session/lock-member.ts";
import { type MemberRow, personalDataOf } from "../session/member.ts";
import { renewSession, renewToken } from "../session/session-repository.ts";
import { endCodesAfterLast, finishChange, requireKept, requireOwn } from "./change-of-factors.ts";
import { newPasskeyOptions, putNewPasskeyInForce, readNewPasskey } from "./new-passkey.ts";
import type { ChallengeUse } from "./passkey-challenge.ts";
import { openPasskeyName, sealPasskeyName } from "./passkey-name.ts";
import * as rows from "./passkey-repository.ts";
import { showAuthenticators } from "./show-authenticators.ts";

const registering = (member: MemberRow): ChallengeUse => ({
  purpose: "register",
  holder: member.session_id,
});

/**
 * What a browser makes a new passkey by. Nothing is kept until one has been made.
 *
 * @throws AppError ManagedExternally, PasskeysFull.
 */
export async function beginPasskeyOf(
  context: PortalContext,
  member: MemberRow,
): Promise<CreationOptions> {
  requireOwn(member);
  const { email } = personalDataOf(context.sealer, member);
  return newPasskeyOptions(context, { accountId: member.account_id, email }, registering(member));
}

/**
 * Puts a passkey that a browser has made in force. With the first factor of its kind come recovery
 * codes, so that nobody has one without a way back.
 *
 * @throws AppError ManagedExternally, PasskeysFull, PasskeyDuplicate, PasskeyExpired, PasskeyRefused,
 *   PasskeyUnverified, SessionExpired.
 */
export async function addPasskeyOf(
  context: PortalContext,
  member: MemberRow,
  given: NewPasskey,
  browser: Browser,
) {
  const { db, clock } = context;
  requireOwn(member);
  const now = clock.now();
  const made = await readNewPasskey(context, registering(member), given);
  return transaction(db, async (tx) => {
    const account = await lockMember(tx, member, now);
    const result = await putNewPasskeyInForce(context, tx, account, made, browser.client);
    // Its owner was verified as it was made: it is this session's second factor.
    const renewed = await renewSession(tx, member.session_id, now, "passkey");
    return finishChange(context, tx, member, browser, { renewed, result });
  });
}

/** @throws AppError NotFound, SessionExpired. */
export async function renamePasskeyOf(
  context: PortalContext,
  member: MemberRow,
  { id, name }: { readonly id: string; readonly name: string },
  client: ClientInfo,
): Promise<Authenticators> {
  const { db, clock, sealer } = context;
  const at = clock.now();
  return transaction(db, async (tx) => {
    const { id: accountId } = await lockMember(tx, member, at);
    const sealed = sealPasskeyName(sealer, id, name);
    if (!(await rows.updatePasskeyName(tx, accountId, id, sealed))) throw new AppError("NotFound");
    await appendAudit(tx, { accountId, action: "passkey.renamed", at, client });
    return showAuthenticators(context, tx, accountId);
  });
}

/**
 * Removes a passkey. After the last one, without an app, the recovery codes go too and the mailed code
 * takes their place: a second factor stays on.
 *
 * @throws AppError ManagedExternally, NotFound, FactorWanted, SessionExpired.
 */
export async function removePasskeyOf(
  context: PortalContext,
  member: MemberRow,
  id: string,
  browser: Browser,
) {
  const { db, clock, sealer } = context;
  requireOwn(member);
  const now = clock.now();
  return transaction(db, async (tx) => {
    const account = await lockMember(tx, member, now);
    const removed = await rows.deletePasskey(tx, account.id, id);
    if (!removed) throw new AppError("NotFound");
    await requireKept(context, tx, account.id);
    const isLast = await endCodesAfterLast(tx, account.id);
    const renewed = await renewToken(tx, member.session_id, now);
    const name = openPasskeyName(sealer, removed);
    await mailMember(context, tx, account, (sender, locale) =>
      mails.passkeyRemovedMail(sender, locale, name, isLast),
    );
    const event = { accountId: account.id, at: now, client: browser.client };
    await appendAudit(tx, { ...event, action: "passkey.removed" });
    return finishChange(context, tx, member, browser, { renewed, result: {} });
  });
}
