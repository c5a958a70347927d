import { cronPayload, defineJob } from "@sekimori/kit-server/jobs";
import { z } from "zod";

/** Look what a run, or a lost proof, has that somebody wants to be told of. */
export const raiseAlerts = defineJob(
  "karte.raise-alerts",
  z.object({ workspace: z.uuid(), domain: z.uuid(), run: z.uuid().nullable() }),
);

/** Tell a person which findings somebody else has just given them. `act` tells one time from the next. */
export const tellAssigned = defineJob(
  "karte.tell-assigned",
  z.object({
    workspace: z.uuid(),
    account: z.string(),
    act: z.uuid(),
    findings: z.array(z.uuid()),
  }),
);

/** Mail one person what has come together for them. */
export const mailAlerts = defineJob(
  "karte.mail-alerts",
  z.object({ workspace: z.uuid(), account: z.string() }),
);

/** Look for certificates and acceptances that end soon. */
export const lookAhead = defineJob("karte.look-ahead", cronPayload);
