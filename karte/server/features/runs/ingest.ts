import { randomUUID } from "node:crypto";
import type { Asset } from "@sekimori/diagnosis/asset";
import { causeKey } from "@sekimori/diagnosis/cause";
import type { ScanResult } from "@sekimori/diagnosis/events";
import type { Finding } from "@sekimori/diagnosis/finding";
import { isClosed } from "@sekimori/karte-contract/finding-life";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import {
  acceptanceCode,
  assetStateCode,
  assetTypeCode,
  categoryCode,
  findingStateCode,
  gradeCode,
  runPhaseCode,
  runStateCode,
  severityCode,
} from "../../database/codes.ts";
import { inheritOwners } from "../causes/inherit-owner.ts";
import { settleCauses } from "../causes/settle-causes.ts";
import { lifeOf, type StoredFinding } from "../finding-records/finding-life.ts";
import { refreshDomain } from "../finding-records/refresh-domain.ts";
import { actOnNew, countActs, watch } from "../policies/act-on-new.ts";
import { ruled } from "../policies/rulings.ts";
import { dueOn } from "../priorities/due-date.ts";
import { settlePriorities } from "../priorities/settle.ts";
import { manyScore } from "../scores/many-score.ts";
import {
  type FindingChange,
  findingsAfter,
  isReported,
  type KnownFinding,
} from "./findings-after.ts";
import { type Worth, worthOf } from "./points.ts";
import { graded, type KeptFinding, kept, ofKept, standingOf } from "./standing.ts";

/** A run that has come to its end, and everything the engine streamed. */
export interface EndedRun {
  readonly id: string;
  readonly workspaceId: string;
  readonly domainId: string;
  readonly process: string;
  /** Of a re-check: the only check that was made. */
  readonly onlyCheck: string | null;
  /** It looked at hosts alone that are new in the domain. */
  readonly isOfNewHosts: boolean;
  readonly result: ScanResult;
  readonly findings: readonly Finding[];
  readonly assets: readonly Asset[];
}

async function storedFindings(tx: KarteTransaction, domainId: string): Promise<KnownFinding[]> {
  const { rows } = await sql<StoredFinding>`
    select id, key, check_id, host, state, coalesce(check_severity, severity) as severity,
      evidence_digest, unconfirmed_since, accepted_reason, accepted_until, reopened
    from karte.finding where domain_id = ${domainId} order by id for update`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    check: row.check_id,
    host: row.host,
    life: lifeOf(row),
  }));
}

