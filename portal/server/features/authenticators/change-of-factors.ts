import { AppError } from "@sekimori/kit-server/errors";
import type { Authenticators } from "@sekimori/portal-contract/endpoints/authenticators";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import type { AccountRow } from "../account/account-repository.ts";
import type { Browser } from "../session/browser.ts";
import { endAllBeside } from "../session/end-beside.ts";
import type { MemberRow } from "../session/member.ts";
import { findAccountRules, keepsGlass } from "../sign-in-rules/account-rules.ts";
import { hasWanted } from "../sign-in-rules/judge.ts";
import {
  deleteRecoveryCodes,
  findRecoveryCodes,
  findWays,
  replaceRecoveryCodes,
} from "./authenticator-repository.ts";
import { meantRecoveryCode, newRecoveryCodes } from "./recovery-codes.ts";
import { showAuthenticators } from "./show-authenticators.ts";

/** Who signs in by an external ID has the second factor there (specification 6). */
export function requireOwn(member: MemberRow): void {
  if (member.external_subject !== null) throw new AppError("ManagedExternally");
}

/**
 * After a factor was taken away: refuses it where the account's organisation wants what is left no more,
 * or where the account is its break-glass owner, who needs a passkey to come in by.
 *
 * @throws AppError FactorWanted.
 */
export async function requireKept(
  { clock }: Pick<PortalContext, "clock">,
  tx: PortalTransaction,
  accountId: string,
): Promise<void> {
  const { strength } = await findAccountRules(tx, accountId, clock.now());
  const wanted = (await keepsGlass(tx, accountId)) ? "phishing-resistant" : strength;
  if (wanted === undefined) return;
  const ways = await findWays(tx, accountId);
  const left = { hasPasskey: ways.includes("passkey"), hasApp: ways.includes("app") };
  if (!hasWanted(wanted, left)) throw new AppError("FactorWanted", { data: { strength: wanted } });
}

/** A change as it went: the session's new token, and what the caller answers with. */
interface Changed<Result> {
  readonly token: string;
  readonly result: Result;
}

/** Ends all but this session, gives it a new token, and says what is on now. */
export async function finishChange<Result>(
  context: PortalContext,
  tx: PortalTransaction,
  member: MemberRow,
  { deviceToken }: Browser,
  { renewed, result }: { readonly renewed: string | undefined; readonly result: Result },
): Promise<Changed<Result & { readonly authenticators: Authenticators }>> {
  if (renewed === undefined) throw new AppError("SessionExpired");
  await endAllBeside(tx, member.account_id, { sessionId: member.session_id, deviceToken });
  const authenticators = await showAuthenticators(context, tx, member.account_id);
  return { token: renewed, result: { ...result, authenticators } };
}

/** Makes a set of recovery codes; a former one ends. */
export async function makeRecoveryCodes(
  { clock, digests }: PortalContext,
  tx: PortalTransaction,
  { id }: AccountRow,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  const kept = codes.map((code) => digests.recoveryCode(id, meantRecoveryCode(code)));
  await replaceRecoveryCodes(tx, id, kept, clock.now());
  return codes;
}

/** Recovery codes for who has just got a first factor to lose; null where there are some. */
export async function firstRecoveryCodes(
  context: PortalContext,
  tx: PortalTransaction,
  account: AccountRow,
): Promise<string[] | null> {
  const present = await findRecoveryCodes(tx, account.id);
  return present ? null : makeRecoveryCodes(context, tx, account);
}

/**
 * Ends the recovery codes when the last factor that they belong to has gone.
 *
 * @returns whether it has: the mailed code takes its place.
 */
export async function endCodesAfterLast(
  tx: PortalTransaction,
  accountId: string,
): Promise<boolean> {
  const isLast = (await findWays(tx, accountId)).includes("email");
  if (isLast) await deleteRecoveryCodes(tx, accountId);
  return isLast;
}
