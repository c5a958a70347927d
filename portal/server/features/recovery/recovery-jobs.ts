import { hashToken, newToken } from "@sekimori/kit-server/cookies";
import { transaction } from "@sekimori/kit-server/database";
import { type CronEntry, cronPayload, defineJob, type Job } from "@sekimori/kit-server/jobs";
import type { PortalContext } from "../../context.ts";
import { recoveryReadyMail, recoveryStartedMail } from "../../mails/recovery-mails.ts";
import { lockAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import type { DelayRow } from "../authenticators/recovery-delay.ts";
import { shownUntil, stopTokenOf } from "./recovery-links.ts";
import { mailsDue, recoveryMails } from "./recovery-mails-due.ts";
import { findUnmailed, noteMails } from "./recovery-repository.ts";

async function mailOwner(context: PortalContext, delay: DelayRow): Promise<void> {
  const due = mailsDue(delay.started_at, context.clock.now());
  if (due <= delay.mails_sent) return;
  const isOver = due === recoveryMails;
  await transaction(context.db, async (tx) => {
    const account = await lockAccount(tx, delay.account_id);
    // Another mailbox than the one that began it gets no link into the account.
    if (!account || account.email_digest !== delay.email_digest) return;
    const stopToken = stopTokenOf(context, delay.id);
    const finishToken = newToken();
    const isOurs = await noteMails(tx, delay, {
      mails_sent: due,
      // As it is now: the key may have been changed since the start.
      stop_digest: hashToken(stopToken),
      finish_digest: isOver ? hashToken(finishToken) : null,
    });
    if (!isOurs) return;
    await mailMember(context, tx, account, (sender, locale) =>
      isOver
        ? recoveryReadyMail(sender, locale, {
            until: shownUntil(delay.finish_by, locale),
            stopToken,
            finishToken,
          })
        : recoveryStartedMail(sender, locale, {
            until: shownUntil(delay.ends_at, locale),
            stopToken,
            isReminder: true,
            byStaff: delay.by_staff,
          }),
    );
  });
}

/** Sends the mails that are due; who was away for two sends the later one. */
export async function sendRecoveryMails(context: PortalContext): Promise<void> {
  for (const delay of await findUnmailed(context.db, context.clock.now())) {
    await mailOwner(context, delay);
  }
}

const mailsJob = defineJob("portal.recovery-mails", cronPayload);

export function recoveryJobs(context: PortalContext): {
  readonly jobs: readonly Job[];
  readonly cron: readonly CronEntry[];
} {
  return {
    jobs: [mailsJob.handledBy(() => sendRecoveryMails(context))],
    cron: [{ name: "portal.recovery-mails", at: "*/5 * * * *", job: mailsJob }],
  };
}
