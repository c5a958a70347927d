import type { Locale } from "@sekimori/kit-contract/locale";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { SecondFactorWay } from "@sekimori/portal-contract/endpoints/authenticators";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { type AccountRow, lockAccount } from "../account/account-repository.ts";
import { appendAudit, appendAuditAlone, type ClientInfo } from "../audit/audit.ts";
import { findWays } from "../authenticators/authenticator-repository.ts";
import { endCopiedTrust, takeTrust } from "../authenticators/trust-browser.ts";
import { deleteTrusts } from "../authenticators/trusted-browser-repository.ts";
import { insertAttempt } from "../principals/attempt-repository.ts";
import type { FlowRow } from "../principals/flow-repository.ts";
import type { Browser } from "../session/browser.ts";
import { binding, findAccountRules } from "../sign-in-rules/account-rules.ts";
import { isTrustEnough } from "../sign-in-rules/judge.ts";
import { type AskedLink, makeAskedLink } from "./asked-link.ts";
import {
  completeSignIn,
  type FactorWanted,
  type NetworkRefused,
  refuseElsewhere,
  refusePassword,
  type SignedIn,
} from "./complete-sign-in.ts";
import { isNoticed, noticeGuessing } from "./guessing-job.ts";
import { isForStaffAlone, refuseUnlessStaff } from "./in-maintenance.ts";
import { openKnownBrowserSession } from "./known-browser-session.ts";
import { type ExternalFactor, startSecondStep } from "./one-time-password.ts";
import { beginPasswordCheck, type PasswordCheck } from "./password-check.ts";
import { reopenVerification, resumeAccountFlow } from "./resume-sign-up.ts";

/** What a correct password leads to. */
export type SignInResult =
  | SignedIn
  | {
      readonly status: "OTP_VERIFY";
      readonly attemptToken: string;
      readonly ways: SecondFactorWay[];
      /** Null where no mail was sent. */
      readonly sentAt: Date | null;
      readonly mayTrustBrowser: boolean;
    }
  | { readonly status: "RESET_PASSWORD"; readonly attemptToken: string }
  | FactorWanted
  | NetworkRefused
  | { readonly status: "SERVICE_AGREE"; readonly flowToken: string; readonly flow: FlowRow }
  /** Becomes the error UserNotConfirmed, once the cookie that resumes the sign-up is set. */
  | { readonly status: "NOT_CONFIRMED"; readonly flowToken: string };

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly locale: Locale | undefined;
}

/** The account as it is now, provided the password that was checked is still its password. */
async function stillProved(
  tx: PortalTransaction,
  accountId: string,
  passwordHash: string | undefined,
): Promise<AccountRow> {
  const account = await lockAccount(tx, accountId);
  const credential =
    passwordHash === undefined
      ? undefined
      : await tx
          .selectFrom("portal.credential")
          .select("password_hash")
          .where("account_id", "=", accountId)
          .executeTakeFirst();
  // Changed while the check ran: the sessions that the change ended must not get a successor.
  if (!account || credential?.password_hash !== passwordHash) {
    throw new AppError("UsernamePasswordIncorrect");
  }
  return account;
}

/** What proved the first factor, where it was no bare link. */
export interface FirstFactor {
  /** The external identity that proved it, if it was no password. */
  readonly external?: ExternalFactor;
  /** What the password was checked against, if it was one. */
  readonly passwordHash?: string | undefined;
  /** What a password is to link. Where a second factor is asked for, once that is proved. */
  readonly links?: AskedLink;
  /** Strangers are guessing at the password: a right one from an unknown browser is not enough. */
  readonly needsCode?: boolean;
}

/**
 * The redirect statuses of specification 3 that come before any second factor, in their order;
 * undefined where none holds.
 *
 * @throws AppError AccessEnded where the directory of the account's organisation keeps its owner out.
 */
