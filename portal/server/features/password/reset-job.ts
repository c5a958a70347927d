import { localeSchema } from "@sekimori/kit-contract/locale";
import { defineJob, enqueue, type Job } from "@sekimori/kit-server/jobs";
import { z } from "zod";
import type { PortalContext } from "../../context.ts";
import { type ResetStart, startReset } from "./reset-service.ts";

/** Who asked for a reset, sealed: the job table is no place for addresses. */
const resetJob = defineJob("portal.start-reset", z.object({ sealed: z.base64() }));

const sealContext = "portal.start-reset";

const requestSchema = z.object({
  email: z.string(),
  locale: localeSchema,
  client: z.object({ ipAddress: z.string(), device: z.string() }),
});

/** Leaves a reset to the worker: the same work for every address. */
export async function requestReset(context: PortalContext, request: ResetStart): Promise<void> {
  const sealed = context.sealer.seal(JSON.stringify(request), sealContext).toString("base64");
  await enqueue(context.db, resetJob, { sealed });
}

export function resetJobs(context: PortalContext): readonly Job[] {
  return [
    resetJob.handledBy(async ({ sealed }) => {
      const opened = context.sealer.open(Buffer.from(sealed, "base64"), sealContext);
      await startReset(context, requestSchema.parse(JSON.parse(opened.toString("utf8"))));
    }),
  ];
}
