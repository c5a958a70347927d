import { transaction } from "@sekimori/kit-server/database";
import { type StuckJob, stuckJobs } from "@sekimori/kit-server/jobs";
import { type UndeliveredMail, undeliveredMails } from "@sekimori/kit-server/mail";
import type { SilentEndpoint } from "@sekimori/kit-server/webhooks";
import {
  chargesWithoutAnswer,
  type OpenMoney,
  openDisputes,
  refundsWithoutAnswer,
} from "../billing/money-without-answer.ts";
import { type OpenInquiry, openInquiries } from "../operator/inquiries.ts";
import { webhookOwner } from "../operator/operator-events.ts";
import type { WebhookTables } from "../operator/operator-webhooks.ts";
import { type ParkedContract, parkedContracts } from "../operator/parked-contracts.ts";
import { type DueDeletion, deletionsDue } from "../purge/deletions-due.ts";

/** What waits for somebody who works here: by its kind, the oldest first. Nobody's name is in it. */
export interface Work {
  readonly parked: readonly ParkedContract[];
  readonly charges: readonly OpenMoney[];
  readonly refunds: readonly OpenMoney[];
  readonly disputes: readonly OpenMoney[];
  readonly inquiries: readonly OpenInquiry[];
  readonly deletions: readonly DueDeletion[];
  readonly jobs: readonly StuckJob[];
  readonly mails: readonly UndeliveredMail[];
  readonly webhooks: readonly SilentEndpoint[];
}

/** What waits, of each kind so much at most. */
export async function listWork(
  { db, clock, webhooks }: WebhookTables,
  most: number,
): Promise<Work> {
  const now = clock.now();
  return {
    parked: await parkedContracts(db, most),
    charges: await chargesWithoutAnswer(db, now, most),
    refunds: await refundsWithoutAnswer(db, now, most),
    disputes: await openDisputes(db, most),
    inquiries: (await openInquiries({ db, clock })).slice(0, most),
    deletions: await deletionsDue(db, now, most),
    jobs: await stuckJobs(db, most),
    mails: await undeliveredMails(db, now, most),
    webhooks: await transaction(db, (tx) => webhooks.silent(tx, webhookOwner, most)),
  };
}