export async function redirectedBy(
  tx: PortalTransaction,
  account: AccountRow,
  now: Date,
): Promise<SignInResult | undefined> {
  if (account.access_ended_at !== null) throw new AppError("AccessEnded");
  if (account.password_reset_required) {
    const values = { account_id: account.id, kind: "reset" as const };
    const { token } = await insertAttempt(tx, values, now);
    return { status: "RESET_PASSWORD", attemptToken: token };
  }
  if (account.is_agree_service) return undefined;
  const { token, flow } = await resumeAccountFlow(tx, account, now);
  return { status: "SERVICE_AGREE", flowToken: token, flow };
}

/**
 * Where an account goes whose first factor is proved: specification 3's redirect statuses, in their order.
 *
 * @returns "copied" where the browser shows another's trust.
 */
async function goOn(
  context: PortalContext,
  tx: PortalTransaction,
  accountId: string,
  browser: Browser,
  { external, passwordHash, links, needsCode = false }: FirstFactor,
): Promise<SignInResult | "copied"> {
  const now = context.clock.now();
  const account = await stillProved(tx, accountId, passwordHash);
  // Before a code is mailed for nothing.
  await refuseUnlessStaff(context, tx, account.id);
  const redirected = await redirectedBy(tx, account, now);
  if (redirected) return redirected;
  const rules = await findAccountRules(tx, account.id, now);
  // Who comes by a provider is held to no factor here.
  const strength = external === undefined ? binding(rules).strength : undefined;
  const refused = await refuseElsewhere(tx, account.id, binding(rules), browser.client, now);
  if (refused) return refused;
  const off =
    external === undefined &&
    (await refusePassword(tx, account.id, binding(rules), browser.client, now));
  if (off) return off;
  // The rule may have come to hold since whoever asks for the link was asked for the password.
  if (links && binding(rules).noExternalIds) {
    throw new AppError("ExternalIdFailed", { data: { reason: "organisation" } });
  }
  // Those that were trusted before the rule held are trusted no more after it either.
  if (rules.noTrustedBrowsers) await deleteTrusts(tx, account.id);
  const isTrusted =
    rules.strength === undefined || isTrustEnough(rules.strength, await findWays(tx, account.id));
  // A trusted browser stands for the second factor of a sign-in, and of nothing more.
  const mayBeTrusted = passwordHash !== undefined && links === undefined;
  if (account.mfa_enabled && mayBeTrusted && (isTrusted || rules.isBreakGlass)) {
    const trust = await takeTrust(context, tx, account.id, browser);
    if (trust.is === "copied") return trust.is;
    if (trust.is === "trusted") {
      // What was proved is the password, and the session says no more.
      const done = await completeSignIn(context, tx, account, browser, { rules, isTrusted });
      return done.status === "SIGNED_IN" ? { ...done, trust: trust.kept } : done;
    }
  }
  // Whoever has no factor yet proves the mailbox on the way to one: a password alone adds none.
  if (account.mfa_enabled || needsCode || strength !== undefined) {
    const asked = { external, links, strength, noTrustedBrowsers: rules.noTrustedBrowsers };
    const started = await startSecondStep(context, tx, account, browser.deviceToken, asked);
    return { status: "OTP_VERIFY", ...started };
  }
  if (links && !(await makeAskedLink(context, tx, account, links, browser.client))) {
    throw new AppError("ExternalIdFailed", { data: { reason: "other-account" } });
  }
  const proof = {
    firstFactor: external === undefined ? ("password" as const) : ("external" as const),
    secondFactor: null,
    providerAmr: external?.amr ?? null,
    providerAcr: external?.acr ?? null,
    providerLogin: external?.loginId ?? null,
  };
  return completeSignIn(context, tx, account, browser, { proof, rules });
}

/** The same for who comes by a provider, in a transaction that does more. */
export async function continueExternal(
  context: PortalContext,
  tx: PortalTransaction,
  accountId: string,
  browser: Browser,
  external: ExternalFactor,
): Promise<SignInResult> {
  const result = await goOn(context, tx, accountId, browser, { external });
  if (result === "copied") throw new Error("No trust is taken of who comes by a provider.");
  return result;
}

