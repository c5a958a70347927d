import { hashToken } from "@sekimori/kit-server/cookies";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type {
  RequestOptions,
  UsedPasskey,
} from "@sekimori/portal-contract/endpoints/passkey-values";
import type { PasskeyError } from "@sekimori/portal-contract/passkey-errors";
import type { PortalContext } from "../../context.ts";
import { assertionReader } from "../authenticators/passkey-assertion.ts";
import { requestOptions } from "../authenticators/passkey-options.ts";
import { findPasskeys } from "../authenticators/passkey-repository.ts";
import { provePasskey } from "../authenticators/prove-passkey.ts";
import type { AttemptRow } from "../principals/attempt-repository.ts";
import type { Browser } from "../session/browser.ts";
import type { MemberRow } from "../session/member.ts";
import { renewSession } from "../session/session-repository.ts";
import { completeSignIn } from "./complete-sign-in.ts";
import { openByPasskey } from "./known-browser-passkey.ts";
import { redirectedBy, type SignInResult } from "./sign-in-service.ts";

/** Whose a challenge is while nobody is known: the browser's with this token. */
export const browserHolder = (token: string | undefined): string =>
  token === undefined ? "" : hashToken(token);

/**
 * Signs in by a passkey, which is both factors: whoever it names.
 *
 * @throws AppError PasskeyUnknown, PasskeyExpired, PasskeyRefused, PasskeyUnverified, PasskeyCopied.
 */
export async function signInWithPasskey(
  context: PortalContext,
  given: UsedPasskey,
  browserToken: string | undefined,
  browser: Browser,
): Promise<SignInResult> {
  const asked = {
    purpose: "sign-in",
    holder: browserHolder(browserToken),
    reader: assertionReader(),
  } as const;
  const everyday = await openByPasskey(context, given, asked, browser);
  if (everyday) return everyday;
  const verdict = await transaction(context.db, async (tx) => {
    const proof = await provePasskey(context, tx, given, asked, browser.client);
    if (proof.is !== "right") return proof.is;
    const { account } = proof;
    return (
      (await redirectedBy(tx, account, context.clock.now())) ??
      completeSignIn(context, tx, account, browser, {
        proof: { firstFactor: "passkey", secondFactor: "passkey" },
      })
    );
  });
  if (typeof verdict === "string") throw new AppError(verdict);
  return verdict;
}

/** What the account's own passkeys are asked for by. @throws AppError NotFound where it has none. */
async function optionsOf(
  context: PortalContext,
  accountId: string,
  use: Parameters<typeof requestOptions>[1],
): Promise<RequestOptions> {
  const passkeys = await findPasskeys(context.db, accountId);
  if (passkeys.length === 0) throw new AppError("NotFound");
  return requestOptions(context, use, passkeys);
}

/** For the second factor of a sign-in whose first was right. @throws AppError NotFound. */
export const beginSecondFactor = (context: PortalContext, attempt: AttemptRow) =>
  optionsOf(context, attempt.account_id, { purpose: "second-factor", holder: attempt.id });

/** For who is signed in and is asked again. @throws AppError NotFound. */
export const beginAgain = (context: PortalContext, member: MemberRow) =>
  optionsOf(context, member.account_id, { purpose: "step-up", holder: member.session_id });

/**
 * Completes a step-up by a passkey in the place of password and second factor.
 *
 * @throws AppError PasskeyUnknown, PasskeyExpired, PasskeyRefused, PasskeyUnverified, PasskeyCopied,
 *   SessionExpired.
 */
export async function stepUpByPasskey(
  context: PortalContext,
  member: MemberRow,
  given: UsedPasskey,
  browser: Browser,
): Promise<{ readonly token: string; readonly at: Date }> {
  const at = context.clock.now();
  const verdict = await transaction(
    context.db,
    async (tx): Promise<PasskeyError | { token: string | undefined }> => {
      const { account_id: accountId, session_id: holder } = member;
      const asked = { purpose: "step-up", holder, accountId } as const;
      const proof = await provePasskey(context, tx, given, asked, browser.client);
      if (proof.is !== "right") return proof.is;
      return { token: await renewSession(tx, holder, at, "passkey") };
    },
  );
  if (typeof verdict === "string") throw new AppError(verdict);
  if (verdict.token === undefined) throw new AppError("SessionExpired");
  return { token: verdict.token, at };
}
