import { localeSchema } from "@sekimori/kit-contract/locale-schema";
import { transaction } from "@sekimori/kit-server/database";
import { defineJob, enqueue, type Job } from "@sekimori/kit-server/jobs";
import { z } from "zod";
import type { PortalContext } from "../../context.ts";
import { insertReset } from "./reset-repository.ts";
import { type ResetStart, startReset } from "./reset-service.ts";

/** Who asked for a reset, sealed: the job table is no place for addresses. */
const resetJob = defineJob("portal.start-reset", z.object({ sealed: z.base64() }));

const sealContext = "portal.start-reset";

const requestSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  locale: localeSchema,
  client: z.object({ ipAddress: z.string(), device: z.string() }),
});

/**
 * Leaves a reset to the worker: the same work for every address.
 *
 * @param browserToken of the browser that asks; the code will count in it alone.
 */
export async function requestReset(
  context: PortalContext,
  asked: Omit<ResetStart, "id">,
  browserToken: string,
): Promise<void> {
  const { db, clock, digests, sealer } = context;
  const emailDigest = digests.email(asked.email);
  await transaction(db, async (tx) => {
    const id = await insertReset(tx, { browserToken, emailDigest }, clock.now());
    const request: ResetStart = { ...asked, id };
    const sealed = sealer.seal(JSON.stringify(request), sealContext).toString("base64");
    await enqueue(tx, resetJob, { sealed });
  });
}

export function resetJobs(context: PortalContext): readonly Job[] {
  return [
    resetJob.handledBy(async ({ sealed }) => {
      const opened = context.sealer.open(Buffer.from(sealed, "base64"), sealContext);
      await startReset(context, requestSchema.parse(JSON.parse(opened.toString("utf8"))));
    }),
  ];
}
