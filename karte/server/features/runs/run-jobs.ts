import { cronPayload, defineJob } from "@sekimori/kit-server/jobs";
import { z } from "zod";

/** Take the next run that waits, whichever it is; one such job is added for each run. */
export const takeRun = defineJob("karte.take-run", z.object({}));

/** Look for runs whose worker is silent, and for schedules that are due. */
export const lookForRuns = defineJob("karte.look-for-runs", cronPayload);

/** Queue the scan of new hosts that found another one under way. */
export const scanNewHostsLater = defineJob(
  "karte.scan-new-hosts",
  z.object({ workspace: z.uuid(), domain: z.uuid(), hosts: z.array(z.string()) }),
);
