import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import {
  oneTimePasswordTries,
  recentSignInMs,
  resendPauseMs,
} from "@sekimori/portal-contract/constants";
import type {
  SecondFactorWay,
  TypedProof,
} from "@sekimori/portal-contract/endpoints/authenticators";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { findAccount } from "../account/account-repository.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { findWays } from "../authenticators/authenticator-repository.ts";
import {
  type AttemptRow,
  deleteAttempt,
  insertAttempt,
  updateAttempt,
} from "../principals/attempt-repository.ts";
import type { Browser } from "../session/browser.ts";
import type { MemberRow } from "../session/member.ts";
import { renewByPassword } from "../session/session-repository.ts";
import { requireResendPause } from "../sign-up/sign-up-code.ts";
import { type Look, lookAtCode, lookAtProof, refuseLook } from "./look-at-code.ts";
import { newCodeFor } from "./one-time-password.ts";

/** Records a wrong password of somebody who is signed in: the owner sees it in the activity log. */
export async function noteWrongPassword(
  { db, clock }: PortalContext,
  accountId: string,
  client: ClientInfo,
): Promise<void> {
  const event = { accountId, at: clock.now(), client };
  await transaction(db, (tx) => appendAudit(tx, { ...event, action: "reauthentication.failed" }));
}

async function lockStepUp(
  tx: PortalTransaction,
  sessionId: string,
): Promise<AttemptRow | undefined> {
  return tx
    .selectFrom("portal.sign_in_attempt")
    .selectAll()
    .where("session_id", "=", sessionId)
    .forUpdate()
    .executeTakeFirst();
}

/** How a step-up goes on after the right password. */
export type StepUp =
  | { readonly is: "done"; readonly token: string; readonly at: Date }
  | { readonly is: "code"; readonly ways: SecondFactorWay[]; readonly sentAt: Date | null };

/**
 * Checks the password again. Where the account has a second factor, that is asked for, by a mailed
 * code if there is nothing stronger, and the session stays as old as it was until it is given.
 *
 * @throws AppError OldPasswordWrong, ManagedExternally, SessionExpired, TooManyRequest.
 */
export async function stepUp(
  context: PortalContext,
  member: MemberRow,
  password: string,
  browser: Browser,
): Promise<StepUp> {
  const { db, clock, passwords } = context;
  const account = await findAccount(db, member.account_id);
  if (!account?.password_hash) throw new AppError("ManagedExternally");
  if (!(await passwords.verify(account.password_hash, password, { isKnown: true }))) {
    await noteWrongPassword(context, account.id, browser.client);
    throw new AppError("OldPasswordWrong");
  }
  const now = clock.now();
  if (!account.mfa_enabled) {
    const token = await renewByPassword(db, member.session_id, now, null);
    if (token === undefined) throw new AppError("SessionExpired");
    return { is: "done", token, at: now };
  }
  return transaction(db, async (tx): Promise<StepUp> => {
    const open = await lockStepUp(tx, member.session_id);
    const ways = await findWays(tx, account.id);
    const sentAt = open?.code_sent_at;
    // One that was sent a moment ago is on its way; it is not worth another mail.
    const isFresh = sentAt && now.getTime() - sentAt.getTime() < resendPauseMs;
    if (isFresh && open.tries < oneTimePasswordTries) {
      return { is: "code", ways, sentAt };
    }
    if (open) await deleteAttempt(tx, open.id);
    const values = {
      account_id: account.id,
      kind: "step-up" as const,
      session_id: member.session_id,
    };
    const { id } = await insertAttempt(tx, values, now);
    if (!ways.includes("email")) return { is: "code", ways, sentAt: null };
    await updateAttempt(tx, id, await newCodeFor(context, tx, account, id, browser.deviceToken));
    return { is: "code", ways, sentAt: now };
  });
}

/**
 * Mails another code for the step-up under way.
 *
 * @throws AppError NotFound where there is none, OtherWayRequired, TooManyRequest (once a minute).
 */
export async function resendStepUp(
  context: PortalContext,
  member: MemberRow,
  deviceToken: string | undefined,
): Promise<Date> {
  const now = context.clock.now();
  return transaction(context.db, async (tx) => {
    const attempt = await lockStepUp(tx, member.session_id);
    const account = attempt && (await findAccount(tx, attempt.account_id));
    if (!attempt || !account) throw new AppError("NotFound");
    requireResendPause(attempt.code_sent_at, now);
    const columns = await newCodeFor(context, tx, account, attempt.id, deviceToken);
    await updateAttempt(tx, attempt.id, columns);
    return now;
  });
}

type Verdict =
  | { readonly is: "renewed"; readonly token: string; readonly at: Date }
  | { readonly is: "SessionExpired" }
  | Exclude<Look, { is: "right" }>;

interface SteppedUp {
  readonly token: string;
  readonly at: Date;
}

/** Completes a step-up by the look at its second factor, in the look's own transaction. */
async function completeBy(
  context: PortalContext,
  member: MemberRow,
  way: SecondFactorWay,
  look: (tx: PortalTransaction, attempt: AttemptRow) => Promise<Look>,
): Promise<SteppedUp> {
  const at = context.clock.now();
  const verdict = await transaction(context.db, async (tx): Promise<Verdict> => {
    const attempt = await lockStepUp(tx, member.session_id);
    if (!attempt) return { is: "OTPExpired" };
    const looked = await look(tx, attempt);
    if (looked.is !== "right") return looked;
    await deleteAttempt(tx, attempt.id);
    const token = await renewByPassword(tx, member.session_id, at, way);
    return token === undefined ? { is: "SessionExpired" } : { is: "renewed", token, at };
  });
  if (verdict.is === "renewed") return verdict;
  if (verdict.is === "SessionExpired") throw new AppError(verdict.is);
  return refuseLook(verdict);
}

/**
 * Completes a step-up by its code: the session counts as newly signed in, with both factors.
 *
 * @throws AppError OTPInvalid, OTPExpired, OTPExceeded, TooManyRequest, SessionExpired.
 */
export function confirmStepUp(
  context: PortalContext,
  member: MemberRow,
  code: string,
  browser: Browser,
): Promise<SteppedUp> {
  return completeBy(context, member, "email", (tx, attempt) =>
    lookAtCode(context, tx, attempt, code, browser),
  );
}

/**
 * The same by the authenticator app or a recovery code.
 *
 * @throws AppError AppCodeInvalid, AppClockOff, RecoveryCodeInvalid, OTPExpired, OTPExceeded,
 *   TooManyRequest, SessionExpired.
 */
export function proveStepUp(
  context: PortalContext,
  member: MemberRow,
  proof: TypedProof,
  browser: Browser,
): Promise<SteppedUp> {
  return completeBy(context, member, proof.way, async (tx, attempt) => {
    // The password that began it is to be as fresh as what it leads to.
    const age = context.clock.now().getTime() - attempt.created_at.getTime();
    if (age > recentSignInMs) return { is: "OTPExpired" };
    return lookAtProof(context, tx, attempt, proof, browser);
  });
}
