import { cronPayload, defineJob } from "@sekimori/kit-server/jobs";
import { z } from "zod";

/** Look what a run, or a lost proof, has that somebody wants to be told of. */
export const raiseAlerts = defineJob(
  "karte.raise-alerts",
  z.object({ workspace: z.uuid(), domain: z.uuid(), run: z.uuid().nullable() }),
);

/** Mail one person what has come together for them. */
export const mailAlerts = defineJob(
  "karte.mail-alerts",
  z.object({ workspace: z.uuid(), account: z.string() }),
);

/** Look for certificates and acceptances that end soon. */
export const lookAhead = defineJob("karte.look-ahead", cronPayload);