/** @returns the ids of what appeared: seen for the first time, or again. */
async function storeFindings(
  tx: KarteTransaction,
  run: EndedRun,
  changes: readonly FindingChange[],
  now: Date,
): Promise<readonly string[]> {
  const rows = changes.map(({ known, life, report }) => ({
    id: known?.id ?? randomUUID(),
    is_new: known === null,
    key: known?.key ?? report?.key,
    check_id: known?.check ?? report?.check,
    category: report === null ? 0 : categoryCode.of(report.category),
    host: known?.host ?? report?.place.host,
    severity: severityCode.of(life.severity),
    state: findingStateCode.of(life.state),
    digest: life.evidence,
    unconfirmed: life.unconfirmedSince === null ? null : new Date(life.unconfirmedSince),
    accepted: life.acceptance === null ? null : acceptanceCode.of(life.acceptance.reason),
    until: life.acceptance === null ? null : new Date(life.acceptance.until),
    reopened: life.reopened,
    is_closed: isClosed(life.state),
    due: (known === null ? dueOn(life.severity, now) : undefined) ?? "infinity",
    report,
  }));
  const fresh = rows.filter((row) => row.is_new);
  const old = rows.filter((row) => !row.is_new);
  const shape = sql.raw(`x (id uuid, key text, check_id text, category smallint, host text,
    severity smallint, state smallint, digest text, unconfirmed timestamptz, accepted smallint,
    until timestamptz, reopened int, is_closed boolean, due date, report jsonb)`);
  if (fresh.length > 0) {
    await sql`insert into karte.finding (id, workspace_id, domain_id, key, check_id, category, host,
        severity, state, evidence_digest, first_seen_at, last_seen_at, due_on, report)
      select x.id, ${run.workspaceId}, ${run.domainId}, x.key, x.check_id, x.category, x.host,
        x.severity, x.state, x.digest, ${now}, ${now}, x.due, x.report
      from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) ${shape}`.execute(tx);
  }
  if (old.length > 0) {
    await sql`update karte.finding f set severity = ${ruled(sql`x.severity`)},
        check_severity = case when f.ruled_severity is not null then x.severity end, state = x.state,
        evidence_digest = x.digest, unconfirmed_since = x.unconfirmed, reopened = x.reopened,
        accepted_reason = x.accepted, accepted_until = x.until,
        accepted_by = case when x.accepted is null then null else f.accepted_by end,
        accepted_text = case when x.accepted is null then null else f.accepted_text end,
        last_seen_at = case when x.report is null then f.last_seen_at else ${now} end,
        closed_at = case when x.is_closed then coalesce(f.closed_at, ${now}) end,
        points = case when x.is_closed then 0 else f.points end,
        report = coalesce(x.report, f.report)
      from jsonb_to_recordset(${JSON.stringify(old)}::jsonb) ${shape}
      where f.id = x.id`.execute(tx);
  }
  const events = changes.flatMap(({ life, from, reason }, index) =>
    reason === null
      ? []
      : [
          {
            finding: rows[index]?.id,
            reason,
            from: from === null ? null : findingStateCode.of(from),
            to: findingStateCode.of(life.state),
          },
        ],
  );
  const appeared = rows.filter((_, index) => hasAppeared(changes[index])).map(({ id }) => id);
  if (events.length === 0) return appeared;
  await sql`insert into karte.finding_event (workspace_id, domain_id, finding_id, at, kind, run_id,
      reason, from_state, to_state)
    select ${run.workspaceId}, ${run.domainId}, x.finding, ${now}, 'state', ${run.id}, x.reason,
      x."from", x."to"
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      x (finding uuid, reason text, "from" smallint, "to" smallint)`.execute(tx);
  return appeared;
}

const hasAppeared = (change: FindingChange | undefined) =>
  change?.reason === "seen-first" || change?.reason === "seen-again";

/** What is open after a run, as it was last reported, by key. */
async function openFindings(
  tx: KarteTransaction,
  domainId: string,
): Promise<ReadonlyMap<string, Finding>> {
  const { rows } = await sql<{ key: string; report: Finding }>`
    select key, report from karte.finding where domain_id = ${domainId}
      and closed_at is null`.execute(tx);
  return new Map(rows.map(({ key, report }) => [key, report]));
}

/** The cause of each open finding, by the finding's key. */
async function causesOf(
  tx: KarteTransaction,
  domainId: string,
): Promise<(finding: Finding) => string> {
  const { rows } = await sql<{ key: string; cause: string | null }>`
    select key, cause from karte.finding where domain_id = ${domainId}
      and closed_at is null`.execute(tx);
  const known = new Map(rows.map(({ key, cause }) => [key, cause]));
  return (finding) => known.get(finding.key) ?? causeKey(finding);
}

/**
 * What the last whole run saw, and of which hosts; null where it was made before this was kept. Until the next
 * whole run points then stay as they were.
 */
async function lastWhole(
  tx: KarteTransaction,
  domainId: string,
): Promise<{ readonly hosts: readonly string[]; readonly seen: readonly Finding[] } | null> {
  const { rows } = await sql<{ hosts: readonly string[]; standing: readonly KeptFinding[] | null }>`
    select r.standing, array(select h ->> 'host' from jsonb_array_elements(r.result -> 'hosts') h) as hosts
    from karte.grade_history g join karte.run_result r on r.run_id = g.run_id
    where g.domain_id = ${domainId} order by g.at desc limit 1`.execute(tx);
  const [row] = rows;
  return row?.standing ? { hosts: row.hosts, seen: ofKept(row.standing) } : null;
}

