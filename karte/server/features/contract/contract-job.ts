import { type CronEntry, cronPayload, defineJob, type Job } from "@sekimori/kit-server/jobs";
import { sql } from "kysely";
import type { KarteContext } from "../../context.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { cachedContract, hearNow } from "./contract-service.ts";

/** An answer of the portal is kept no longer: a day that ends a trial is told by no event. */
const keptMs = 60 * 60_000;

/** Contracts that one look asks about; the next is ten minutes later. */
const most = 500;

/** After so many refusals in a row the portal is away, and the next look may find it back. */
const refusalsMost = 5;

/**
 * Hears the contracts on which something happens by itself while nobody is here. Whoever is here
 * has theirs heard anyway.
 */
export function contractJob(context: KarteContext): { job: Job; cron: CronEntry } {
  const { clock, db } = context;
  const name = "karte.hear-contracts";
  const job = defineJob(name, cronPayload, async (_, { logger }) => {
    const before = new Date(clock.now().getTime() - keptMs);
    // In any order: a few that the portal never tells of must not stand before all others each time.
    const { rows } = await sql<{ id: string }>`
      select id from karte.contracts_unheard(${before}, ${most}) id order by random()`.execute(db);
    let refusals = 0;
    for (const { id } of rows) {
      try {
        const { owner } = await inScope(db, wholeWorkspace(id), cachedContract);
        await hearNow(context, id, owner);
        refusals = 0;
      } catch (error) {
        logger.warn({ err: error, workspace: id }, "the portal did not tell a contract");
        refusals += 1;
        if (refusals === refusalsMost) return;
      }
    }
  });
  return { job, cron: { name, at: "*/10 * * * *", job } };
}
