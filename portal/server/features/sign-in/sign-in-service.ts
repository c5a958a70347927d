import type { Locale } from "@sekimori/kit-contract/locale";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { type AccountRow, lockAccount } from "../account/account-repository.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import type { FlowRow } from "../sign-up/flow-repository.ts";
import { insertAttempt } from "./attempt-repository.ts";
import { completeSignIn, type SignedIn } from "./complete-sign-in.ts";
import { openKnownBrowserSession } from "./known-browser-session.ts";
import { type ExternalFactor, startOneTimePassword } from "./one-time-password.ts";
import { beginPasswordCheck } from "./password-check.ts";
import { reopenVerification, resumeAccountFlow } from "./resume-sign-up.ts";

/** What a correct password leads to. */
export type SignInResult =
  | SignedIn
  | { readonly status: "OTP_VERIFY"; readonly attemptToken: string; readonly sentAt: Date }
  | { readonly status: "RESET_PASSWORD"; readonly attemptToken: string }
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

/**
 * Where an account goes whose first factor is proved: SPEC 3's redirect statuses, in their order.
 *
 * @param external the external identity that proved it, if it was no password.
 * @param passwordHash what the password was checked against, if it was one.
 */
export async function continueSignIn(
  context: PortalContext,
  accountId: string,
  client: ClientInfo,
  presentedDevice: string | undefined,
  external?: ExternalFactor,
  passwordHash?: string,
): Promise<SignInResult> {
  const now = context.clock.now();
  return transaction(context.db, async (tx): Promise<SignInResult> => {
    const account = await stillProved(tx, accountId, passwordHash);
    if (account.password_reset_required) {
      const values = { account_id: account.id, kind: "reset" as const };
      const { token } = await insertAttempt(tx, values, now);
      return { status: "RESET_PASSWORD", attemptToken: token };
    }
    if (!account.is_agree_service) {
      const { token, flow } = await resumeAccountFlow(tx, account, now);
      return { status: "SERVICE_AGREE", flowToken: token, flow };
    }
    if (account.mfa_enabled) {
      const attemptToken = await startOneTimePassword(context, tx, account, now, external);
      return { status: "OTP_VERIFY", attemptToken, sentAt: now };
    }
    return completeSignIn(context, tx, account, client, presentedDevice, {
      firstFactor: external === undefined ? "password" : "external",
      secondFactor: false,
    });
  });
}

async function recordFailure(
  context: PortalContext,
  accountId: string | undefined,
  client: ClientInfo,
): Promise<void> {
  const at = context.clock.now();
  // Written for unknown addresses too: the record must not cost time that tells them apart.
  await transaction(context.db, (tx) =>
    appendAudit(tx, { accountId: accountId ?? null, action: "sign-in.failed", at, client }),
  );
}

/**
 * Checks e-mail and password. Unknown address, closed account and wrong password are one answer
 * in one time: each costs one password hash and one line in the record.
 *
 * @throws AppError UsernamePasswordIncorrect, TooManyRequest.
 */
export async function signInWithPassword(
  context: PortalContext,
  credentials: Credentials,
  client: ClientInfo,
  presentedDevice: string | undefined,
): Promise<SignInResult> {
  const { pipeline, clock, digests, passwords } = context;
  const check = await beginPasswordCheck(context, {
    emailDigest: digests.email(credentials.email),
    ipAddress: client.ipAddress,
    deviceToken: presentedDevice,
  });
  const { accountId, passwordHash, unconfirmedFlowId } = check;
  if (!(await passwords.verify(passwordHash, credentials.password)) || !passwordHash) {
    await recordFailure(context, accountId, client);
    throw new AppError("UsernamePasswordIncorrect");
  }
  if (accountId !== undefined && presentedDevice !== undefined) {
    const { guessKey } = check;
    const proved = { accountId, passwordHash, guessKey, deviceToken: presentedDevice };
    const session = await openKnownBrowserSession(pipeline, proved, client, clock.now());
    if (session) return { status: "SIGNED_IN", session, deviceToken: presentedDevice };
  }
  await check.forgive();
  if (accountId !== undefined) {
    return continueSignIn(context, accountId, client, presentedDevice, undefined, passwordHash);
  }
  if (unconfirmedFlowId !== undefined) {
    const flowToken = await reopenVerification(context, unconfirmedFlowId);
    return { status: "NOT_CONFIRMED", flowToken };
  }
  throw new Error("A password matched without an account or a sign-up.");
}