/** What every open finding is worth, computed together. */
async function storeWorth(
  tx: KarteTransaction,
  domainId: string,
  worth: ReadonlyMap<string, Worth>,
): Promise<void> {
  const rows = [...worth].map(([key, { points, grade, next }]) => ({
    key,
    points,
    grade: gradeCode.of(grade),
    next: next === null ? 0 : gradeCode.of(next.grade),
    together: next?.causes ?? 0,
  }));
  await sql`update karte.finding f set points = x.points, grade_after = x.grade, next_grade = x.next,
      next_causes = x.together
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x (key text, points real, grade smallint,
      next smallint, together smallint)
    where f.domain_id = ${domainId} and f.key = x.key and f.closed_at is null
      and (f.points, f.grade_after, f.next_grade, f.next_causes)
        is distinct from (x.points, x.grade, x.next, x.together)`.execute(tx);
}

/** The last word on each asset counts. What a person judged keeps that judgement. */
async function storeAssets(tx: KarteTransaction, run: EndedRun, now: Date): Promise<void> {
  const last = new Map(run.assets.map((asset) => [asset.id, asset]));
  const rows = [...last.values()].map(({ id: key, type, name, state, grade, ...detail }) => ({
    id: randomUUID(),
    key,
    type: assetTypeCode.of(type),
    name,
    state: assetStateCode.of(state),
    grade: gradeCode.of(grade),
    detail,
  }));
  await sql`with seen as (
      insert into karte.asset as known (id, workspace_id, domain_id, key, type, name, state, grade,
        detail, first_seen_at, last_seen_at)
      select x.id, ${run.workspaceId}, ${run.domainId}, x.key, x.type, x.name, x.state, x.grade,
        x.detail, ${now}, ${now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x (id uuid, key text, type smallint,
        name text, state smallint, grade smallint, detail jsonb)
      on conflict (domain_id, key) do update set grade = excluded.grade, detail = excluded.detail,
        state = case when known.judged then known.state else excluded.state end,
        last_seen_at = excluded.last_seen_at, missing_since = null
      returning known.id, known.grade
    )
    insert into karte.asset_observation (workspace_id, domain_id, asset_id, run_id, seen_at, grade)
    select ${run.workspaceId}, ${run.domainId}, id, ${run.id}, ${now}, grade from seen`.execute(tx);
}

/** What a whole run did not see is missing. */
async function missAssets(tx: KarteTransaction, domainId: string, now: Date): Promise<void> {
  await tx
    .updateTable("karte.asset")
    .set({ missing_since: now })
    .where("domain_id", "=", domainId)
    .where("last_seen_at", "<", now)
    .where("missing_since", "is", null)
    .execute();
}

/** The workspace's grade of the day, from the counts that the domains' trigger keeps. */
async function noteWorkspaceGrade(
  tx: KarteTransaction,
  workspaceId: string,
  version: string,
  now: Date,
): Promise<void> {
  const rows = await tx
    .selectFrom("karte.score_count")
    .select(["score", "domains"])
    .where("score", ">=", 0)
    .execute();
  const { score, grade } = manyScore(new Map(rows.map((row) => [row.score, row.domains])));
  await sql`insert into karte.workspace_grade (workspace_id, day, score, grade, score_version)
    values (${workspaceId}, ${tokyoDay(now)}::date, ${score}, ${gradeCode.of(grade)}, ${version})
    on conflict (workspace_id, day) do update set score = excluded.score, grade = excluded.grade,
      score_version = excluded.score_version`.execute(tx);
}

/** A host whose name leads nowhere any more; the domain itself is never said to be gone. */
function vanishedHosts(run: EndedRun): ReadonlySet<string> {
  const last = new Map(run.assets.map((asset) => [asset.id, asset]));
  return new Set(
    [...last.values()].flatMap(({ type, name, addresses }) =>
      type === "host" &&
      name !== run.result.target &&
      addresses.length === 0 &&
      run.result.hosts.some(({ host }) => host === name)
        ? [name]
        : [],
    ),
  );
}

/** Of a finding, what comparing two runs needs. */
const brief = ({ key, check, place, severity, summary }: Finding) => ({
  key,
  check,
  host: place.host,
  severity,
  summary,
});

