import { pageUrl } from "@sekimori/portal-contract/page-routes";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { mailMoment } from "../../mails/application-mail.ts";
import { newDeviceMail } from "../../mails/sign-in-mails.ts";
import type { AccountRow } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { insertAttempt } from "../principals/attempt-repository.ts";
import type { Browser } from "../session/browser.ts";
import { rememberDevice } from "../session/known-device.ts";
import {
  type NewSession,
  passwordProof,
  type SessionProof,
} from "../session/session-repository.ts";
import type { KeptTrust } from "../session/trust-cookie.ts";
import { type AccountRules, findAccountRules } from "../sign-in-rules/account-rules.ts";
import { hasProved, isElsewhere } from "../sign-in-rules/judge.ts";
import { alarmOwners } from "./break-glass.ts";
import { refuseUnlessStaff } from "./in-maintenance.ts";
import { forgiveGuesses } from "./password-check.ts";
import { beginUnderRules } from "./session-length.ts";

export interface SignedIn {
  readonly status: "SIGNED_IN";
  readonly session: NewSession;
  readonly deviceToken: string;
  /** What the browser keeps from now on to be trusted by this account. */
  readonly trust?: KeptTrust | undefined;
}

/** The organisation of the account wants a factor that was not proved; it is set up first. */
export interface FactorWanted {
  readonly status: "FACTOR_WANTED";
  readonly attemptToken: string;
}

/** Becomes the error NetworkRefused, or PasswordsOff, once it is written down. */
export interface NetworkRefused {
  readonly status: "NETWORK_REFUSED" | "PASSWORDS_OFF";
}

export const isRefused = (result: { readonly status: string }): result is NetworkRefused =>
  result.status === "NETWORK_REFUSED" || result.status === "PASSWORDS_OFF";

/** Refuses who comes by a password where the rules of their organisation have switched these off. */
export async function refusePassword(
  tx: PortalTransaction,
  accountId: string,
  { noPasswords }: Pick<AccountRules, "noPasswords">,
  client: ClientInfo,
  at: Date,
): Promise<NetworkRefused | undefined> {
  if (!noPasswords) return undefined;
  await appendAudit(tx, { accountId, action: "sign-in.password-refused", at, client });
  return { status: "PASSWORDS_OFF" };
}

/**
 * Refuses who comes from none of the networks that the rules of their organisation name, and writes it
 * down. It is asked before anything is mailed or set up, and again when a sign-in is complete.
 */
export async function refuseElsewhere(
  tx: PortalTransaction,
  accountId: string,
  { networks }: AccountRules,
  client: ClientInfo,
  at: Date,
): Promise<NetworkRefused | undefined> {
  if (!isElsewhere(networks, client.ipAddress)) return undefined;
  await appendAudit(tx, { accountId, action: "sign-in.network-refused", at, client });
  return { status: "NETWORK_REFUSED" };
}

interface How {
  /** What was proved; the password alone where it isn't said. */
  readonly proof?: SessionProof;
  /** The rules, where the caller has read them already in this transaction. */
  readonly rules?: AccountRules;
  /** The browser is trusted to stand for the second factor. */
  readonly isTrusted?: boolean;
}

/**
 * Begins the session of somebody who has proved everything asked, forgets the guesses on the way
 * there, and tells of a new browser. Every sign-in ends here, so that no rule of an organisation is
 * passed by another way.
 */
export async function completeSignIn(
  context: PortalContext,
  tx: PortalTransaction,
  account: AccountRow,
  { client, deviceToken }: Browser,
  { proof = passwordProof, rules: known, isTrusted = false }: How = {},
): Promise<SignedIn | FactorWanted | NetworkRefused> {
  const { clock } = context;
  const now = clock.now();
  await refuseUnlessStaff(context, tx, account.id);
  const rules = known ?? (await findAccountRules(tx, account.id, now));
  const { strength, networks } = rules;
  const lacksFactor = strength !== undefined && !isTrusted && !hasProved(strength, proof);
  const event = { accountId: account.id, at: now, client };
  if (rules.isBreakGlass) {
    const isPast =
      lacksFactor ||
      isElsewhere(networks, client.ipAddress) ||
      (rules.noPasswords && proof.firstFactor === "password");
    if (isPast) await alarmOwners(context, tx, account, rules, client);
  } else {
    const refused = await refuseElsewhere(tx, account.id, rules, client, now);
    if (refused) return refused;
    const off =
      proof.firstFactor === "password" &&
      (await refusePassword(tx, account.id, rules, client, now));
    if (off) return off;
  }
  if (lacksFactor && !rules.isBreakGlass) {
    const waiting = { account_id: account.id, kind: "factor" as const };
    const { token: attemptToken } = await insertAttempt(tx, waiting, now);
    await appendAudit(tx, { ...event, action: "sign-in.factor-wanted" });
    return { status: "FACTOR_WANTED", attemptToken };
  }
  const session = await beginUnderRules(tx, account.id, rules, { client, now, proof });
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
