import type { Quota } from "@sekimori/karte-contract/endpoints/quota-view";
import type { RunView } from "@sekimori/karte-contract/endpoints/run-view";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { AppError } from "@sekimori/kit-server/errors";
import { enqueue, type Job } from "@sekimori/kit-server/jobs";
import { type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { proofCode, runKindCode, runPhaseCode, runStateCode } from "../../database/codes.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { cachedContract } from "../contract/contract-service.ts";
import { giveBackQuota, quotaOf, takeQuota } from "../contract/quota.ts";
import {
  beyondPlan,
  type DomainRecord,
  domainRecords,
  mustBeLive,
  restOf,
} from "../domain-records/domain-rows.ts";
import type { Member } from "../principals/principals.ts";
import { findRun } from "../run-records/run-rows.ts";
import { underWay } from "../run-records/run-states.ts";
import { scanNewHostsLater, takeRun } from "./run-jobs.ts";
import { tellRun } from "./run-notice.ts";
import { stopRuns } from "./stop-runs.ts";

/** How long new hosts wait before it is seen whether another scan is still under way. */
const newHostsAgainMs = 60_000;

/** Why a domain cannot be examined now. */
type Obstacle = "ProofMissing" | "ConsentMissing" | "PlanLimit" | "AlreadyRunning";

function obstacleOf(
  domain: DomainRecord,
  isBeyond: (domain: DomainRecord) => boolean,
): Obstacle | undefined {
  // Whether the proof still stands is looked at anew when the run begins.
  if (domain.proof !== proofCode.of("proved")) return "ProofMissing";
  if (!domain.consented) return "ConsentMissing";
  return isBeyond(domain) ? "PlanLimit" : undefined;
}

interface NewRun {
  readonly kind: "manual" | "scheduled" | "recheck";
  readonly accountId: string | null;
  readonly findingId?: string;
  /** The only hosts that it looks at. */
  readonly hosts?: readonly string[];
  readonly quota?: { readonly owner: string; readonly month: string };
}

/**
 * Queues one run for each domain that has none under way, with the jobs that take them.
 *
 * @returns the runs' ids by domain.
 */
async function insertRuns(
  tx: KarteTransaction,
  workspaceId: string,
  domainIds: readonly string[],
  run: NewRun,
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; domain_id: string }>`
    insert into karte.run (id, workspace_id, domain_id, kind, state, phase, account_id, finding_id,
      quota_owner, quota_month, queued_at, hosts)
    select gen_random_uuid(), ${workspaceId}, d, ${runKindCode.of(run.kind)},
      ${runStateCode.of("queued")}, ${runPhaseCode.of("waiting")}, ${run.accountId},
      ${run.findingId ?? null}::uuid, ${run.quota?.owner ?? null}, ${run.quota?.month ?? null}, ${now},
      ${run.hosts ?? null}::text[]
    from unnest(${domainIds}::uuid[]) d
    on conflict (domain_id) where state in (${underWay}) do nothing
    returning id, domain_id`.execute(tx);
  for (const { id } of rows) {
    await enqueue(tx, takeRun, {}, { key: `karte.run:${id}`, maxAttempts: 25 });
    await tellRun(tx, workspaceId, id);
  }
  return new Map(rows.map((row) => [row.domain_id, row.id]));
}

async function planOf(tx: KarteTransaction) {
  const contract = await cachedContract(tx);
  const isBeyond = await beyondPlan(tx, contract.answer.entitlements.domains);
  return { contract, isBeyond };
}

/** Queues a manual run and takes it from the quota, in one commit. */
export async function startNow(
  context: KarteContext,
  member: Member,
  domainId: string,
): Promise<{ run: RunView; quota: Quota }> {
  const { db, clock, sealer } = context;
  return inScope(db, member.scope, async (tx) => {
    const now = clock.now();
    const [domain] = await domainRecords(tx, sql<SqlBool>`d.id = ${domainId}`, sql``);
    if (domain === undefined) throw new AppError("NotFound");
    const { contract, isBeyond } = await planOf(tx);
    const obstacle = obstacleOf(domain, isBeyond);
    if (obstacle === "PlanLimit") {
      const { domains: limit } = contract.answer.entitlements;
      throw new AppError(obstacle, { data: { what: "domains", limit } });
    }
    if (obstacle) throw new AppError(obstacle);
    const month = await takeQuota(tx, contract, 1, now);
    const runs = await insertRuns(
      tx,
      member.workspaceId,
      [domainId],
      {
        kind: "manual",
        accountId: member.person.id,
        quota: { owner: contract.owner, month },
      },
      now,
    );
    const id = runs.get(domainId);
    // Undoes what was taken from the quota with all the rest.
    if (id === undefined) throw new AppError("AlreadyRunning");
    const run = await findRun(tx, sealer, id);
    if (run === undefined) throw new Error("A run that was just queued is there.");
    const quota = await quotaOf(tx, now);
    await appendActivity(tx, {
      at: now,
      action: "run.started",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: { name: domain.name },
    });
    return { run, quota };
  });
}

