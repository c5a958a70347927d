import { transaction } from "@sekimori/kit-server/database";
import { defineJob, enqueue, type Job } from "@sekimori/kit-server/jobs";
import { z } from "zod";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { type ActingOperator, recordAct } from "./operator-audit.ts";
import { rotateDataKeys } from "./rotate-keys.ts";

// At the console nobody waits for minutes: a worker seals everything again.

const sealAgain = defineJob(
  "portal.rotate-data-keys",
  z.object({ operator: z.string(), confirmedBy: z.string() }),
);

/** Processes that seal with an older key have so long to end, before the job is tried again later. */
const waitMs = 60_000;

/** Has a worker seal everything with the present data key; the last statement of its transaction. */
export async function askDataKeyRotationIn(
  tx: PortalTransaction,
  tables: Pick<PortalContext, "clock">,
  acting: Required<Omit<ActingOperator, "dryRun">>,
  why: string,
): Promise<void> {
  const { operator, confirmedBy } = acting;
  // Asked for twice, it is done once.
  await enqueue(tx, sealAgain, { operator, confirmedBy }, { key: sealAgain.name });
  await recordAct(tx, tables, acting, "operator.data-key-rotation-asked", { reason: why });
}

export function dataKeyJobs(context: PortalContext): readonly Job[] {
  return [
    sealAgain.handledBy(async (acting) => {
      const values = await rotateDataKeys(context, waitMs);
      await transaction(context.db, (tx) =>
        recordAct(tx, context, acting, "operator.data-keys-rotated", { values }),
      );
    }),
  ];
}
