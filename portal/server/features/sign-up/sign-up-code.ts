import type { Locale } from "@sekimori/kit-contract/locale";
import { hashToken, newToken } from "@sekimori/kit-server/cookies";
import { AppError } from "@sekimori/kit-server/errors";
import { resendPauseMs, signUpCodeLifetimeMs } from "@sekimori/portal-contract/constants";
import { mailLimits } from "@sekimori/portal-contract/endpoints/declare";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { resetPasswordUrl } from "../../mails/mail-layout.ts";
import { alreadyRegisteredMail, signUpCodeMail } from "../../mails/sign-up-mails.ts";
import { newCode } from "../credentials/digests.ts";
import type { FlowRow } from "../principals/flow-repository.ts";
import { openFlowEmail } from "../principals/flow-view.ts";

/** Wrong answers to one code before it stops working. */
export const signUpCodeTries = 5;

const minutes = signUpCodeLifetimeMs / 60_000;

export const codeScope = (flowId: string) => `sign-up:${flowId}`;

/** A fresh code and link for a flow: what is mailed, and what is kept of it. */
export function newVerification(context: PortalContext, flowId: string, now: Date) {
  const code = newCode();
  const linkToken = newToken();
  return {
    mailed: { code, linkToken },
    columns: {
      code_digest: context.digests.code(codeScope(flowId), code),
      code_tries: 0,
      code_sent_at: now,
      code_expires_at: new Date(now.getTime() + signUpCodeLifetimeMs),
      link_digest: hashToken(linkToken),
      link_used_at: null,
    },
  };
}

/**
 * Mails a flow's code. The owner of an account is told that there is one; everybody else gets the
 * link as well. One mail either way, so that neither the answer nor its time tells which.
 */
export async function mailVerification(
  context: PortalContext,
  tx: PortalTransaction,
  to: { readonly email: string; readonly locale: Locale; readonly hasAccount: boolean },
  mailed: { readonly code: string; readonly linkToken: string },
): Promise<void> {
  const { mail, mailSender, settings, digests } = context;
  const { portalOrigin } = settings;
  const hasPassword = await hasPasswordAt(tx, digests.email(to.email));
  const content = to.hasAccount
    ? alreadyRegisteredMail(mailSender, to.locale, {
        code: mailed.code,
        signInUrl: `${portalOrigin}${pageUrl("login")}`,
        resetUrl: hasPassword ? resetPasswordUrl(settings) : undefined,
      })
    : signUpCodeMail(mailSender, to.locale, {
        code: mailed.code,
        resumeUrl: `${portalOrigin}${pageUrl("registerVerification", { token: mailed.linkToken })}`,
        minutes,
      });
  await mail.queueMail(tx, { to: to.email, locale: to.locale, ...content });
}

/**
 * Counts a mail to an address that nobody has proved, where the call itself could not be declared
 * to send one.
 *
 * @throws AppError TooManyRequest.
 */
export async function spendMail({ limiter }: PortalContext, email: string): Promise<void> {
  const limits = mailLimits.filter(({ by }) => by === "recipient");
  await limiter.reserve(limits.map((limit) => ({ name: "mail", limit, subject: email })));
}

/** The mailbox is proved: what strangers have had sent there bars its owner no longer. */
export async function forgiveMail({ limiter }: PortalContext, email: string): Promise<void> {
  for (const limit of mailLimits) {
    if (limit.by === "recipient") await limiter.forgive("mail", limit, email);
  }
}

export async function hasAccount(tx: PortalTransaction, emailDigest: string): Promise<boolean> {
  const row = await tx
    .selectFrom("portal.account")
    .select("id")
    .where("email_digest", "=", emailDigest)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an address's account is entered by a password that could be forgotten. */
async function hasPasswordAt(tx: PortalTransaction, emailDigest: string): Promise<boolean> {
  const row = await tx
    .selectFrom("portal.account as account")
    .innerJoin("portal.credential as credential", "credential.account_id", "account.id")
    .select("account.id")
    .where("account.email_digest", "=", emailDigest)
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces a flow's code and mails the new one. @returns the columns to store with the flow. */
export async function sendNewCode(
  context: PortalContext,
  tx: PortalTransaction,
  flow: FlowRow,
  now: Date,
) {
  const { mailed, columns } = newVerification(context, flow.id, now);
  const to = {
    email: openFlowEmail(context.sealer, flow),
    locale: flow.locale,
    hasAccount: await hasAccount(tx, flow.email_digest),
  };
  await mailVerification(context, tx, to, mailed);
  return columns;
}

/** @throws AppError TooManyRequest while a code sent less than a minute ago may still arrive. */
export function requireResendPause(sentAt: Date | null, now: Date): void {
  const waitMs = sentAt === null ? 0 : sentAt.getTime() + resendPauseMs - now.getTime();
  if (waitMs > 0) {
    throw new AppError("TooManyRequest", {
      data: { retryAfterSeconds: Math.ceil(waitMs / 1000) },
    });
  }
}
