import { type CronEntry, cronPayload, defineJob, type Job } from "@sekimori/kit-server/jobs";
import { sql } from "kysely";
import type { PortalContext } from "../../context.ts";
import { checkpointKey, checkpointLine, signCheckpoint } from "./checkpoint.ts";
import { auditLog } from "./linked-audit.ts";

const seal = defineJob("portal.audit-checkpoint", cronPayload);

type Books = Pick<PortalContext, "db" | "clock" | "digests" | "logger">;

/**
 * Signs the end of what is linked, keeps it and logs it: whoever collects standard output elsewhere
 * has it there. Nothing is signed twice.
 *
 * @returns the line; undefined where nothing was linked since the last one.
 */
export async function writeCheckpoint({
  db,
  clock,
  digests,
  logger,
}: Books): Promise<string | undefined> {
  const { rows } = await sql<{ position: string; hash: string }>`
    (select first_position + count - 1 as position, encode(hash, 'hex') as hash
      from kit.chain_header where log = ${auditLog} order by number desc limit 1)
    union all
    (select id, encode(hash, 'hex') from portal.audit_event
      where hash is not null and not exists (
        select from kit.chain_header where log = ${auditLog})
      order by id desc limit 1)`.execute(db);
  const [newest] = rows;
  if (newest === undefined) return undefined;
  const { position: eventId, hash } = newest;
  const signed = signCheckpoint(checkpointKey(digests.auditSeed), {
    eventId,
    hash,
    at: clock.now(),
  });
  const { at, signature } = signed;
  const written = await db
    .insertInto("portal.audit_checkpoint")
    .values({ event_id: eventId, hash: Buffer.from(hash, "hex"), at, signature })
    .onConflict((conflict) => conflict.doNothing())
    .returning("event_id")
    .executeTakeFirst();
  if (written === undefined) return undefined;
  const line = checkpointLine(signed);
  logger.info({ checkpoint: line }, "audit checkpoint");
  return line;
}

export function auditJobs(context: PortalContext): {
  readonly jobs: readonly Job[];
  readonly cron: readonly CronEntry[];
} {
  return {
    jobs: [seal.handledBy(async () => void (await writeCheckpoint(context)))],
    cron: [{ name: "portal.audit-checkpoint", at: "*/5 * * * *", job: seal }],
  };
}
