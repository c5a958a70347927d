import { randomUUID } from "node:crypto";
import { changesByItself } from "@sekimori/karte-contract/query/changes-by-itself";
import { parseQuery, problemIn } from "@sekimori/karte-contract/query/parse";
import {
  attemptEach,
  type CronEntry,
  cronPayload,
  defineJob,
  enqueue,
  type Job,
} from "@sekimori/kit-server/jobs";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { raiseAlerts } from "../alert-requests/alert-jobs.ts";
import { refreshDomain } from "../finding-records/refresh-domain.ts";
import { askTicketsOf } from "../ticket-records/ticket-jobs.ts";
import { actOnNew, countActs, policiesOn, type Watched } from "./act-on-new.ts";
import { isAskedFor, matchesIn } from "./matching.ts";
import type { PolicyRow } from "./policy-rows.ts";

/** Look what has come true for policies because a day has passed. */
const lookAtPolicies = defineJob("karte.look-at-policies", cronPayload);

/** Findings of one policy that one look takes up; more come true with the next. */
const findingsMost = 5_000;

type Tools = Pick<KarteContext, "db" | "clock" | "sealer" | "logger">;

const isTimed = ({ query }: PolicyRow): boolean =>
  problemIn(query) === undefined && changesByItself(parseQuery(query));

/** Domains with findings that a policy shows now and did not at its last look, as the findings are today. */
async function domainsOf(
  tx: KarteTransaction,
  { query, looked_at: since }: PolicyRow,
  { sealer }: Tools,
  now: Date,
): Promise<readonly string[]> {
  if (since === null) return [];
  const after = await isAskedFor(tx, query, { now, sealer });
  const before = await isAskedFor(tx, query, { now: since, sealer });
  const { rows } = await sql<{ id: string }>`
    select distinct x.domain_id as id from (select f.domain_id from karte.finding f
      where ${after} and (${before}) is not true limit ${findingsMost}) x order by 1`.execute(tx);
  return rows.map(({ id }) => id);
}

/** What each policy showed of a domain at its last look; what a scan has had it act on since is no news either. */
async function watchedSince(
  tx: KarteTransaction,
  policies: readonly PolicyRow[],
  domainId: string,
  { sealer }: Tools,
  now: Date,
): Promise<Watched> {
  const watched: { row: PolicyRow; before: ReadonlySet<string> }[] = [];
  for (const row of policies) {
    // Of a policy that does not change by itself, nothing is new; it keeps its place in the order.
    const at = isTimed(row) && row.looked_at !== null ? row.looked_at : now;
    const shown = await matchesIn(tx, row.query, domainId, { now: at, sealer });
    const { rows } = await sql<{ id: string }>`
      select h.finding_id as id from karte.policy_hit h
      where h.policy_id = ${row.id} and h.domain_id = ${domainId} and h.at > ${at}`.execute(tx);
    watched.push({ row, before: new Set([...shown, ...rows.map(({ id }) => id)]) });
  }
  return { policies: watched };
}

/** Has policies act on what has come true in one domain, as a scan's end does. */
async function actIn(
  tx: KarteTransaction,
  workspaceId: string,
  domainId: string,
  tools: Tools,
  now: Date,
): Promise<void> {
  // As a scan locks them, so that the two go one after the other.
  await sql`select from karte.finding f where f.domain_id = ${domainId} order by f.id
    for update`.execute(tx);
  const watched = await watchedSince(tx, await policiesOn(tx), domainId, tools, now);
  const look = { id: randomUUID(), workspaceId, domainId };
  const acted = await actOnNew(tx, watched, look, tools, now);
  if (acted.length === 0) return;
  await refreshDomain(tx, domainId);
  await countActs(tx, acted, now);
  await enqueue(tx, raiseAlerts, { workspace: workspaceId, domain: domainId, run: look.id });
  await askTicketsOf(tx, workspaceId, domainId);
}

async function lookAt(tools: Tools, workspaceId: string): Promise<void> {
  const { db, clock } = tools;
  const now = clock.now();
  const inside = <T>(work: (tx: KarteTransaction) => Promise<T>) =>
    inScope(db, wholeWorkspace(workspaceId), work);
  const { timed, domains } = await inside(async (tx) => {
    const rows = (await policiesOn(tx)).filter(isTimed);
    const found = new Set<string>();
    for (const row of rows) {
      for (const id of await domainsOf(tx, row, tools, now)) found.add(id);
    }
    return { timed: rows, domains: [...found] };
  });
  for (const domain of domains) {
    await inside((tx) => actIn(tx, workspaceId, domain, tools, now));
  }
  const looked = timed.map(({ id, version }) => ({ id, version }));
  await inside((tx) =>
    sql`with looked as (
        select p.id from karte.policy p
        join jsonb_to_recordset(${JSON.stringify(looked)}::jsonb) x (id uuid, version int)
          on x.id = p.id and x.version = p.version order by p.id for update of p)
      update karte.policy p set looked_at = ${now} from looked l where p.id = l.id`.execute(tx),
  );
}

/** Every morning at six: what has become overdue, or has come near, is news to policies without a scan. */
export function policyDayJob(context: KarteContext): { job: Job; cron: CronEntry } {
  const job = lookAtPolicies.handledBy(async () => {
    const { rows } = await sql<{ workspace_id: string }>`
      select * from karte.workspaces_with_policies()`.execute(context.db);
    await attemptEach(rows, ({ workspace_id: id }) => lookAt(context, id));
  });
  return { job, cron: { name: "karte.look-at-policies", at: "0 6 * * *", job } };
}