/**
 * Refuses more runs than the month's quota still holds, so that a job does not begin with a part of
 * them. Those that cannot be examined are not counted.
 *
 * @throws AppError QuotaSpent
 */
export async function mustHoldRuns(
  tx: KarteTransaction,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const { limit, used, renewsAt } = await quotaOf(tx, now);
  if (limit === null) return;
  const { rows } = await sql<{ ready: number }>`
    select count(*)::int as ready from karte.domain d
    where d.id = any (${ids}::uuid[]) and d.deleted_at is null and d.consented
      and d.proof = ${proofCode.of("proved")}
      and not exists (select from karte.run r where r.domain_id = d.id and r.state in (${underWay}))`.execute(
    tx,
  );
  if ((rows[0]?.ready ?? 0) > limit - used) {
    throw new AppError("QuotaSpent", { data: { limit, renewsAt } });
  }
}

/** Queues manual runs of many domains; the quota holds all of them or none begins. */
export async function queueMany(
  context: KarteContext,
  tx: KarteTransaction,
  member: { readonly workspaceId: string; readonly person: { readonly id: string } },
  ids: readonly string[],
): Promise<{ started: number; skipped: { reason: string; names: string[] }[] }> {
  const now = context.clock.now();
  const domains = await domainRecords(
    tx,
    sql<SqlBool>`d.id = any (${ids}::uuid[])`,
    sql`order by d.name`,
  );
  const { contract, isBeyond } = await planOf(tx);
  const busy = await sql<{ domain_id: string }>`select domain_id from karte.run
    where state in (${underWay}) and domain_id = any (${ids}::uuid[])`.execute(tx);
  const isBusy = new Set(busy.rows.map((row) => row.domain_id));
  const reasons = new Map<string, string[]>();
  const ready = domains.filter((domain) => {
    const obstacle = isBusy.has(domain.id) ? "AlreadyRunning" : obstacleOf(domain, isBeyond);
    if (obstacle) reasons.set(obstacle, [...(reasons.get(obstacle) ?? []), domain.name]);
    return obstacle === undefined;
  });
  const skipped = [...reasons].map(([reason, names]) => ({ reason, names }));
  if (ready.length === 0) return { started: 0, skipped };
  const month = await takeQuota(tx, contract, ready.length, now);
  const runs = await insertRuns(
    tx,
    member.workspaceId,
    ready.map(({ id }) => id),
    { kind: "manual", accountId: member.person.id, quota: { owner: contract.owner, month } },
    now,
  );
  // One that somebody else queued in between was taken from the quota for nothing.
  for (let spare = ready.length - runs.size; spare > 0; spare -= 1) {
    await giveBackQuota(tx, contract.owner, month);
  }
  return { started: runs.size, skipped };
}

/** Queues the scheduled run of one domain, if it may be examined. @returns whether it was queued. */
export async function queueScheduled(
  tx: KarteTransaction,
  workspaceId: string,
  domain: DomainRecord,
  now: Date,
): Promise<boolean> {
  const { answer } = await cachedContract(tx);
  const isBeyond = await beyondPlan(tx, answer.entitlements.domains);
  if (obstacleOf(domain, isBeyond) !== undefined) return false;
  if (restOf(domain, answer, isBeyond) !== null) return false;
  const run = { kind: "scheduled", accountId: null } as const;
  return (await insertRuns(tx, workspaceId, [domain.id], run, now)).size === 1;
}

/**
 * Queues a scan of hosts that are new alone, if the domain may be examined. It costs nothing: a whole scan has
 * found them. While another scan is under way, which knows nothing of them, it is tried again later.
 */
