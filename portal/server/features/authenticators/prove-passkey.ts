import type { UsedPasskey } from "@sekimori/portal-contract/endpoints/passkey-values";
import type { PasskeyError } from "@sekimori/portal-contract/passkey-errors";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { passkeyCopiedMail } from "../../mails/passkey-mails.ts";
import { type AccountRow, lockAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { type ReadAssertion, readAssertion } from "./passkey-assertion.ts";
import { type ChallengeUse, readAnswered, takeChallenge } from "./passkey-challenge.ts";
import { readCounter } from "./passkey-counter.ts";
import { openPasskeyName } from "./passkey-name.ts";
import {
  findPasskey,
  noteCopyTold,
  notePasskeyUse,
  type PasskeyRow,
} from "./passkey-repository.ts";
import { stopDelay } from "./recovery-delay.ts";
import { relyingPartyOf } from "./relying-party.ts";

/** What came of a passkey; a refusal is a value, because what it is recorded with must stay. */
export type PasskeyProof =
  | { readonly is: "right"; readonly account: AccountRow }
  | { readonly is: PasskeyError };

/** What a passkey is to prove: that somebody is there, or that it is the owner of one account. */
export interface PasskeyAsked extends ChallengeUse {
  readonly accountId?: string;
  /** Of a caller who looks at the answer twice. */
  readonly reader?: ReadAssertion;
}

/** What an answer says once everything that can be read from it is right; nothing is used up yet. */
export interface ReadPasskey {
  readonly is: "read";
  readonly challenge: string;
  readonly expires: Date;
  readonly counter: number;
  readonly backedUp: boolean;
}

/** Looks at everything about an answer that is neither written down nor used up by looking. */
export async function readPasskey(
  { clock, digests, logger, settings }: PortalContext,
  given: UsedPasskey,
  passkey: PasskeyRow,
  asked: PasskeyAsked,
): Promise<ReadPasskey | { readonly is: PasskeyError }> {
  const answered = readAnswered({ clock, digests }, asked, given.clientDataJSON);
  if (answered.is !== "answered") return answered;
  const { challenge, expires } = answered;
  const { reader: read = readAssertion } = asked;
  const use = await read(given, passkey, challenge, relyingPartyOf(settings));
  if (!use) return { is: "PasskeyRefused" };
  if (asked.accountId !== undefined && passkey.account_id !== asked.accountId) {
    return { is: "PasskeyRefused" };
  }
  // Where no account was named, the authenticator must have named it.
  const user = given.userHandle ?? (asked.accountId === undefined ? "" : undefined);
  if (user !== undefined && user !== digests.passkeyUser(passkey.account_id)) {
    return { is: "PasskeyRefused" };
  }
  if (!use.isVerified) return { is: "PasskeyUnverified" };
  // Said at its making and for good (section 6.1.3).
  if (use.backupEligible !== passkey.backup_eligible) return { is: "PasskeyRefused" };
  const { backupEligible, counter, backedUp } = use;
  const kept = Number(passkey.counter);
  const counted = readCounter({ kept, given: counter, backupEligible });
  if (counted === "copied") return { is: "PasskeyCopied" };
  if (counted === "odd") logger.warn({ passkey: passkey.id }, "a synced passkey's counter fell");
  return { is: "read", challenge, expires, counter, backedUp };
}

async function useUp(
  context: PortalContext,
  tx: PortalTransaction,
  passkey: PasskeyRow,
  { challenge, expires, counter, backedUp }: ReadPasskey,
): Promise<PasskeyProof> {
  // Locked as every change of the account does, so that a removal under way is waited for.
  const account = await lockAccount(tx, passkey.account_id);
  if (!account) return { is: "PasskeyUnknown" };
  if (!(await takeChallenge(tx, challenge, expires))) return { is: "PasskeyExpired" };
  const at = context.clock.now();
  const isNoted = await notePasskeyUse(tx, passkey, { counter, backedUp, at });
  // Used a second time at this moment, or removed: who tries again hears which. A browser forgets a
  // passkey that is called unknown.
  return isNoted ? { is: "right", account } : { is: "PasskeyExpired" };
}

async function look(
  context: PortalContext,
  tx: PortalTransaction,
  given: UsedPasskey,
  passkey: PasskeyRow,
  asked: PasskeyAsked,
): Promise<PasskeyProof> {
  const read = await readPasskey(context, given, passkey, asked);
  return read.is === "read" ? useUp(context, tx, passkey, read) : read;
}

async function tellOfCopy(context: PortalContext, tx: PortalTransaction, passkey: PasskeyRow) {
  const account = await lockAccount(tx, passkey.account_id);
  if (!account || !(await noteCopyTold(tx, passkey.id, context.clock.now()))) return;
  const name = openPasskeyName(context.sealer, passkey);
  await mailMember(context, tx, account, (sender, locale) =>
    passkeyCopiedMail(sender, locale, name),
  );
}

/**
 * Looks at a passkey and, when it is right, uses its challenge up. The caller completes in the same
 * transaction what it was for. A passkey is never guessed, so refusals lock nothing and count in no
 * budget but the call's own; one that was copied is told to its owner.
 */
export async function provePasskey(
  context: PortalContext,
  tx: PortalTransaction,
  given: UsedPasskey,
  asked: PasskeyAsked,
  client: ClientInfo,
): Promise<PasskeyProof> {
  const passkey = await findPasskey(tx, given.credentialId);
  const proof: PasskeyProof = passkey
    ? await look(context, tx, given, passkey, asked)
    : { is: "PasskeyUnknown" };
  if (proof.is === "right") {
    await stopDelay(context, tx, proof.account, "proved", client);
    return proof;
  }
  const isCopied = proof.is === "PasskeyCopied";
  if (isCopied && passkey) await tellOfCopy(context, tx, passkey);
  const accountId = asked.accountId ?? passkey?.account_id ?? null;
  const action = isCopied ? "passkey.copied" : "passkey.refused";
  await appendAudit(tx, { accountId, action, at: context.clock.now(), client });
  return proof;
}
