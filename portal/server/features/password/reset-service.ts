import type { Locale } from "@sekimori/kit-contract/locale";
import { hashToken, newToken } from "@sekimori/kit-server/cookies";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import {
  oneTimePasswordTries,
  resetCodeLifetimeMs,
  resetLinkLifetimeMs,
} from "@sekimori/portal-contract/constants";
import type {
  SecondFactorProof,
  SecondFactorWay,
} from "@sekimori/portal-contract/endpoints/authenticators";
import { forgotPassword } from "@sekimori/portal-contract/endpoints/password";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import type { PortalContext, PortalTransaction, Queryable } from "../../context.ts";
import { writingTo } from "../../mails/mail-layout.ts";
import { resetMail } from "../../mails/reset-mails.ts";
import {
  type AccountRow,
  type AccountWithPassword,
  findAccount,
  findAccountByEmail,
  lockAccount,
} from "../account/account-repository.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { findWays } from "../authenticators/authenticator-repository.ts";
import { proveFactor } from "../authenticators/prove-factor.ts";
import { findOpenDelay } from "../authenticators/recovery-delay.ts";
import { requireAcceptablePassword } from "../credentials/new-password.ts";
import type { Browser } from "../session/browser.ts";
import { type Look, lookAtPasskey, lookWithinBudget, refuseLook } from "../sign-in/look-at-code.ts";
import { forgetGuesses } from "../sign-in/password-check.ts";
import { replacePassword } from "./replace-password.ts";
import {
  addSecrets,
  countGuess,
  findResetByLink,
  type ResetRow,
  returnGuess,
  takeReset,
} from "./reset-repository.ts";

export interface ResetStart {
  /** Of the row that the request left. */
  readonly id: string;
  readonly email: string;
  readonly locale: Locale;
  readonly client: ClientInfo;
}

const scope = (requestId: string) => `reset:${requestId}`;

/**
 * Whose password the mailbox sets: everybody's but those whom an external ID signs in instead. Who came
 * by an organisation's provider sets a first one so, once that provider is switched off.
 */
async function mayReset(
  db: Queryable,
  { id, password_hash: hash }: Pick<AccountWithPassword, "id" | "password_hash">,
): Promise<boolean> {
  if (hash !== null) return true;
  const external = await db
    .selectFrom("portal.external_identity")
    .select("id")
    .where("account_id", "=", id)
    .executeTakeFirst();
  return external === undefined;
}

/**
 * Mails a link and a code to an address that has an account whose password it sets. Run by a
 * job, so that whoever asked cannot tell by the time whether there was anything to do.
 */
export async function startReset(
  context: PortalContext,
  { id, email, locale, client }: ResetStart,
): Promise<void> {
  const { db, clock, digests, mail, mailSender } = context;
  await transaction(db, async (tx) => {
    const account = await findAccountByEmail(tx, digests.email(email));
    if (!account || !(await mayReset(tx, account))) return;
    const token = newToken();
    const code = codeOfLink(context, token);
    await addSecrets(tx, id, {
      account_id: account.id,
      link_digest: hashToken(token),
      code_digest: digests.code(scope(id), code),
    });
    const { information } = openPersonalData(context.sealer, account.id, account.personal);
    const content = resetMail(writingTo(mailSender, information), locale, {
      code,
      minutes: resetCodeLifetimeMs / 60_000,
      hours: resetLinkLifetimeMs / 3_600_000,
      // The address is not in the link: it would end up in histories and logs.
      resetUrl: `${mailSender.portalOrigin}${pageUrl("changePassword", { token })}`,
    });
    await mail.queueMail(tx, { to: email, locale, ...content });
    const action = "password.reset-requested";
    await appendAudit(tx, { accountId: account.id, action, at: clock.now(), client });
  });
}

/** The code that goes with a mailed link: whoever has the link can be shown it, and only they. */
const codeOfLink = ({ digests }: PortalContext, token: string) =>
  digests.digits("reset link", token);

/**
 * A reset proves the mailbox that it was mailed to. When the address has moved since, or was moved
 * back by its owner, that is somebody else's.
 */
