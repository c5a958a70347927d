import { randomUUID } from "node:crypto";
import type { Asset } from "@sekimori/diagnosis/asset";
import { ScanRefusedError } from "@sekimori/diagnosis/errors";
import type { ScanResult } from "@sekimori/diagnosis/events";
import type { Finding } from "@sekimori/diagnosis/finding";
import type { OwnershipProof } from "@sekimori/diagnosis/ownership";
import { heartbeatSeconds } from "@sekimori/karte-contract/constants";
import { type AssetState, droppedAssetStates } from "@sekimori/karte-contract/words";
import { enqueue, type Job, type JobRun } from "@sekimori/kit-server/jobs";
import { type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { assetStateCode, runPhaseCode, runStateCode } from "../../database/codes.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { raiseAlerts } from "../alert-requests/alert-jobs.ts";
import { takeUpNames } from "../candidate-records/discovery-jobs.ts";
import { giveBackQuota } from "../contract/quota.ts";
import { domainRecords } from "../domain-records/domain-rows.ts";
import { consentRecord } from "../proof/consent.ts";
import { keepProofSeen } from "../proof/proof-service.ts";
import { askTicketsOf } from "../ticket-records/ticket-jobs.ts";
import { ingestRun } from "./ingest.ts";
import { createPulse } from "./pulse.ts";
import { takeRun } from "./run-jobs.ts";
import { tellRun } from "./run-notice.ts";

/** A run that fails so often for our own reasons is given up. */
const attemptsMost = 3;

interface Taken {
  readonly runId: string;
  readonly workspaceId: string;
}

type Problem = "proof" | "consent" | "target" | "fault";

const refusalOf = {
  ownership: "proof",
  consent: "consent",
  target: "target",
  absent: "target",
  scope: "target",
} as const;

/** Ends a run that could not be made; what it took from the quota is given back. */
async function endWithout(
  tx: KarteTransaction,
  { runId, workspaceId }: Taken,
  process: string,
  end: {
    readonly state: "refused" | "failed";
    readonly problem: Problem;
    readonly proof: OwnershipProof | null;
    readonly at: Date;
  },
): Promise<void> {
  const { state, problem, proof, at } = end;
  const run = await tx
    .updateTable("karte.run")
    .set({
      state: runStateCode.of(state),
      phase: runPhaseCode.of("done"),
      problem,
      finished_at: at,
      version: sql`version + 1`,
    })
    .where("id", "=", runId)
    .where("worker", "=", process)
    .where("state", "=", runStateCode.of("running"))
    .returning(["domain_id", "quota_owner", "quota_month"])
    .executeTakeFirst();
  if (run === undefined) return;
  if (run.quota_owner && run.quota_month) await giveBackQuota(tx, run.quota_owner, run.quota_month);
  await tellRun(tx, workspaceId, runId);
  if (proof !== null) await keepProofSeen(tx, workspaceId, run.domain_id, proof, at);
}

/** What the engine is to be told, read when the run begins. */
async function plan(tx: KarteTransaction, runId: string, contact: string) {
  const run = await tx
    .selectFrom("karte.run")
    .select(["domain_id", "finding_id", "attempts", "hosts"])
    .where("id", "=", runId)
    .executeTakeFirstOrThrow();
  const [domain] = await domainRecords(tx, sql<SqlBool>`d.id = ${run.domain_id}`, sql``);
  const consent = domain && (await consentRecord(tx, domain, contact));
  const hosts = await tx
    .selectFrom("karte.asset")
    .select(["name", "state"])
    .where("domain_id", "=", run.domain_id)
    .where("judged", "=", true)
    .execute();
  const named = (...states: readonly AssetState[]) =>
    hosts
      .filter(({ state }) => states.some((word) => assetStateCode.of(word) === state))
      .map(({ name }) => name);
  const finding =
    run.finding_id === null
      ? undefined
      : await tx
          .selectFrom("karte.finding")
          .select("check_id")
          .where("id", "=", run.finding_id)
          .executeTakeFirst();
  return {
    domain,
    consent,
    attempts: run.attempts,
    check: finding?.check_id ?? null,
    only: run.hosts,
    approvedHosts: named("approved"),
    ignoredHosts: named(...droppedAssetStates),
  };
}

/** Makes one run from beginning to end. */
async function perform(
  context: KarteContext,
  process: string,
  taken: Taken,
  job: JobRun,
): Promise<void> {
  const { db, clock, examiner, settings } = context;
  const scope = wholeWorkspace(taken.workspaceId);
  const stop = new AbortController();
  const end = (
    state: "refused" | "failed",
    problem: Problem,
    proof: OwnershipProof | null = null,
  ) => {
    const how = { state, problem, proof, at: clock.now() };
    return inScope(db, scope, (tx) => endWithout(tx, taken, process, how));
  };
  const { domain, consent, attempts, check, only, ...hosts } = await inScope(db, scope, (tx) =>
    plan(tx, taken.runId, settings.contactAddress),
  );
  if (domain === undefined) return end("refused", "target");
  // Of a scan of what is new, what a person has not taken away again meanwhile.
  const news = only?.filter((host) => hosts.approvedHosts.includes(host));
  if (news?.length === 0) return end("refused", "target");
  if (consent === undefined) return end("refused", "consent");

  const pulse = createPulse(context, taken, process, stop);
  const leave = () => stop.abort();
  job.signal?.addEventListener("abort", leave);
  const findings: Finding[] = [];
  const assets: Asset[] = [];
  let result: ScanResult | undefined;
  let hasBegun = false;
  try {
    pulse.phase("proof");
    const events = examiner.examine({
      target: news?.[0] ?? domain.name,
      domain: domain.name,
      scanId: taken.runId,
      token: domain.proof_token,
      consent,
      ...hosts,
      ...(news === undefined ? {} : { approvedHosts: news.slice(1) }),
      ...(check === null ? {} : { check }),
      signal: stop.signal,
    });
    for await (const event of events) {
      hasBegun = true;
      pulse.phase("examining");
      if (event.type === "progress") pulse.progress(event.done, event.total);
      else if (event.type === "finding") findings.push(event.finding);
      else if (event.type === "asset") assets.push(event.asset);
      else result = event.result;
    }
  } catch (error) {
    await pulse.stop();
    if (pulse.isLost()) return;
    // A look for the proof that was cut off has found none, which says nothing.
    if (error instanceof ScanRefusedError && !stop.signal.aborted) {
      return end("refused", refusalOf[error.reason], error.proof);
    }
    if (!stop.signal.aborted) {
      if (attempts >= attemptsMost) return end("failed", "fault");
      await giveUp(context, taken, process);
      throw error;
    }
  } finally {
    job.signal?.removeEventListener("abort", leave);
  }
  await pulse.stop();
  if (pulse.isLost()) return;
  if (pulse.isCancelled()) {
    // Asked to stop while its proof was looked for, or before its first connection. A former try
    // may have made some.
    const nothingSent = attempts === 1 && (hasBegun ? result?.connections === 0 : true);
    return cancelled(context, taken, process, nothingSent);
  }
  if (result === undefined || result.status === "stopped") {
    // This process is about to end: another goes on.
    return giveUp(context, taken, process);
  }
  const { proof } = result.authorisation;
  const ended = {
    ...taken,
    id: taken.runId,
    domainId: domain.id,
    process,
    onlyCheck: check,
    isOfNewHosts: only !== null,
  };
  let isKept: boolean;
  try {
    isKept = await inScope(db, scope, async (tx) => {
      const whole = { ...ended, result, findings, assets };
      if (!(await ingestRun(tx, whole, clock.now(), context))) return false;
      const { workspaceId: workspace, runId: run } = taken;
      await enqueue(tx, raiseAlerts, { workspace, domain: domain.id, run });
      if (check === null && only === null) {
        await enqueue(tx, takeUpNames, { workspace, domain: domain.id, run });
      }
      await askTicketsOf(tx, workspace, domain.id);
      return true;
    });
  } catch (error) {
    // Another try examines the customer's servers again.
    if (attempts < attemptsMost) throw error;
    job.logger.error({ err: error, run: taken.runId }, "a run could not be kept");
    return end("failed", "fault");
  }
  if (!isKept) return;
  // The token was there when the run began: its proof stands for another 30 days.
  if (proof !== null) {
    await inScope(db, scope, (tx) =>
      keepProofSeen(tx, taken.workspaceId, domain.id, proof, clock.now()),
    );
  }
  // By itself: a notice in the transaction that keeps a run would make commits wait in a row.
  await tellRun(db, taken.workspaceId, taken.runId);
}

/** Ends a run that was asked to stop. One that had sent nothing costs nothing of the quota. */
async function cancelled(
  { db, clock }: KarteContext,
  taken: Taken,
  process: string,
  nothingSent: boolean,
) {
  await inScope(db, wholeWorkspace(taken.workspaceId), async (tx) => {
    const run = await tx
      .updateTable("karte.run")
      .set({
        state: runStateCode.of("cancelled"),
        phase: runPhaseCode.of("done"),
        finished_at: clock.now(),
        version: sql`version + 1`,
      })
      .where("id", "=", taken.runId)
      .where("worker", "=", process)
      .returning(["quota_owner", "quota_month"])
      .executeTakeFirst();
    if (nothingSent && run?.quota_owner && run.quota_month) {
      await giveBackQuota(tx, run.quota_owner, run.quota_month);
    }
    await tellRun(tx, taken.workspaceId, taken.runId);
  });
}

/** Puts a run back among those that wait. */
async function giveUp({ db }: KarteContext, taken: Taken, process: string): Promise<void> {
  await inScope(db, wholeWorkspace(taken.workspaceId), async (tx) => {
    await tx
      .updateTable("karte.run")
      .set({
        state: runStateCode.of("queued"),
        phase: runPhaseCode.of("waiting"),
        worker: null,
        heartbeat_at: null,
        version: sql`version + 1`,
      })
      .where("id", "=", taken.runId)
      .where("worker", "=", process)
      .where("state", "=", runStateCode.of("running"))
      .execute();
    await tellRun(tx, taken.workspaceId, taken.runId);
  });
}

/** The job that makes runs. Any number of processes may work; each run is taken by one. */
export function runJob(context: KarteContext): Job {
  const process = randomUUID();
  return takeRun.handledBy(async (_, job) => {
    // Signs of life follow the machine's time: moving the product's clock silences nobody.
    const now = new Date();
    const stale = new Date(now.getTime() - heartbeatSeconds * 1000);
    const { rows } = await sql<{ run_id: string; workspace_id: string }>`
      select * from karte.take_run(${process}, ${context.clock.now()}, ${now}, ${stale})`.execute(
      context.db,
    );
    const [row] = rows;
    if (row === undefined) return;
    const taken = { runId: row.run_id, workspaceId: row.workspace_id };
    await tellRun(context.db, taken.workspaceId, taken.runId);
    await perform(context, process, taken, job);
  });
}
