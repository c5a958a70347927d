import {
  acceptanceNoticeDays,
  alertDays,
  expiryNoticeDaysMost,
} from "@sekimori/karte-contract/constants";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { attemptEach, type CronEntry, type Job, type PurgeRule } from "@sekimori/kit-server/jobs";
import { sql } from "kysely";
import type { KarteContext } from "../../context.ts";
import { alertKindCode } from "../../database/codes.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { lookAhead, raiseAlerts, tellAssigned } from "../alert-requests/alert-jobs.ts";
import {
  endingAcceptances,
  endingCertificates,
  givenFindings,
  lostProof,
  newsOfRun,
} from "./news.ts";
import { raise } from "./raise-service.ts";

const acceptancesMost = 1_000;

/** After a run, or the loss of a proof. Running it again tells nothing twice. */
export function raiseJob(context: KarteContext): Job {
  const { db, clock } = context;
  return raiseAlerts.handledBy(async ({ workspace, domain, run }) => {
    await inScope(db, wholeWorkspace(workspace), async (tx) => {
      const now = clock.now();
      const news =
        run === null ? await lostProof(tx, domain) : await newsOfRun(tx, domain, run, now);
      const until = new Date(now.getTime() + expiryNoticeDaysMost * dayMs);
      const ending = run === null ? [] : await endingCertificates(tx, domain, now, until);
      await raise(tx, context, workspace, [...news, ...ending]);
    });
  });
}

/** After an assignment by somebody else. Running it again tells nothing twice. */
export function assignedJob(context: KarteContext): Job {
  return tellAssigned.handledBy(async ({ workspace, ...given }) => {
    await inScope(context.db, wholeWorkspace(workspace), async (tx) => {
      await raise(tx, context, workspace, await givenFindings(tx, given, context.clock.now()));
    });
  });
}

async function certificates(context: KarteContext): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const until = new Date(now.getTime() + expiryNoticeDaysMost * dayMs);
  const { rows } = await sql<{ workspace: string }>`
    select karte.workspaces_told_of(${alertKindCode.of("certificate.ends")}) as workspace`.execute(
    db,
  );
  await attemptEach(rows, ({ workspace: workspaceId }) =>
    inScope(db, wholeWorkspace(workspaceId), async (tx) => {
      await raise(tx, context, workspaceId, await endingCertificates(tx, null, now, until));
    }),
  );
}

/** Whoever accepted a finding, and whoever it is given to, hear two weeks before it ends. */
async function acceptances(context: KarteContext): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const until = new Date(now.getTime() + acceptanceNoticeDays * dayMs);
  const { rows } = await sql<{ workspace_id: string; finding_id: string }>`
    select * from karte.acceptances_ending(${until}, ${acceptancesMost})`.execute(db);
  const byWorkspace = Map.groupBy(rows, (row) => row.workspace_id);
  await attemptEach(byWorkspace, ([workspaceId, ending]) => {
    const ids = ending.map((row) => row.finding_id);
    return inScope(db, wholeWorkspace(workspaceId), async (tx) => {
      await raise(tx, context, workspaceId, await endingAcceptances(tx, ids, now));
      await sql`
          with noticed as (
            update karte.finding f set acceptance_noticed = true
            where f.id = any (${ids}::uuid[]) and not f.acceptance_noticed
            returning f.id, f.workspace_id, f.domain_id)
          insert into karte.finding_event (workspace_id, domain_id, finding_id, at, kind)
          select workspace_id, domain_id, id, ${now}, 'acceptance-notice' from noticed`.execute(tx);
    });
  });
}

/** Every morning at eight: what ends soon. */
export function lookAheadJob(context: KarteContext): { job: Job; cron: CronEntry } {
  const job = lookAhead.handledBy(async () => {
    await attemptEach([certificates, acceptances], (look) => look(context));
  });
  return { job, cron: { name: "karte.look-ahead", at: "0 8 * * *", job } };
}

export const oldAlerts = ({ db }: KarteContext): PurgeRule => ({
  name: "karte.alert",
  async remove(now) {
    const before = new Date(now.getTime() - alertDays * dayMs);
    const { rows } = await sql<{ gone: string }>`
      select karte.purge_alerts(${before}) as gone`.execute(db);
    return Number(rows[0]?.gone ?? 0);
  },
});
