import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { PortalContext } from "../../context.ts";
import { findAccount, lockAccount } from "../account/account-repository.ts";
import { type AttemptRow, deleteAttempt, lockAttempt } from "../principals/attempt-repository.ts";
import type { Browser } from "../session/browser.ts";
import { beginPasswordCheck } from "../sign-in/password-check.ts";
import { continueSignIn, recordFailure, type SignInResult } from "../sign-in/sign-in-service.ts";
import { binding, findAccountRules } from "../sign-in-rules/account-rules.ts";
import { findLinkedAccount } from "./identity-repository.ts";
import { notAllowed } from "./organisation-rule.ts";

/**
 * Links an external ID to the account of its address, given that account's password, and goes on with the
 * sign-in. Where a second factor is asked for, it is linked once that is proved; whoever is refused for how
 * or from where they came has linked nothing.
 *
 * @throws AppError UsernamePasswordIncorrect, TooManyRequest, ExternalIdFailed, AccessEnded.
 */
export async function linkExternalId(
  context: PortalContext,
  held: AttemptRow,
  password: string,
  browser: Browser,
): Promise<SignInResult> {
  const { db, clock, passwords } = context;
  const { client, deviceToken } = browser;
  const { external_issuer: issuer, external_subject: subject } = held;
  const account = await findAccount(db, held.account_id);
  if (held.kind !== "link" || issuer === null || subject === null || !account) {
    throw new AppError("SessionExpired");
  }
  const check = await beginPasswordCheck(context, {
    emailDigest: account.email_digest,
    ipAddress: client.ipAddress,
    deviceToken,
  });
  const now = clock.now();
  const links = { issuer, subject };
  if (!(await passwords.verify(check.passwordHash, password, { isKnown: check.isKnownBrowser }))) {
    await recordFailure(context, check, client);
    throw new AppError("UsernamePasswordIncorrect");
  }
  await transaction(db, async (tx) => {
    if (!(await lockAttempt(tx, held.id))) throw new AppError("SessionExpired");
    const current = await lockAccount(tx, account.id);
    if (!current) throw new AppError("SessionExpired");
    // Whoever is kept out leaves no other way in behind.
    if (current.access_ended_at !== null) throw new AppError("AccessEnded");
    const rules = binding(await findAccountRules(tx, account.id, now));
    if (rules.noExternalIds) throw notAllowed();
    await deleteAttempt(tx, held.id);
    if (await findLinkedAccount(tx, links)) {
      throw new AppError("ExternalIdFailed", { data: { reason: "other-account" } });
    }
  });
  const { passwordHash } = check;
  const needsCode = check.strangersBeyond > 0;
  return continueSignIn(context, account.id, browser, { passwordHash, links, needsCode });
}
