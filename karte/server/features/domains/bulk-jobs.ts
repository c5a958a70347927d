import { defineJob } from "@sekimori/kit-server/jobs";
import { z } from "zod";

const payload = z.object({
  workspace: z.uuid(),
  bulk: z.uuid(),
  /** Who asked for it, or for undoing it. */
  account: z.string(),
  /** By which API token it was asked for, if by one; the log says so. */
  token: z.string().optional(),
  ipAddress: z.string(),
});
export type BulkJob = z.output<typeof payload>;

/** Go on with a large act on many domains, or with undoing one, whichever its row says. */
export const goOnWithBulk = defineJob("karte.bulk-domains", payload);