const isStillMailbox = (reset: ResetRow, account: Pick<AccountRow, "email_digest">) =>
  reset.email_digest === account.email_digest;

/** What a reset needs beside the mailbox: with a passkey or an app on that alone does not open the account. */
export async function waysBeside(db: Queryable, accountId: string): Promise<SecondFactorWay[]> {
  return (await findWays(db, accountId)).filter((way) => way !== "email");
}

/**
 * What a mailed link fills in. The address is not in the link itself, which ends up in histories
 * and logs.
 *
 * @throws AppError ResetCodeIncorrect.
 */
export async function lookAtLink(
  context: PortalContext,
  token: string,
): Promise<{
  readonly email: string;
  readonly code: string;
  readonly ways: SecondFactorWay[];
  readonly recovery: { readonly endsAt: string } | null;
}> {
  const reset = await findResetByLink(context.db, token, context.clock.now());
  const account = reset?.account_id ? await findAccount(context.db, reset.account_id) : undefined;
  if (!reset || !account || !isStillMailbox(reset, account)) {
    throw new AppError("ResetCodeIncorrect");
  }
  const { email } = openPersonalData(context.sealer, account.id, account.personal);
  const ways = await waysBeside(context.db, account.id);
  const open = await findOpenDelay(context.db, account.id, context.clock.now());
  const recovery = open ? { endsAt: open.ends_at.toISOString() } : null;
  return { email, code: codeOfLink(context, token), ways, recovery };
}

/** Locks the account whose mailbox a link proves. @throws AppError ResetCodeIncorrect. */
export async function lockByLink(
  { clock }: Pick<PortalContext, "clock">,
  tx: PortalTransaction,
  token: string,
): Promise<AccountRow> {
  const named = await findResetByLink(tx, token, clock.now());
  const account = named?.account_id ? await lockAccount(tx, named.account_id) : undefined;
  // Again, because another call may have used it up while this one waited.
  const reset = account && (await findResetByLink(tx, token, clock.now()));
  if (!account || !reset || !isStillMailbox(reset, account)) {
    throw new AppError("ResetCodeIncorrect");
  }
  return account;
}

/**
 * Whoever takes an account back by its mailbox must not share it with an external ID, or somebody at an
 * organisation's provider, that somebody else linked (trojan identifier); the owner links theirs again
 * with the password.
 */
export async function unlinkAtReset(
  tx: PortalTransaction,
  event: { readonly accountId: string; readonly at: Date; readonly client: ClientInfo },
): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom("portal.external_identity")
    .where("account_id", "=", event.accountId)
    .executeTakeFirst();
  const { numDeletedRows: ofOrganisations } = await tx
    .deleteFrom("portal.sso_identity")
    .where("account_id", "=", event.accountId)
    .executeTakeFirst();
  if (numDeletedRows + ofOrganisations > 0n) {
    await appendAudit(tx, { ...event, action: "external-id.unlinked" });
  }
}

/** What proves the mailbox: the link, or the code in the browser that asked for it. */
export type ResetProof =
  | { readonly token: string }
  | { readonly email: string; readonly code: string; readonly browserToken: string | undefined };

/** The request that a proof fits. */
async function provedReset(
  context: PortalContext,
  proof: ResetProof,
  client: ClientInfo,
): Promise<ResetRow | undefined> {
  const { db, clock, digests } = context;
  const now = clock.now();
  if ("token" in proof) return findResetByLink(db, proof.token, now);
  const emailDigest = digests.email(proof.email);
  // Without a cookie the same is done and finds nothing.
  const rows = await countGuess(db, proof.browserToken ?? "", emailDigest, now);
  const right = rows.filter((row) => digests.isCode(scope(row.id), proof.code, row.code_digest));
  const [found] = right;
  if (found) {
    await returnGuess(db, found.id);
    return found;
  }
  const spent = rows.find(({ tries }) => tries >= oneTimePasswordTries);
  if (spent) {
    // For an address without an account too: the record must not cost time that tells.
    const event = { accountId: spent.account_id, at: now, client };
    await transaction(db, (tx) => appendAudit(tx, { ...event, action: "password.reset-failed" }));
  }
  return undefined;
}

