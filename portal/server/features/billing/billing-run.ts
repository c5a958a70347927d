import {
  attemptEach,
  type CronEntry,
  cronPayload,
  defineJob,
  enqueue,
  type Job,
  type OnePass,
  onePass,
} from "@sekimori/kit-server/jobs";
import type { PortalContext } from "../../context.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import { copyJob } from "./accounting-copies.ts";
import { billDay, chargeNow, compareDay } from "./billing-jobs.ts";
import { chargeCreated, inquireUnanswered } from "./charge-attempts.ts";
import { issueInvoices } from "./issue-invoices.ts";
import { reconcile, reconcileMissed } from "./reconcile.ts";
import { settleRefunds } from "./settle-refunds.ts";
import { tellResumedJob } from "./tell-resumed.ts";
import { retryUnpaid, suspendUnpaid } from "./unpaid-invoices.ts";

const dailyBilling = defineJob("portal.daily-billing", cronPayload);
const reconcileDay = defineJob("portal.reconcile", cronPayload);
const collect = defineJob("portal.collect-payments", cronPayload);

/** From so many invoices on a run charges while it issues, and other workers are asked to charge too. */
const sharedFrom = 1_000;

/**
 * The charging of one process: whatever it has under way at the payment company belongs to one pass,
 * however many of its jobs want something charged.
 */
function chargingOf(context: PortalContext): OnePass {
  const report = (err: unknown) => context.logger.error({ err }, "a pass over charges ended early");
  return onePass(() => chargeCreated(context), report);
}

/**
 * The billing of a business date: issues what is due and charges it. A large run charges the first
 * batches while it issues the others, and has other workers do so too.
 */
export async function runBilling(
  context: PortalContext,
  day: string,
  charging: OnePass = chargingOf(context),
): Promise<void> {
  const issued = await issueInvoices(context, day, async (soFar) => {
    if (soFar < sharedFrom) return;
    charging.begin();
    // Offered after each batch: it may be this process that takes it, and idle ones are to take part.
    await enqueue(context.db, chargeNow, {}, { key: "portal.charge-now" });
  });
  await charging.run();
  if (issued > 0) context.logger.info({ day, issued }, "billing run");
}

/** Everything that keeps payments moving between the runs: answers, retries, courses that end. */
export async function collectPayments(
  context: PortalContext,
  charging: OnePass = chargingOf(context),
): Promise<void> {
  // A month that is being charged need not be over before refunds and retries go on.
  const charge = () => charging.join();
  const steps = [inquireUnanswered, retryUnpaid, charge, suspendUnpaid, settleRefunds];
  await attemptEach(steps, (step) => step(context));
}

export function billingJobs(context: PortalContext): {
  readonly jobs: readonly Job[];
  readonly cron: readonly CronEntry[];
} {
  const today = () => calendarDay(context.clock.now());
  const charging = chargingOf(context);
  return {
    jobs: [
      billDay.handledBy(({ day }) => runBilling(context, day, charging)),
      dailyBilling.handledBy(() => runBilling(context, today(), charging)),
      chargeNow.handledBy(async () => void (await charging.join())),
      copyJob(context),
      tellResumedJob(context),
      collect.handledBy(() => collectPayments(context, charging)),
      reconcileDay.handledBy(() => reconcileMissed(context, today())),
      compareDay.handledBy(async ({ day }) => void (await reconcile(context, day))),
    ],
    cron: [
      { name: "portal.daily-billing", at: "10 0 * * *", job: dailyBilling },
      { name: "portal.reconcile", at: "30 3 * * *", job: reconcileDay },
      { name: "portal.collect-payments", at: "* * * * *", job: collect },
    ],
  };
}
