import { heartbeatSeconds } from "@sekimori/karte-contract/constants";
import { transaction } from "@sekimori/kit-server/database";
import { type CronEntry, enqueue, type Job } from "@sekimori/kit-server/jobs";
import { type SqlBool, sql } from "kysely";
import type { KarteContext } from "../../context.ts";
import { scheduleCode } from "../../database/codes.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { settleOldCauses } from "../causes/settle-causes.ts";
import { domainRecords } from "../domain-records/domain-rows.ts";
import { endAcceptances } from "../findings/acceptances.ts";
import { endRulings } from "../policies/rulings.ts";
import { settleDue } from "../priorities/settle.ts";
import { lookForProofsAgain } from "../proof/proof-service.ts";
import { lookForRuns, takeRun } from "../runs/run-jobs.ts";
import { queueScheduled } from "../runs/start-service.ts";
import { nextRunAt } from "./schedule.ts";

/** Schedules that one look queues; the next is a minute later. */
const dueMost = 2_000;

/** Adds jobs for runs that wait without one: their worker was silent, or their job was lost. */
async function jobsForWaiting({ db }: KarteContext): Promise<void> {
  const stale = new Date(Date.now() - heartbeatSeconds * 1000);
  const { rows } = await sql<{ waiting: string }>`
    select karte.runs_waiting(${stale}) as waiting`.execute(db);
  const waiting = Math.min(Number(rows[0]?.waiting ?? 0), 100);
  await transaction(db, async (tx) => {
    for (let place = 0; place < waiting; place += 1) {
      await enqueue(tx, takeRun, {}, { key: `karte.waiting:${place}` });
    }
  });
}

/** Queues the runs whose moment has come, each in its own commit with its next moment. */
async function queueDue({ db, clock, logger }: KarteContext): Promise<void> {
  const now = clock.now();
  const { rows } = await sql<{ workspace_id: string; domain_id: string }>`
    select * from karte.due_domains(${now}, ${dueMost})`.execute(db);
  for (const { workspace_id: workspaceId, domain_id: domainId } of rows) {
    try {
      await inScope(db, wholeWorkspace(workspaceId), async (tx) => {
        const [domain] = await domainRecords(
          tx,
          sql<SqlBool>`d.id = ${domainId} and d.next_run_at <= ${now}`,
          sql`for update`,
        );
        if (domain === undefined) return;
        const due = domain.next_run_at instanceof Date ? domain.next_run_at : now;
        const next = nextRunAt(scheduleCode.word(domain.schedule), due, now);
        await tx
          .updateTable("karte.domain")
          .set({ next_run_at: next ?? sql`'infinity'` })
          .where("id", "=", domainId)
          .execute();
        await queueScheduled(tx, workspaceId, domain, now);
      });
    } catch (error) {
      logger.warn({ err: error, domain: domainId }, "a scheduled run was not queued");
    }
  }
}

/** Once a minute: silent runs, due schedules, acceptances and proofs that end, what became overdue, partitions ahead. */
export function lookJob(context: KarteContext): { job: Job; cron: CronEntry } {
  const job = lookForRuns.handledBy(async () => {
    await sql`select karte.prepare_months(${context.clock.now()}::date)`.execute(context.db);
    // Of addresses that nobody has contacted for a while, by the machine's time as the pace is.
    await sql`delete from karte.address_pace where next_at < clock_timestamp() - interval '1 hour'`.execute(
      context.db,
    );
    await queueDue(context);
    await jobsForWaiting(context);
    await endAcceptances(context);
    await endRulings(context);
    await settleDue(context);
    await settleOldCauses(context);
    await lookForProofsAgain(context);
  });
  return { job, cron: { name: "karte.look-for-runs", at: "* * * * *", job } };
}