export async function queueNewHosts(
  tx: KarteTransaction,
  workspaceId: string,
  domain: DomainRecord,
  hosts: readonly string[],
  now: Date,
): Promise<void> {
  const { isBeyond } = await planOf(tx);
  if (hosts.length === 0 || obstacleOf(domain, isBeyond) !== undefined) return;
  const run = { kind: "scheduled", accountId: null, hosts } as const;
  if ((await insertRuns(tx, workspaceId, [domain.id], run, now)).size === 1) return;
  const waiting = { workspace: workspaceId, domain: domain.id, hosts: [...hosts] };
  const runAt = new Date(now.getTime() + newHostsAgainMs);
  await enqueue(tx, scanNewHostsLater, waiting, { runAt });
}

/** The job that queues scans of new hosts which another scan kept from being queued. */
export function newHostsLaterJob({ db, clock }: KarteContext): Job {
  return scanNewHostsLater.handledBy(async ({ workspace, domain: id, hosts }) => {
    await inScope(db, wholeWorkspace(workspace), async (tx) => {
      const [domain] = await domainRecords(tx, sql<SqlBool>`d.id = ${id}`, sql``);
      if (domain) await queueNewHosts(tx, workspace, domain, hosts, clock.now());
    });
  });
}

/**
 * Queues another look at one finding only; it costs nothing, but there are only so many a day.
 *
 * @param accountId whoever asks; null where karte does by itself
 * @returns the run's id
 * @throws AppError NotFound, PlanLimit, ProofMissing, ConsentMissing, RecheckSpent, AlreadyRunning.
 */
export async function queueRecheck(
  tx: KarteTransaction,
  { workspaceId, accountId }: { readonly workspaceId: string; readonly accountId: string | null },
  findingId: string,
  now: Date,
): Promise<string> {
  const finding = await tx
    .selectFrom("karte.finding")
    .select("domain_id")
    .where("id", "=", findingId)
    .executeTakeFirst();
  if (finding === undefined) throw new AppError("NotFound");
  const [domain] = await domainRecords(tx, sql<SqlBool>`d.id = ${finding.domain_id}`, sql``);
  if (domain === undefined) throw new AppError("NotFound");
  await mustBeLive(tx, domain);
  const obstacle = obstacleOf(domain, () => false);
  if (obstacle) throw new AppError(obstacle);
  const { answer } = await cachedContract(tx);
  const limit = answer.entitlements.findingRechecksPerDay;
  const { rows } = await sql`
    insert into karte.recheck_use as known (workspace_id, day, used)
    values (${workspaceId}, ${tokyoDay(now)}, 1)
    on conflict (workspace_id, day) do update set used = known.used + 1
      where known.used < ${limit}
    returning used`.execute(tx);
  if (rows.length === 0) throw new AppError("RecheckSpent", { data: { limit } });
  const run = { kind: "recheck", accountId, findingId } as const;
  const id = (await insertRuns(tx, workspaceId, [domain.id], run, now)).get(domain.id);
  if (id === undefined) throw new AppError("AlreadyRunning");
  return id;
}

/** Queues another look at one finding, for a person. @throws AppError as `queueRecheck`. */
export async function recheckNow(
  { db, clock, sealer }: KarteContext,
  { scope, workspaceId, person }: Member,
  findingId: string,
): Promise<RunView> {
  return inScope(db, scope, async (tx) => {
    const by = { workspaceId, accountId: person.id };
    const view = await findRun(tx, sealer, await queueRecheck(tx, by, findingId, clock.now()));
    if (view === undefined) throw new Error("A run that was just queued is there.");
    return view;
  });
}

/** Asks a run to stop; one that waits ends at once and its quota is given back. */
export async function cancelNow(
  context: KarteContext,
  member: Member,
  runId: string,
): Promise<RunView> {
  const { db, clock, sealer } = context;
  return inScope(db, member.scope, async (tx) => {
    const now = clock.now();
    const stopped = await stopRuns(tx, member.workspaceId, now, runId);
    const view = await findRun(tx, sealer, runId);
    if (view === undefined) throw new AppError("NotFound");
    if (stopped === 0) return view;
    await appendActivity(tx, {
      at: now,
      action: "run.cancelled",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: { name: view.domain.name },
    });
    return view;
  });
}
