import { randomUUID } from "node:crypto";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import { passkeysMost } from "@sekimori/portal-contract/constants";
import type { Authenticators } from "@sekimori/portal-contract/endpoints/authenticators";
import type {
  CreationOptions,
  NewPasskey,
} from "@sekimori/portal-contract/endpoints/passkey-values";
import type { PortalContext } from "../../context.ts";
import * as mails from "../../mails/passkey-mails.ts";
import { updateAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import type { Browser } from "../session/browser.ts";
import { lockMember } from "../session/lock-member.ts";
import { type MemberRow, personalDataOf } from "../session/member.ts";
import { renewSession, renewToken } from "../session/session-repository.ts";
import {
  endCodesAfterLast,
  finishChange,
  firstRecoveryCodes,
  requireOwn,
} from "./change-of-factors.ts";
import { type ChallengeUse, readAnswered, takeChallenge } from "./passkey-challenge.ts";
import { firstPasskeyName, openPasskeyName, sealPasskeyName } from "./passkey-name.ts";
import { creationOptions } from "./passkey-options.ts";
import { type MadePasskey, readRegistration } from "./passkey-registration.ts";
import * as rows from "./passkey-repository.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { showAuthenticators } from "./show-authenticators.ts";

const registering = (member: MemberRow): ChallengeUse => ({
  purpose: "register",
  holder: member.session_id,
});

/** Transports of WebAuthn; whatever else an authenticator says is not handed on to browsers. */
const transports = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"];

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
  const { account_id: accountId } = member;
  const passkeys = await rows.findPasskeys(context.db, accountId);
  if (passkeys.length >= passkeysMost) throw new AppError("PasskeysFull");
  const { email } = personalDataOf(context.sealer, member);
  return creationOptions(context, { accountId, email, passkeys }, registering(member));
}

interface Made {
  readonly passkey: MadePasskey;
  readonly challenge: string;
  readonly expires: Date;
}

/** @throws AppError PasskeyExpired, PasskeyRefused, PasskeyUnverified. */
async function read(context: PortalContext, member: MemberRow, given: NewPasskey): Promise<Made> {
  const answered = readAnswered(context, registering(member), given.clientDataJSON);
  if (answered.is !== "answered") throw new AppError(answered.is);
  const { challenge, expires } = answered;
  const passkey = await readRegistration(given, challenge, relyingPartyOf(context.settings));
  if (!passkey) throw new AppError("PasskeyRefused");
  // It is to count as both factors, so who has the device must not be enough.
  if (!passkey.isVerified) throw new AppError("PasskeyUnverified");
  return { passkey, challenge, expires };
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
  const { db, clock, sealer, settings } = context;
  requireOwn(member);
  const now = clock.now();
  const { passkey, challenge, expires } = await read(context, member, given);
  return transaction(db, async (tx) => {
    const account = await lockMember(tx, member, now);
    if ((await rows.findPasskeys(tx, account.id)).length >= passkeysMost) {
      throw new AppError("PasskeysFull");
    }
    if (!(await takeChallenge(tx, challenge, expires))) throw new AppError("PasskeyExpired");
    const id = randomUUID();
    const known = given.transports.filter((one) => transports.includes(one));
    const { aaguid } = passkey;
    const described = { aaguid, transports: known, device: browser.client.device };
    const name = firstPasskeyName(described, account.language);
    const isNew = await rows.insertPasskey(tx, {
      id,
      account_id: account.id,
      credential_id: passkey.credentialId,
      rp_id: relyingPartyOf(settings).id,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: known,
      aaguid,
      backup_eligible: passkey.backupEligible,
      backed_up: passkey.backedUp,
      name: sealPasskeyName(sealer, id, name),
      created_at: now,
    });
    if (!isNew) throw new AppError("PasskeyDuplicate");
    const recoveryCodes = await firstRecoveryCodes(context, tx, account);
    await updateAccount(tx, account.id, { mfa_enabled: true });
    // Its owner was verified as it was made: it is this session's second factor.
    const renewed = await renewSession(tx, member.session_id, now, "passkey");
    await mailMember(context, tx, account, (sender, locale) =>
      mails.passkeyAddedMail(sender, locale, name),
    );
    const event = { accountId: account.id, at: now, client: browser.client };
    await appendAudit(tx, { ...event, action: "passkey.added" });
    return finishChange(context, tx, member, browser, { renewed, result: { id, recoveryCodes } });
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
 * @throws AppError ManagedExternally, NotFound, SessionExpired.
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
