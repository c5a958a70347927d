import { AppError } from "@sekimori/kit-server/errors";
import { oneTimePasswordTries } from "@sekimori/portal-contract/constants";
import type { SignInProof } from "@sekimori/portal-contract/endpoints/authenticators";
import type { UsedPasskey } from "@sekimori/portal-contract/endpoints/passkey-values";
import type { PasskeyError } from "@sekimori/portal-contract/passkey-errors";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { codesGuessedMail } from "../../mails/guessing-mails.ts";
import { findAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { appendAudit } from "../audit/audit.ts";
import { type Proved, proveFactor } from "../authenticators/prove-factor.ts";
import { type PasskeyAsked, provePasskey } from "../authenticators/prove-passkey.ts";
import { type AttemptRow, updateAttempt } from "../principals/attempt-repository.ts";
import type { Browser } from "../session/browser.ts";
import { tellAfterFailures, waitBeforeLook } from "./second-factor-budget.ts";
import {
  browserName,
  forgetFailures,
  lockGuesses,
  noteFailure,
} from "./second-factor-repository.ts";

export const codeScope = (attemptId: string) => `otp:${attemptId}`;

/** What became of a look at a code; refusals are values, because a throw would undo the count. */
export type Look =
  | { readonly is: "right" }
  | {
      readonly is:
        | "OTPInvalid"
        | "OTPExpired"
        | "OTPExceeded"
        | Exclude<Proved, "right">
        | PasskeyError;
    }
  | { readonly is: "TooManyRequest"; readonly retryAfterSeconds: number };

/** @throws AppError what a look that was not right becomes. */
export function refuseLook(look: Exclude<Look, { is: "right" }>): never {
  if (look.is !== "TooManyRequest") throw new AppError(look.is);
  throw new AppError(look.is, { data: { retryAfterSeconds: look.retryAfterSeconds } });
}

/** What a look belongs to: a sign-in or step-up that counts its own tries, or a reset. */
interface LookedAt {
  readonly accountId: string;
  readonly attempt?: AttemptRow;
}

async function tellOwner(context: PortalContext, tx: PortalTransaction, accountId: string) {
  const account = await findAccount(tx, accountId);
  if (!account) return;
  await mailMember(context, tx, account, codesGuessedMail);
}

/**
 * Looks at a proof of the second factor within the account's budget: failures count across all of
 * its attempts and ways until one is complete, slow down what follows, and are told to the owner. A
 * browser that the account knows has a count of its own.
 *
 * @param check says whether the proof is right, and uses it up.
 */
export async function lookWithinBudget(
  context: PortalContext,
  tx: PortalTransaction,
  { accountId, attempt }: LookedAt,
  from: Browser,
  check: () => Promise<"OTPInvalid" | Proved>,
): Promise<Look> {
  const now = context.clock.now();
  const browser = await browserName(tx, accountId, from.deviceToken);
  const wait = waitBeforeLook(await lockGuesses(tx, accountId, browser, now), now);
  if (wait > 0) return { is: "TooManyRequest", retryAfterSeconds: Math.ceil(wait / 1000) };
  const proved = await check();
  if (proved === "right") {
    await forgetFailures(tx, accountId, browser);
    return { is: "right" };
  }
  const tries = (attempt?.tries ?? 0) + 1;
  if (attempt) await updateAttempt(tx, attempt.id, { tries });
  const isToTell = await noteFailure(tx, accountId, browser, now, tellAfterFailures);
  if (isToTell) await tellOwner(context, tx, accountId);
  const event = { accountId, at: now, client: from.client };
  // Somebody who is asked again is signed in already.
  const action = attempt?.kind === "step-up" ? "reauthentication.failed" : "sign-in.otp-failed";
  await appendAudit(tx, { ...event, action });
  if (isToTell) await appendAudit(tx, { ...event, action: "sign-in.codes-guessed" });
  return { is: attempt && tries >= oneTimePasswordTries ? "OTPExceeded" : proved };
}

/** Looks at a typed code of a sign-in or a step-up that the caller has locked: five looks at one. */
export async function lookAtCode(
  context: PortalContext,
  tx: PortalTransaction,
  attempt: AttemptRow,
  code: string,
  from: Browser,
): Promise<Look> {
  if (attempt.tries >= oneTimePasswordTries) return { is: "OTPExceeded" };
  if (attempt.code_expires_at === null || attempt.code_expires_at <= context.clock.now()) {
    return { is: "OTPExpired" };
  }
  const looked = { accountId: attempt.account_id, attempt };
  return lookWithinBudget(context, tx, looked, from, async () =>
    context.digests.isCode(codeScope(attempt.id), code, attempt.code_digest)
      ? "right"
      : "OTPInvalid",
  );
}

/** Looks at a passkey as the second factor. It is never guessed, so nobody can spend its budget. */
export async function lookAtPasskey(
  context: PortalContext,
  tx: PortalTransaction,
  given: UsedPasskey,
  asked: PasskeyAsked & { readonly accountId: string },
  from: Browser,
): Promise<Look> {
  const { is } = await provePasskey(context, tx, given, asked, from.client);
  if (is !== "right") return { is };
  const browser = await browserName(tx, asked.accountId, from.deviceToken);
  await forgetFailures(tx, asked.accountId, browser);
  return { is };
}

/** Looks at what no mail brings, for a sign-in or a step-up that the caller has locked: five looks. */
export async function lookAtProof(
  context: PortalContext,
  tx: PortalTransaction,
  attempt: AttemptRow,
  proof: SignInProof,
  from: Browser,
): Promise<Look> {
  if (attempt.tries >= oneTimePasswordTries) return { is: "OTPExceeded" };
  const account = await findAccount(tx, attempt.account_id);
  if (!account) return { is: "OTPExpired" };
  const { id: accountId } = account;
  if (proof.way === "passkey") {
    const asked = { purpose: "second-factor", holder: attempt.id, accountId } as const;
    return lookAtPasskey(context, tx, proof.passkey, asked, from);
  }
  const looked = { accountId, attempt };
  return lookWithinBudget(context, tx, looked, from, () =>
    proveFactor(context, tx, account, proof, from.client),
  );
}
