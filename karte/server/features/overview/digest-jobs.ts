import { cronPayload, defineJob } from "@sekimori/kit-server/jobs";
import { z } from "zod";

/** Ask for the digests of the week that has passed. */
export const weeklyDigests = defineJob("karte.weekly-digests", cronPayload);

/** Write one person's. `monday` is the day in Asia/Tokyo on which it goes out. */
export const writeDigest = defineJob(
  "karte.write-digest",
  z.object({ workspace: z.uuid(), account: z.string(), monday: z.iso.date() }),
);
