import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import {
  oneTimePasswordLifetimeMs,
  oneTimePasswordTries,
} from "@sekimori/portal-contract/constants";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { oneTimePasswordMail } from "../../mails/sign-in-mails.ts";
import { type AccountRow, findAccount, lockAccount } from "../account/account-repository.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { newCode } from "../credentials/digests.ts";
import { requireResendPause } from "../sign-up/verification.ts";
import {
  type AttemptRow,
  deleteAttempt,
  insertAttempt,
  lockAttempt,
  updateAttempt,
} from "./attempt-repository.ts";
import { completeSignIn, type SignedIn } from "./complete-sign-in.ts";

/** An identity at an external provider, as the first step of a sign-in. */
export interface ExternalFactor {
  readonly issuer: string;
  readonly subject: string;
}

const scope = (attemptId: string) => `otp:${attemptId}`;

async function mailCode(
  context: PortalContext,
  tx: PortalTransaction,
  account: AccountRow,
  code: string,
): Promise<void> {
  const { email } = openPersonalData(context.sealer, account.id, account.personal);
  const minutes = oneTimePasswordLifetimeMs / 60_000;
  const content = oneTimePasswordMail(context.mailSender, account.language, { code, minutes });
  await context.mail.queueMail(tx, { to: email, locale: account.language, ...content });
}

function sentNow(now: Date) {
  return {
    code_sent_at: now,
    code_expires_at: new Date(now.getTime() + oneTimePasswordLifetimeMs),
  };
}

/**
 * Starts the second step of a sign-in and mails its code.
 *
 * @param external the external identity that was the first step, if it was no password.
 * @returns the attempt's token.
 */
export async function startOneTimePassword(
  context: PortalContext,
  tx: PortalTransaction,
  account: AccountRow,
  now: Date,
  external?: ExternalFactor,
): Promise<string> {
  const code = newCode();
  const { token } = await insertAttempt(
    tx,
    {
      account_id: account.id,
      kind: "otp",
      external_issuer: external?.issuer ?? null,
      external_subject: external?.subject ?? null,
      ...sentNow(now),
    },
    now,
    (id) => context.digests.code(scope(id), code),
  );
  await mailCode(context, tx, account, code);
  return token;
}

type Verdict =
  | { readonly is: "right"; readonly result: SignedIn }
  | { readonly is: "OTPInvalid" | "OTPExpired" | "OTPExceeded" | "SessionExpired" };

/**
 * Completes a sign-in with its one-time password. The fifth wrong answer ends the sign-in; codes
 * sent again do not bring the tries back.
 *
 * @throws AppError OTPInvalid, OTPExpired, OTPExceeded, SessionExpired.
 */
export async function confirmOneTimePassword(
  context: PortalContext,
  held: AttemptRow,
  code: string,
  client: ClientInfo,
  presentedDevice: string | undefined,
): Promise<SignedIn> {
  const { db, clock, digests } = context;
  const now = clock.now();
  const verdict = await transaction(db, async (tx): Promise<Verdict> => {
    const attempt = await lockAttempt(tx, held.id);
    if (attempt?.kind !== "otp") return { is: "SessionExpired" };
    if (attempt.tries >= oneTimePasswordTries) return { is: "OTPExceeded" };
    if (attempt.code_expires_at === null || attempt.code_expires_at <= now) {
      return { is: "OTPExpired" };
    }
    if (!digests.isCode(scope(attempt.id), code, attempt.code_digest)) {
      const tries = attempt.tries + 1;
      await updateAttempt(tx, attempt.id, { tries });
      const event = { accountId: attempt.account_id, at: now, client };
      await appendAudit(tx, { ...event, action: "sign-in.otp-failed" });
      return { is: tries >= oneTimePasswordTries ? "OTPExceeded" : "OTPInvalid" };
    }
    const account = await lockAccount(tx, attempt.account_id);
    if (!account) return { is: "SessionExpired" };
    await deleteAttempt(tx, attempt.id);
    const result = await completeSignIn(context, tx, account, client, presentedDevice, {
      firstFactor: attempt.external_subject === null ? "password" : "external",
      secondFactor: true,
    });
    return { is: "right", result };
  });
  if (verdict.is === "right") return verdict.result;
  throw new AppError(verdict.is);
}

/**
 * Mails a new one-time password for the same sign-in; the former one stops working.
 *
 * @returns when it was sent.
 * @throws AppError OTPExceeded, TooManyRequest (once a minute), SessionExpired.
 */
export async function resendOneTimePassword(
  context: PortalContext,
  held: AttemptRow,
): Promise<Date> {
  const { db, clock, digests } = context;
  const now = clock.now();
  await transaction(db, async (tx) => {
    const attempt = await lockAttempt(tx, held.id);
    if (attempt?.kind !== "otp") throw new AppError("SessionExpired");
    if (attempt.tries >= oneTimePasswordTries) throw new AppError("OTPExceeded");
    requireResendPause(attempt.code_sent_at, now);
    const account = await findAccount(tx, attempt.account_id);
    if (!account) throw new AppError("SessionExpired");
    const code = newCode();
    const code_digest = digests.code(scope(attempt.id), code);
    await updateAttempt(tx, attempt.id, { code_digest, ...sentNow(now) });
    await mailCode(context, tx, account, code);
  });
  return now;
}
