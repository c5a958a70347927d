import { randomUUID } from "node:crypto";
import { hashToken } from "@sekimori/kit-server/cookies";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import {
  recoveryDelayMs,
  recoveryLinkMs,
  recoveryStartEveryMs,
} from "@sekimori/portal-contract/constants";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { recoveryStartedMail } from "../../mails/recovery-mails.ts";
import type { AccountRow } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { findOpenDelay } from "../authenticators/recovery-delay.ts";
import { lockByLink, waysBeside } from "../password/reset-service.ts";
import { shownUntil, stopTokenOf } from "./recovery-links.ts";
import { deleteOverdue, findLastStart, insertDelay } from "./recovery-repository.ts";

const later = (from: Date, ms: number) => new Date(from.getTime() + ms);

/** Begins the delay, and mails the owner. @returns when it is over. */
async function begin(
  context: PortalContext,
  tx: PortalTransaction,
  account: AccountRow,
  { byStaff = false } = {},
): Promise<Date> {
  const now = context.clock.now();
  const id = randomUUID();
  const endsAt = later(now, recoveryDelayMs);
  await insertDelay(tx, {
    id,
    account_id: account.id,
    email_digest: account.email_digest,
    started_at: now,
    ends_at: endsAt,
    finish_by: later(endsAt, recoveryLinkMs),
    stop_digest: hashToken(stopTokenOf(context, id)),
    mails_sent: 1,
    by_staff: byStaff,
  });
  await mailMember(context, tx, account, (sender, locale) =>
    recoveryStartedMail(sender, locale, {
      until: shownUntil(endsAt, locale),
      stopToken: stopTokenOf(context, id),
      isReminder: false,
      byStaff,
    }),
  );
  return endsAt;
}

/** Why staff begin no delay for an account; undefined where they may. */
export async function recoveryRefusal(
  { clock }: Pick<PortalContext, "clock">,
  tx: PortalTransaction,
  accountId: string,
): Promise<"nothing-lost" | "running" | undefined> {
  if ((await waysBeside(tx, accountId)).length === 0) return "nothing-lost";
  return (await findOpenDelay(tx, accountId, clock.now())) ? "running" : undefined;
}

/** Begins the delay for a member whom two of the staff help. @returns when it is over. */
export async function beginByStaff(
  context: PortalContext,
  tx: PortalTransaction,
  account: AccountRow,
): Promise<Date> {
  await deleteOverdue(tx, account.id, context.clock.now());
  return begin(context, tx, account, { byStaff: true });
}

/**
 * Starts the delay of an account by a link from its mailbox. Where one is open that goes on.
 *
 * @returns when it is over.
 * @throws AppError ResetCodeIncorrect, NotFound (the mailbox alone is enough), TooManyRequest (once a week).
 */
export async function startRecovery(
  context: PortalContext,
  token: string,
  client: ClientInfo,
): Promise<Date> {
  const now = context.clock.now();
  return transaction(context.db, async (tx) => {
    const account = await lockByLink(context, tx, token);
    const { id: accountId } = account;
    if ((await waysBeside(tx, accountId)).length === 0) throw new AppError("NotFound");
    const open = await findOpenDelay(tx, accountId, now);
    if (open) return open.ends_at;
    await deleteOverdue(tx, accountId, now);
    const last = await findLastStart(tx, accountId);
    const wait = last ? later(last, recoveryStartEveryMs).getTime() - now.getTime() : 0;
    if (wait > 0) {
      throw new AppError("TooManyRequest", { data: { retryAfterSeconds: Math.ceil(wait / 1000) } });
    }
    const endsAt = await begin(context, tx, account);
    await appendAudit(tx, { accountId, action: "recovery.started", at: now, client });
    return endsAt;
  });
}
