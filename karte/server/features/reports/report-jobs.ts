import { cronPayload, defineJob } from "@sekimori/kit-server/jobs";
import { z } from "zod";

/** Make one report. */
export const makeReport = defineJob(
  "karte.make-report",
  z.object({ workspace: z.uuid(), report: z.uuid() }),
);

/** Ask for the reports of the month that has passed. */
export const monthlyReports = defineJob("karte.monthly-reports", cronPayload);
