import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import {
  oneTimePasswordLifetimeMs,
  oneTimePasswordTries,
} from "@sekimori/portal-contract/constants";
import type {
  SecondFactorWay,
  SignInProof,
} from "@sekimori/portal-contract/endpoints/authenticators";
import { codeMailLimits } from "@sekimori/portal-contract/endpoints/sign-in";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { oneTimePasswordMail } from "../../mails/sign-in-mails.ts";
import { type AccountRow, findAccount, lockAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { findWays } from "../authenticators/authenticator-repository.ts";
import { mayTrust, trustBrowser } from "../authenticators/trust-browser.ts";
import { newCode } from "../credentials/digests.ts";
import {
  type AttemptRow,
  deleteAttempt,
  insertAttempt,
  lockAttempt,
  updateAttempt,
} from "../principals/attempt-repository.ts";
import type { Browser } from "../session/browser.ts";
import {
  type AccountRules,
  binding,
  findAccountRules,
  noRules,
} from "../sign-in-rules/account-rules.ts";
import { waysUnder } from "../sign-in-rules/judge.ts";
import { requireResendPause } from "../sign-up/sign-up-code.ts";
import { type AskedLink, makeAskedLink } from "./asked-link.ts";
import {
  completeSignIn,
  type FactorWanted,
  type NetworkRefused,
  type SignedIn,
} from "./complete-sign-in.ts";
import { refuseGoneProvider } from "./gone-provider.ts";
import { codeScope, type Look, lookAtCode, lookAtProof, refuseLook } from "./look-at-code.ts";
import { browserName } from "./second-factor-repository.ts";

/** An identity at an external provider, as the first step of a sign-in. */
export interface ExternalFactor {
  readonly issuer: string;
  readonly subject: string;
  /** How the provider recognised the person (`amr`); null where it does not say. */
  readonly amr: readonly string[] | null;
  /** Which authentication class the provider states (`acr`); null where it does not say. */
  readonly acr: string | null;
  /** Of an organisation's provider: which login there it was. */
  readonly loginId?: string | null;
}

/** @throws AppError OtherWayRequired, TooManyRequest when this account's browsers have had their codes. */
async function mailCode(
  context: PortalContext,
  tx: PortalTransaction,
  account: AccountRow,
  code: string,
  presentedDevice: string | undefined,
): Promise<void> {
  // Here and nowhere else is a code mailed: with an app on, whoever reads the mailbox gets none.
  if (!(await findWays(tx, account.id)).includes("email")) throw new AppError("OtherWayRequired");
  const browser = await browserName(tx, account.id, presentedDevice);
  // Apart for each proof: what was spent with a password that is no longer good bars nobody.
  const proof = (await findAccount(tx, account.id))?.password_hash ?? "";
  const within = `${browser}\n${proof}`;
  await context.limiter.reserve(
    codeMailLimits.map((limit) => ({ name: "code-mail", limit, subject: account.id, within })),
  );
  const minutes = oneTimePasswordLifetimeMs / 60_000;
  await mailMember(context, tx, account, (sender, locale) =>
    oneTimePasswordMail(sender, locale, { code, minutes }),
  );
}

function sentNow(now: Date) {
  return {
    code_sent_at: now,
    code_expires_at: new Date(now.getTime() + oneTimePasswordLifetimeMs),
  };
}

/**
 * Mails a fresh code for an attempt; a former one stops working.
 *
 * @returns the columns to store with the attempt.
 * @throws AppError OtherWayRequired where the account has a stronger way, TooManyRequest when too many
 *   codes were mailed for it.
 */
export async function newCodeFor(
  context: PortalContext,
  tx: PortalTransaction,
  account: AccountRow,
  attemptId: string,
  presentedDevice: string | undefined,
) {
  const code = newCode();
  await mailCode(context, tx, account, code, presentedDevice);
  const code_digest = context.digests.code(codeScope(attemptId), code);
  return { code_digest, ...sentNow(context.clock.now()) };
}

/**
 * Starts the second step of a sign-in. Where a mailed code is the account's strongest way, it is
 * mailed.
 *
 * @param external the external identity that was the first step, if it was no password.
 * @param links what is linked once the second step is done.
 * @param strength what the account's organisation asks for.
 * @param noTrustedBrowsers whether it lets no browser stand for this step.
 * @throws AppError TooManyRequest when too many codes were mailed for this account.
 */
export async function startSecondStep(
  context: PortalContext,
  tx: PortalTransaction,
  account: AccountRow,
  presentedDevice: string | undefined,
  {
    external,
    links,
    strength,
    noTrustedBrowsers,
  }: {
    readonly external?: ExternalFactor | undefined;
    readonly links?: AskedLink | undefined;
    readonly strength: AccountRules["strength"];
    readonly noTrustedBrowsers: boolean;
  },
): Promise<{
  readonly attemptToken: string;
  readonly ways: SecondFactorWay[];
  readonly sentAt: Date | null;
  readonly mayTrustBrowser: boolean;
}> {
  const { token: attemptToken, id } = await insertAttempt(
    tx,
    {
      account_id: account.id,
      kind: "otp",
      external_issuer: external?.issuer ?? null,
      external_subject: external?.subject ?? null,
      provider_amr: external?.amr ? [...external.amr] : null,
      provider_acr: external?.acr ?? null,
      links_issuer: links?.issuer ?? null,
      links_subject: links?.subject ?? null,
      sso_login_id: external?.loginId ?? null,
    },
    context.clock.now(),
  );
  const ways = waysUnder(strength, await findWays(tx, account.id));
  const mayTrustBrowser = !noTrustedBrowsers && mayTrust(account, external?.subject ?? null);
  if (!ways.includes("email")) return { attemptToken, ways, sentAt: null, mayTrustBrowser };
  const columns = await newCodeFor(context, tx, account, id, presentedDevice);
  await updateAttempt(tx, id, columns);
  return { attemptToken, ways, sentAt: columns.code_sent_at, mayTrustBrowser };
}

/** How the sign-in under way can be completed. */
export async function askedOf(
  { db, clock }: PortalContext,
  { account_id: accountId, external_subject: external }: AttemptRow,
) {
  const account = await findAccount(db, accountId);
  const { strength, noTrustedBrowsers } =
    external === null ? binding(await findAccountRules(db, accountId, clock.now())) : noRules;
  return {
    ways: waysUnder(strength, await findWays(db, accountId)),
    mayTrustBrowser: account !== undefined && !noTrustedBrowsers && mayTrust(account, external),
  };
}

type Verdict =
  | { readonly is: "signed-in"; readonly result: SignedIn | FactorWanted | NetworkRefused }
  | { readonly is: "SessionExpired" }
  | { readonly is: "OtherWayRequired" }
  | Exclude<Look, { is: "right" }>;

const linkOf = ({ links_issuer: issuer, links_subject: subject }: AttemptRow) =>
  issuer === null || subject === null ? undefined : { issuer, subject };

const externalOf = ({
  external_issuer: issuer,
  external_subject: subject,
  sso_login_id: loginId,
}: AttemptRow) => (issuer === null || subject === null ? undefined : { issuer, subject, loginId });

/**
 * Completes a sign-in by the look at its second factor, in the look's own transaction.
 *
 * @throws AppError what the look refuses with, SessionExpired.
 */
async function completeBy(
  context: PortalContext,
  held: AttemptRow,
  browser: Browser,
  { way, trustsBrowser }: { readonly way: SecondFactorWay; readonly trustsBrowser: boolean },
  look: (tx: PortalTransaction, attempt: AttemptRow) => Promise<Look>,
): Promise<SignedIn | FactorWanted | NetworkRefused> {
  const now = context.clock.now();
  const verdict = await transaction(context.db, async (tx): Promise<Verdict> => {
    const attempt = await lockAttempt(tx, held.id);
    if (attempt?.kind !== "otp") return { is: "SessionExpired" };
    const rules = await findAccountRules(tx, attempt.account_id, now);
    const { strength } = attempt.external_subject === null ? binding(rules) : noRules;
    if (way === "app" && strength !== undefined) {
      const ways = waysUnder(strength, await findWays(tx, attempt.account_id));
      if (!ways.includes(way)) return { is: "OtherWayRequired" };
    }
    const looked = await look(tx, attempt);
    if (looked.is !== "right") return looked;
    const account = await lockAccount(tx, attempt.account_id);
    if (!account) return { is: "SessionExpired" };
    await deleteAttempt(tx, attempt.id);
    // Its provider may have lost its word since the first step; who begins anew is told what became of it.
    const external = externalOf(attempt);
    if (external && (await refuseGoneProvider(context, tx, account, external, browser.client))) {
      return { is: "SessionExpired" };
    }
    const proof = {
      firstFactor:
        attempt.external_subject === null ? ("password" as const) : ("external" as const),
      secondFactor: way,
      providerAmr: attempt.provider_amr,
      providerAcr: attempt.provider_acr,
      providerLogin: attempt.sso_login_id,
    };
    const result = await completeSignIn(context, tx, account, browser, { proof, rules });
    // Where a factor is still to be set up the link is left: that takes its own time, and the provider's word
    // for the address would be old by then. Who comes by the provider again is asked again.
    if (result.status !== "SIGNED_IN") return { is: "signed-in", result };
    const links = linkOf(attempt);
    // Unlike after a password alone, what became of the link refuses nothing here, whether a rule has come
    // between or it is linked by now: all that a sign-in asks is proved, and a refusal would take back that
    // the code was used. Who is mailed of no link has none.
    if (links && !binding(rules).noExternalIds) {
      await makeAskedLink(context, tx, account, links, browser.client);
    }
    const trust =
      trustsBrowser && !rules.noTrustedBrowsers && mayTrust(account, attempt.external_subject)
        ? await trustBrowser(context, tx, account, browser)
        : undefined;
    return { is: "signed-in", result: { ...result, trust } };
  });
  if (verdict.is === "signed-in") return verdict.result;
  if (verdict.is === "SessionExpired" || verdict.is === "OtherWayRequired") {
    throw new AppError(verdict.is);
  }
  return refuseLook(verdict);
}

/**
 * Completes a sign-in with its one-time password. The fifth wrong answer ends the sign-in; codes
 * sent again do not bring the tries back, and another sign-in does not bring the account's.
 *
 * @throws AppError OTPInvalid, OTPExpired, OTPExceeded, SessionExpired, TooManyRequest.
 */
export async function confirmOneTimePassword(
  context: PortalContext,
  held: AttemptRow,
  {
    code,
    trustBrowser: trustsBrowser = false,
  }: { code: string; trustBrowser?: boolean | undefined },
  browser: Browser,
): Promise<SignedIn | FactorWanted | NetworkRefused> {
  return completeBy(context, held, browser, { way: "email", trustsBrowser }, (tx, attempt) =>
    lookAtCode(context, tx, attempt, code, browser),
  );
}

/**
 * Completes a sign-in by a passkey, the authenticator app or a recovery code; five tries at a code, as
 * for a mailed one.
 *
 * @throws AppError AppCodeInvalid, AppClockOff, RecoveryCodeInvalid, those of a passkey, OTPExceeded,
 *   OtherWayRequired where the account's organisation wants its passkey, SessionExpired, TooManyRequest.
 */
export function proveSecondStep(
  context: PortalContext,
  held: AttemptRow,
  proof: SignInProof,
  browser: Browser,
): Promise<SignedIn | FactorWanted | NetworkRefused> {
  const { way } = proof;
  const trustsBrowser = proof.way !== "recovery-code" && proof.trustBrowser === true;
  return completeBy(context, held, browser, { way, trustsBrowser }, (tx, attempt) =>
    lookAtProof(context, tx, attempt, proof, browser),
  );
}

/**
 * Mails a new one-time password for the same sign-in; the former one stops working.
 *
 * @returns when it was sent.
 * @throws AppError OTPExceeded, OtherWayRequired, TooManyRequest (once a minute), SessionExpired.
 */
export async function resendOneTimePassword(
  context: PortalContext,
  held: AttemptRow,
  presentedDevice: string | undefined,
): Promise<Date> {
  const { db, clock } = context;
  const now = clock.now();
  await transaction(db, async (tx) => {
    const attempt = await lockAttempt(tx, held.id);
    if (attempt?.kind !== "otp") throw new AppError("SessionExpired");
    if (attempt.tries >= oneTimePasswordTries) throw new AppError("OTPExceeded");
    requireResendPause(attempt.code_sent_at, now);
    const account = await findAccount(tx, attempt.account_id);
    if (!account) throw new AppError("SessionExpired");
    const columns = await newCodeFor(context, tx, account, attempt.id, presentedDevice);
    await updateAttempt(tx, attempt.id, columns);
  });
  return now;
}