/** The same in a transaction of its own. */
export async function continueSignIn(
  context: PortalContext,
  accountId: string,
  browser: Browser,
  factor: FirstFactor = {},
): Promise<SignInResult> {
  const result = await transaction(context.db, (tx) =>
    goOn(context, tx, accountId, browser, factor),
  );
  if (result !== "copied") return result;
  // Apart, because what follows may refuse: the copy must not count again.
  await transaction(context.db, (tx) => endCopiedTrust(context, tx, accountId, browser));
  const { trustOf: _, ...untrusted } = browser;
  return continueSignIn(context, accountId, untrusted, factor);
}

/** Records a wrong password, and has the owner told when strangers have made too many. */
export async function recordFailure(
  context: PortalContext,
  { accountId, strangersBeyond }: PasswordCheck,
  client: ClientInfo,
): Promise<void> {
  const { db, pipeline, clock } = context;
  // Written for unknown addresses too: the record must not cost time that tells them apart.
  const event = {
    accountId: accountId ?? null,
    action: "sign-in.failed",
    at: clock.now(),
    client,
  } as const;
  if (!isNoticed(strangersBeyond)) {
    await appendAuditAlone(pipeline, event);
    return;
  }
  await transaction(db, async (tx) => {
    await noticeGuessing(tx, accountId);
    await appendAudit(tx, event);
  });
}

const isOwnToken = (
  { digests }: PortalContext,
  deviceToken: string | undefined,
): deviceToken is string => deviceToken !== undefined && digests.isDeviceToken(deviceToken);

/**
 * Refuses a sign-in for which there is no room, before its body is read: under a flood a member
 * waits until all of these are refused, so each must cost little.
 *
 * @throws AppError Unavailable.
 */
export function shedEarly(context: PortalContext, deviceToken: string | undefined): void {
  context.passwords.refuseEarly(isOwnToken(context, deviceToken));
}

/**
 * Looks up what the password is to be checked against, and checks it: under a flood after waiting
 * for a turn, before anything is asked of the database. A browser with a token of ours is looked up
 * at once; one that the account does not know then waits like any stranger.
 */
async function checkPassword(
  context: PortalContext,
  { email, password }: Credentials,
  { client, deviceToken, gone }: Browser,
) {
  const { passwords, digests } = context;
  const isOurs = isOwnToken(context, deviceToken);
  let place = await passwords.enter({ browser: isOurs ? deviceToken : undefined, gone });
  try {
    const emailDigest = digests.email(email);
    const guess = { emailDigest, ipAddress: client.ipAddress, deviceToken };
    const check = await beginPasswordCheck(context, guess);
    if (isOurs && !check.isKnownBrowser) {
      place.leave();
      place = await passwords.enter({ gone });
    }
    return { check, isRight: await passwords.verify(check.passwordHash, password, { place }) };
  } finally {
    place.leave();
  }
}

/**
 * Checks e-mail and password. Unknown address, closed account and wrong password are one answer
 * in one time: each costs one password hash and one line in the record.
 *
 * @throws AppError UsernamePasswordIncorrect, TooManyRequest, Unavailable.
 */
export async function signInWithPassword(
  context: PortalContext,
  credentials: Credentials,
  browser: Browser,
): Promise<SignInResult> {
  const { pipeline, clock } = context;
  const { client, deviceToken } = browser;
  const { check, isRight } = await checkPassword(context, credentials, browser);
  const { accountId, passwordHash, unconfirmedFlowId } = check;
  if (!isRight || !passwordHash) {
    await recordFailure(context, check, client);
    throw new AppError("UsernamePasswordIncorrect");
  }
  if (accountId !== undefined && deviceToken !== undefined && !isForStaffAlone(context)) {
    const { guessKey } = check;
    const proved = { accountId, passwordHash, guessKey, deviceToken };
    const session = await openKnownBrowserSession(pipeline, proved, client, clock.now());
    if (session) return { status: "SIGNED_IN", session, deviceToken };
  }
  if (accountId !== undefined) {
    const needsCode = check.strangersBeyond > 0;
    const proof = { passwordHash, needsCode };
    return continueSignIn(context, accountId, browser, proof);
  }
  if (unconfirmedFlowId !== undefined) {
    const flowToken = await reopenVerification(context, unconfirmedFlowId, credentials.email);
    return { status: "NOT_CONFIRMED", flowToken };
  }
  throw new Error("A password matched without an account or a sign-up.");
}
