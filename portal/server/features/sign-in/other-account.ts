import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { PortalContext } from "../../context.ts";
import { findAccount, lockAccount } from "../account/account-repository.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { appendAudit } from "../audit/audit.ts";
import {
  type AttemptRow,
  deleteAttempt,
  insertAttempt,
  lockAttempt,
} from "../principals/attempt-repository.ts";
import type { Browser } from "../session/browser.ts";
import type { MemberRow } from "../session/member.ts";
import { deleteSession } from "../session/session-repository.ts";
import { isRefused } from "./complete-sign-in.ts";
import { refuseGoneProvider } from "./gone-provider.ts";
import type { ExternalFactor } from "./one-time-password.ts";
import { continueExternal, continueSignIn, type SignInResult } from "./sign-in-service.ts";

/** A sign-in that waits, because this browser is signed in to another account. */
export interface OtherAccount {
  readonly status: "OTHER_ACCOUNT";
  readonly attemptToken: string;
}

type Present = Pick<MemberRow, "account_id" | "session_id"> | undefined;

/**
 * Continues a sign-in at a provider. Any link may lead a browser there and back without a press, so a
 * session is never exchanged for another account's before its holder has been asked (login CSRF).
 */
export async function continueFromProvider(
  context: PortalContext,
  accountId: string,
  present: Present,
  browser: Browser,
  external: ExternalFactor,
): Promise<SignInResult | OtherAccount> {
  if (present === undefined || present.account_id === accountId) {
    return continueSignIn(context, accountId, browser, { external });
  }
  const { issuer, subject, amr, acr, loginId = null } = external;
  const waiting = {
    account_id: accountId,
    kind: "other-account" as const,
    external_issuer: issuer,
    external_subject: subject,
    provider_amr: amr && [...amr],
    provider_acr: acr,
    sso_login_id: loginId,
  };
  const { token } = await transaction(context.db, (tx) =>
    insertAttempt(tx, waiting, context.clock.now()),
  );
  return { status: "OTHER_ACCOUNT", attemptToken: token };
}

const isWaiting = (attempt: AttemptRow | undefined): attempt is AttemptRow =>
  attempt?.kind === "other-account";

/** Both accounts by their addresses, which tell them apart. @throws AppError NotFound. */
export async function showBoth(
  { db, sealer }: PortalContext,
  attempt: AttemptRow | undefined,
  present: Present,
): Promise<{ readonly present: string | null; readonly next: string }> {
  const addressOf = async (accountId: string) => {
    const account = await findAccount(db, accountId);
    if (!account) throw new AppError("NotFound");
    return openPersonalData(sealer, account.id, account.personal).email;
  };
  if (!isWaiting(attempt)) throw new AppError("NotFound");
  return {
    present: present ? await addressOf(present.account_id) : null,
    next: await addressOf(attempt.account_id),
  };
}

/**
 * Goes on with the sign-in that waits, once, and ends the session that is there. A sign-in that is refused
 * leaves both as they are.
 *
 * @throws AppError NotFound, AccessEnded, and SingleSignOnFailed or ExternalIdFailed where its provider
 *   signs the account in no more.
 */
export async function changeAccount(
  context: PortalContext,
  attempt: AttemptRow | undefined,
  present: Present,
  browser: Browser,
): Promise<SignInResult> {
  const { db, clock } = context;
  const { client } = browser;
  if (!isWaiting(attempt)) throw new AppError("NotFound");
  const { external_issuer: issuer, external_subject: subject } = attempt;
  if (issuer === null || subject === null) throw new AppError("NotFound");
  const { provider_amr: amr, provider_acr: acr, sso_login_id: loginId } = attempt;
  const external = { issuer, subject, amr, acr, loginId };
  const result = await transaction(db, async (tx): Promise<SignInResult | AppError> => {
    const account = await lockAccount(tx, attempt.account_id);
    if (!account || !(await lockAttempt(tx, attempt.id))) throw new AppError("NotFound");
    const gone = await refuseGoneProvider(context, tx, account, external, client);
    if (gone) return gone;
    const next = await continueExternal(context, tx, account.id, browser, external);
    if (isRefused(next)) return next;
    await deleteAttempt(tx, attempt.id);
    if (!present) return next;
    const { account_id: accountId, session_id: sessionId } = present;
    await deleteSession(tx, accountId, sessionId);
    await appendAudit(tx, { accountId, action: "sign-out", at: clock.now(), client });
    return next;
  });
  if (result instanceof AppError) throw result;
  return result;
}

/** Forgets the sign-in that waits. */
export async function keepPresent(
  { db }: Pick<PortalContext, "db">,
  attempt: AttemptRow | undefined,
): Promise<void> {
  if (isWaiting(attempt)) await transaction(db, (tx) => deleteAttempt(tx, attempt.id));
}
