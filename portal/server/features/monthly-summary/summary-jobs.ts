import { type CronEntry, cronPayload, defineJob, type Job } from "@sekimori/kit-server/jobs";
import type { PortalContext } from "../../context.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import { sendSummaries } from "./send-summaries.ts";

const summariesJob = defineJob("portal.monthly-summaries", cronPayload);

/** On the 1st in the morning; the hours and days after it make up for an application that was away. */
export function summaryJobs(context: PortalContext): {
  readonly jobs: readonly Job[];
  readonly cron: readonly CronEntry[];
} {
  return {
    jobs: [
      summariesJob.handledBy(
        async (_, run) =>
          void (await sendSummaries(context, calendarDay(context.clock.now()), run)),
      ),
    ],
    cron: [{ name: "portal.monthly-summaries", at: "0 8-20 1-5 * *", job: summariesJob }],
  };
}