/** What sets a new password: the mailbox's proof and, where a passkey or an app is on, the second factor's. */
export interface Reset {
  readonly proof: ResetProof;
  readonly secondFactor: SecondFactorProof | undefined;
  /** Whose a passkey's challenge must be: this browser's. */
  readonly passkeyHolder: string;
  readonly password: string;
}

/**
 * Looks at the second factor of a reset, where the account has one that no mail brings.
 *
 * @throws AppError SecondFactorRequired where it was not given.
 */
async function lookBeside(
  context: PortalContext,
  tx: PortalTransaction,
  account: AccountRow,
  { secondFactor: given, passkeyHolder }: Pick<Reset, "secondFactor" | "passkeyHolder">,
  browser: Browser,
): Promise<Look> {
  const ways = await waysBeside(tx, account.id);
  if (ways.length === 0) return { is: "right" };
  if (given === undefined) {
    const data = {
      hasRecoveryCodes: ways.includes("recovery-code"),
      hasPasskey: ways.includes("passkey"),
    };
    throw new AppError("SecondFactorRequired", { data });
  }
  if (given.way === "passkey") {
    const { id: accountId } = account;
    const asked = { purpose: "reset", holder: passkeyHolder, accountId } as const;
    return lookAtPasskey(context, tx, given.passkey, asked, browser);
  }
  return lookWithinBudget(context, tx, { accountId: account.id }, browser, () =>
    proveFactor(context, tx, account, given, browser.client),
  );
}

/**
 * Sets a new password by the mailed link, or by the mailed code in the browser that asked; with a
 * passkey or an authenticator app on, by one of them or a recovery code as well. The proof is checked before the password, so that the policy's answer tells nothing about an address to
 * somebody without it; a refused password does not use it up. No failure of anybody else counts.
 *
 * @throws AppError ResetCodeIncorrect, InvalidInput (password policy), SecondFactorRequired,
 *   AppCodeInvalid, AppClockOff, RecoveryCodeInvalid, those of a passkey, TooManyRequest.
 */
export async function finishReset(
  context: PortalContext,
  { proof, secondFactor, passkeyHolder, password }: Reset,
  browser: Browser,
): Promise<void> {
  const { client } = browser;
  const { db, clock, sealer, settings, breached, passwords } = context;
  const reset = await provedReset(context, proof, client);
  const account = reset?.account_id ? await findAccount(db, reset.account_id) : undefined;
  if (!reset || !account || !isStillMailbox(reset, account)) {
    throw new AppError("ResetCodeIncorrect");
  }

  const { email, information } = openPersonalData(sealer, account.id, account.personal);
  await requireAcceptablePassword(
    { maximum: settings.passwordMaximum, breached, serviceName: settings.serviceName },
    password,
    [email, information.firstName, information.lastName],
    "password",
  );
  // Whoever holds the proof is known to us.
  const hash = await passwords.hash(password, { isKnown: true });
  const look = await transaction(db, async (tx): Promise<Look> => {
    const locked = await lockAccount(tx, account.id);
    if (!locked || !isStillMailbox(reset, locked)) throw new AppError("ResetCodeIncorrect");
    const beside = await lookBeside(context, tx, locked, { secondFactor, passkeyHolder }, browser);
    if (beside.is !== "right") return beside;
    // Of two requests with one proof only the first may set it.
    if (!(await takeReset(tx, reset.id))) throw new AppError("ResetCodeIncorrect");
    await replacePassword(context, tx, locked, hash);
    const event = { accountId: account.id, at: clock.now(), client };
    await appendAudit(tx, { ...event, action: "password.reset" });
    await unlinkAtReset(tx, event);
    return beside;
  });
  if (look.is !== "right") refuseLook(look);
  const { email_digest: emailDigest } = account;
  await forgetGuesses(context, {
    emailDigest,
    ipAddress: client.ipAddress,
    deviceToken: undefined,
  });
  // The mailbox is proved: what strangers have asked for it bars its owner no longer.
  for (const limit of forgotPassword.limits) {
    if (limit.by === "recipient") await context.limiter.forgive(forgotPassword.name, limit, email);
  }
}
