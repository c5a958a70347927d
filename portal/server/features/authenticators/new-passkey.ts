import { randomUUID } from "node:crypto";
import { AppError } from "@sekimori/kit-server/errors";
import { passkeysMost } from "@sekimori/portal-contract/constants";
import type {
  CreationOptions,
  NewPasskey,
} from "@sekimori/portal-contract/endpoints/passkey-values";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { passkeyAddedMail } from "../../mails/passkey-mails.ts";
import { type AccountRow, updateAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { firstRecoveryCodes } from "./change-of-factors.ts";
import { type ChallengeUse, readAnswered, takeChallenge } from "./passkey-challenge.ts";
import { firstPasskeyName, sealPasskeyName } from "./passkey-name.ts";
import { creationOptions } from "./passkey-options.ts";
import { type MadePasskey, readRegistration } from "./passkey-registration.ts";
import { findPasskeys, insertPasskey } from "./passkey-repository.ts";
import { relyingPartyOf } from "./relying-party.ts";

/** Transports of WebAuthn; whatever else an authenticator says is not handed on to browsers. */
const transports = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"];

/** What a browser makes a new passkey by. @throws AppError PasskeysFull. */
export async function newPasskeyOptions(
  context: PortalContext,
  { accountId, email }: { readonly accountId: string; readonly email: string },
  use: ChallengeUse,
): Promise<CreationOptions> {
  const passkeys = await findPasskeys(context.db, accountId);
  if (passkeys.length >= passkeysMost) throw new AppError("PasskeysFull");
  return creationOptions(context, { accountId, email, passkeys }, use);
}

/** A passkey as a browser made it, whose challenge is still to be taken. */
export interface NewlyMade {
  readonly passkey: MadePasskey;
  readonly transports: readonly string[];
  readonly challenge: string;
  readonly expires: Date;
}

/** @throws AppError PasskeyExpired, PasskeyRefused, PasskeyUnverified. */
export async function readNewPasskey(
  context: PortalContext,
  use: ChallengeUse,
  given: NewPasskey,
): Promise<NewlyMade> {
  const answered = readAnswered(context, use, given.clientDataJSON);
  if (answered.is !== "answered") throw new AppError(answered.is);
  const { challenge, expires } = answered;
  const passkey = await readRegistration(given, challenge, relyingPartyOf(context.settings));
  if (!passkey) throw new AppError("PasskeyRefused");
  // It is to count as both factors, so who has the device must not be enough.
  if (!passkey.isVerified) throw new AppError("PasskeyUnverified");
  return { passkey, transports: given.transports, challenge, expires };
}

/**
 * Puts a passkey in force for a locked account, and tells the member.
 *
 * @returns its id, and the recovery codes that come with the first factor of its kind; null where there
 *   are some.
 * @throws AppError PasskeysFull, PasskeyDuplicate, PasskeyExpired.
 */
export async function putNewPasskeyInForce(
  context: PortalContext,
  tx: PortalTransaction,
  account: AccountRow,
  { passkey, transports: given, challenge, expires }: NewlyMade,
  client: ClientInfo,
): Promise<{ readonly id: string; readonly recoveryCodes: string[] | null }> {
  const { clock, sealer, settings } = context;
  const at = clock.now();
  const held = await findPasskeys(tx, account.id);
  if (held.length >= passkeysMost) throw new AppError("PasskeysFull");
  if (!(await takeChallenge(tx, challenge, expires))) throw new AppError("PasskeyExpired");
  const id = randomUUID();
  const known = given.filter((one) => transports.includes(one));
  const { aaguid } = passkey;
  const described = { aaguid, transports: known, device: client.device };
  const name = firstPasskeyName(described, account.language);
  const isNew = await insertPasskey(tx, {
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
    created_at: at,
  });
  if (!isNew) throw new AppError("PasskeyDuplicate");
  const recoveryCodes = await firstRecoveryCodes(context, tx, account);
  await updateAccount(tx, account.id, { mfa_enabled: true });
  await mailMember(context, tx, account, (sender, locale) =>
    passkeyAddedMail(sender, locale, name),
  );
  await appendAudit(tx, { accountId: account.id, action: "passkey.added", at, client });
  return { id, recoveryCodes };
}
