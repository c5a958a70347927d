import {
  attemptEach,
  type CronEntry,
  cronPayload,
  defineJob,
  enqueue,
  type Job,
} from "@sekimori/kit-server/jobs";
import type { PortalContext } from "../../context.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import { copyJob } from "./accounting-copies.ts";
import { billDay, chargeNow } from "./billing-jobs.ts";
import { chargeCreated, inquireUnanswered } from "./charge-attempts.ts";
import { issueInvoices } from "./issue-invoices.ts";
import { reconcileMissed } from "./reconcile.ts";
import { settleRefunds } from "./refund-service.ts";
import { retryUnpaid, suspendUnpaid } from "./unpaid-invoices.ts";

const dailyBilling = defineJob("portal.daily-billing", cronPayload);
const reconcileDay = defineJob("portal.reconcile", cronPayload);
const collect = defineJob("portal.collect-payments", cronPayload);

/** From so many invoices on other workers are asked to charge too. */
const sharedFrom = 1_000;

/** What a run did. */
export interface BillingResult {
  readonly issued: number;
  readonly sent: number;
}

/** The billing of a business date: issues what is due and charges it. */
export async function runBilling(context: PortalContext, day: string): Promise<BillingResult> {
  const issued = await issueInvoices(context, day);
  if (issued > sharedFrom) {
    // Whoever is idle takes part: another worker, or this one.
    for (const key of ["portal.charge-now:1", "portal.charge-now:2"]) {
      await enqueue(context.db, chargeNow, {}, { key });
    }
  }
  const sent = await chargeCreated(context);
  if (issued > 0) context.logger.info({ day, issued, sent }, "billing run");
  return { issued, sent };
}

/** Everything that keeps payments moving between the runs: answers, retries, courses that end. */
export async function collectPayments(context: PortalContext): Promise<void> {
  const steps = [inquireUnanswered, retryUnpaid, chargeCreated, suspendUnpaid, settleRefunds];
  await attemptEach(steps, (step) => step(context));
}

export function billingJobs(context: PortalContext): {
  readonly jobs: readonly Job[];
  readonly cron: readonly CronEntry[];
} {
  const today = () => calendarDay(context.clock.now());
  return {
    jobs: [
      billDay.handledBy(async ({ day }) => void (await runBilling(context, day))),
      dailyBilling.handledBy(async () => void (await runBilling(context, today()))),
      chargeNow.handledBy(async () => void (await chargeCreated(context))),
      copyJob(context),
      collect.handledBy(() => collectPayments(context)),
      reconcileDay.handledBy(() => reconcileMissed(context, today())),
    ],
    cron: [
      { name: "portal.daily-billing", at: "10 0 * * *", job: dailyBilling },
      { name: "portal.reconcile", at: "30 3 * * *", job: reconcileDay },
      { name: "portal.collect-payments", at: "* * * * *", job: collect },
    ],
  };
}
