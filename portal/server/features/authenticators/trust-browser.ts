import { randomUUID } from "node:crypto";
import { hashToken, newToken } from "@sekimori/kit-server/cookies";
import { trustedBrowserGraceMs, trustedBrowserMs } from "@sekimori/portal-contract/constants";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { mailMoment } from "../../mails/application-mail.ts";
import { browserTrustedMail, trustCopiedMail } from "../../mails/trusted-browser-mails.ts";
import { type AccountRow, lockAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { appendAudit } from "../audit/audit.ts";
import type { Browser } from "../session/browser.ts";
import type { KeptTrust } from "../session/trust-cookie.ts";
import * as rows from "./trusted-browser-repository.ts";

/** The two tokens of the cookie, where the browser has one of this account. */
function tokensOf({ trustOf }: Browser, accountId: string) {
  const value = trustOf?.(accountId);
  if (value === undefined) return undefined;
  const half = value.length / 2;
  const series = value.slice(0, half);
  return { series, seriesDigest: hashToken(series), tokenDigest: hashToken(value.slice(half)) };
}

/**
 * Whether a browser may do without a second factor after this one: where the account has one of its
 * own, and it is no external ID's matter (specification 6).
 */
export const mayTrust = (
  { mfa_enabled: isOn }: Pick<AccountRow, "mfa_enabled">,
  externalSubject: string | null,
): boolean => isOn && externalSubject === null;

/** What a browser's cookie is worth at a sign-in. */
export type Trust =
  | { readonly is: "none" }
  /** `kept` is what the browser keeps from now on; undefined: what another answer has just given it. */
  | { readonly is: "trusted"; readonly kept: KeptTrust | undefined }
  /** A token that was replaced before: there are two browsers with this cookie. */
  | { readonly is: "copied" };

/**
 * Looks whether this browser signs in to an account without the second factor, and replaces its token.
 * The caller has locked the account.
 */
export async function takeTrust(
  { clock }: Pick<PortalContext, "clock">,
  tx: PortalTransaction,
  accountId: string,
  browser: Browser,
): Promise<Trust> {
  const given = tokensOf(browser, accountId);
  if (given === undefined) return { is: "none" };
  const now = clock.now();
  const row = await rows.findTrust(tx, accountId, given.seriesDigest, now);
  if (row === undefined) return { is: "none" };
  if (given.tokenDigest === row.token_digest) {
    const token = newToken();
    if (!(await rows.rotateTrust(tx, row, hashToken(token), now))) return { is: "none" };
    const kept = { accountId, value: given.series + token, until: row.expires_at };
    return { is: "trusted", kept };
  }
  // Two tabs at once: the first has got the next token, which the browser keeps for both.
  const age = now.getTime() - row.rotated_at.getTime();
  const isJustReplaced = given.tokenDigest === row.former_digest && age <= trustedBrowserGraceMs;
  return isJustReplaced ? { is: "trusted", kept: undefined } : { is: "copied" };
}

/** Ends the trust in a browser whose cookie was copied, and tells the account's owner. */
export async function endCopiedTrust(
  context: PortalContext,
  tx: PortalTransaction,
  accountId: string,
  browser: Browser,
): Promise<void> {
  const account = await lockAccount(tx, accountId);
  const given = tokensOf(browser, accountId);
  if (!account || !given) return;
  const { seriesDigest } = given;
  if (!(await rows.deleteTrust(tx, accountId, { series_digest: seriesDigest }))) return;
  await mailMember(context, tx, account, trustCopiedMail);
  const at = context.clock.now();
  const event = { accountId, at, client: browser.client };
  await appendAudit(tx, { ...event, action: "trusted-browser.copied" });
}

/** Lets this browser sign in without the second factor for thirty days, and tells the member. */
export async function trustBrowser(
  context: PortalContext,
  tx: PortalTransaction,
  account: AccountRow,
  browser: Browser,
): Promise<KeptTrust> {
  const { id: accountId } = account;
  const { client } = browser;
  const now = context.clock.now();
  const until = new Date(now.getTime() + trustedBrowserMs);
  const before = tokensOf(browser, accountId);
  if (before) await rows.deleteTrust(tx, accountId, { series_digest: before.seriesDigest });
  const series = newToken();
  const token = newToken();
  await rows.insertTrust(tx, {
    id: randomUUID(),
    account_id: accountId,
    series_digest: hashToken(series),
    token_digest: hashToken(token),
    rotated_at: now,
    device: client.device,
    created_at: now,
    expires_at: until,
  });
  await mailMember(context, tx, account, (sender, locale) =>
    browserTrustedMail(sender, locale, { device: client.device, until: mailMoment(until, locale) }),
  );
  await appendAudit(tx, { accountId, action: "trusted-browser.added", at: now, client });
  return { accountId, value: series + token, until };
}

/** Which of an account's trusted browsers asks; undefined where it is none. */
export const presentSeries = (browser: Browser, accountId: string): string | undefined =>
  tokensOf(browser, accountId)?.seriesDigest;