/**
 * Keeps what a run found, in the transaction that ends it, with all that lists read. Nothing is
 * kept when another process has taken the run up in the meantime.
 *
 * @returns false when the run is no longer this process's.
 */
export async function ingestRun(
  tx: KarteTransaction,
  ended: EndedRun,
  now: Date,
  tools: Pick<KarteContext, "sealer" | "logger">,
): Promise<boolean> {
  const { rows: owned } = await sql`
    select 1 from karte.run where id = ${ended.id} and worker = ${ended.process}
      and state = ${runStateCode.of("running")} for update`.execute(tx);
  if (owned.length === 0) return false;
  const stored = await storedFindings(tx, ended.domainId);
  const watched = await watch(tx, tools, ended.domainId, now);
  const changes = findingsAfter(
    stored,
    {
      findings: ended.findings,
      hosts: new Set(ended.result.hosts.map(({ host }) => host)),
      vanished: vanishedHosts(ended),
      onlyCheck: ended.onlyCheck,
    },
    now.getTime(),
  );
  const news = await storeFindings(tx, ended, changes, now);
  await settlePriorities(tx, sql<SqlBool>`f.domain_id = ${ended.domainId} and f.is_open = 1`, now);
  const isWhole = ended.onlyCheck === null && !ended.isOfNewHosts;
  const open = await openFindings(tx, ended.domainId);
  const run = isWhole ? graded(ended, standingOf(ended.findings, open)) : ended;
  const { score, grade, atMost } = run.result.organisation;
  const version = run.result.hosts[0]?.version ?? "";
  if (ended.isOfNewHosts) await storeAssets(tx, ended, now);
  if (isWhole) {
    await storeAssets(tx, run, now);
    await missAssets(tx, run.domainId, now);
    await sql`insert into karte.grade_history (run_id, workspace_id, domain_id, at, score, grade,
        score_version)
      values (${run.id}, ${run.workspaceId}, ${run.domainId}, ${now}, ${score},
        ${gradeCode.of(grade)}, ${version})`.execute(tx);
    await sql`insert into karte.run_result (run_id, workspace_id, domain_id, result, findings, standing)
      values (${run.id}, ${run.workspaceId}, ${run.domainId}, ${JSON.stringify(run.result)}::jsonb,
        ${JSON.stringify(run.findings.filter(isReported).map(brief))}::jsonb,
        ${JSON.stringify(kept(run.findings))}::jsonb)`.execute(tx);
  }
  await settleCauses(tx, sql<SqlBool>`f.domain_id = ${run.domainId}`);
  await inheritOwners(tx, { workspaceId: run.workspaceId, run: run.id, findings: news }, now);
  const acted = await actOnNew(tx, watched, ended, tools, now);
  const whole = await lastWhole(tx, run.domainId);
  if (whole !== null) {
    const standing = standingOf(whole.seen, open);
    const causeOf = await causesOf(tx, run.domainId);
    await storeWorth(tx, run.domainId, worthOf(whole.hosts, standing, causeOf));
  }
  const closed = changes.filter(
    ({ reason }) => reason === "check-passed" || reason === "asset-gone",
  );
  await sql`update karte.run set state = ${runStateCode.of("finished")},
      phase = ${runPhaseCode.of("done")}, finished_at = ${now}, version = version + 1,
      done = greatest(done, total), new_findings = ${news.length},
      closed_findings = ${closed.length}, score = ${isWhole ? score : null},
      grade = ${isWhole ? gradeCode.of(grade) : null}, score_version = ${isWhole ? version : null}
    where id = ${run.id}`.execute(tx);
  // The rows that other runs of the workspace want too come last, so that they are held shortly.
  await refreshDomain(
    tx,
    run.domainId,
    isWhole ? { score, grade: gradeCode.of(grade), version, atMost, at: now } : undefined,
  );
  if (isWhole) await noteWorkspaceGrade(tx, run.workspaceId, version, now);
  await countActs(tx, acted, now);
  return true;
}
