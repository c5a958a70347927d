import { type Grade, gradeOf } from "@sekimori/diagnosis/grades";
import type { SeverityCounts } from "@sekimori/karte-contract/endpoints/field-schemas";
import type { FindingRow } from "@sekimori/karte-contract/endpoints/findings";
import { labelsIn } from "@sekimori/karte-contract/labels";
import type { Severity } from "@sekimori/karte-contract/words";
import type { Localized } from "@sekimori/kit-contract/locale";
import { dayMs, tokyoDay } from "@sekimori/kit-contract/tokyo";
import type { Sealer } from "@sekimori/kit-server/sealing";
import { type SqlBool, sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { findingStateCode, gradeCode, severityCode } from "../../database/codes.ts";
import { dayOf, moment } from "../../database/moments.ts";
import { severityCounts } from "../../database/severity-counts.ts";
import { causeViews } from "../causes/cause-views.ts";
import { labelsOf } from "../findings/finding-labels.ts";
import {
  type FindingRecord,
  findingRecords,
  firstFindings,
  titleOf,
} from "../findings/finding-rows.ts";
import { peopleById } from "../principals/person.ts";
import { overdueBy } from "../priorities/due-date.ts";
import { priorityView } from "../priorities/priority-view.ts";
import { countScores, manyScore } from "../scores/many-score.ts";
import { causesBetween, type GradeChange, type RunTrace } from "./grade-causes.ts";
import { firstDayOfYear, type MonthEnd, monthEnds } from "./month-ends.ts";
import type { Reach } from "./report-reach.ts";

/** Its period: from the first moment on, before the second. */
export interface Period {
  readonly from: string;
  readonly to: string;
  readonly begins: Date;
  readonly ends: Date;
}

/** Days of Asia/Tokyo, both included, as moments. */
export function periodOf(from: string, to: string): Period {
  const begins = new Date(`${from}T00:00:00+09:00`);
  return { from, to, begins, ends: new Date(Date.parse(`${to}T00:00:00+09:00`) + dayMs) };
}

/** When a report is made, and what opens the names in it. */
export interface Maker {
  readonly sealer: Sealer;
  readonly madeAt: Date;
}

export interface ReportFinding {
  readonly id: string;
  readonly domain: string;
  readonly host: string;
  readonly port: number | null;
  readonly check: string;
  readonly severity: Severity;
  readonly state: string;
  readonly title: Localized;
  readonly summary: Localized;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  readonly dueOn: string | null;
  readonly assignee: string | null;
  readonly priority: FindingRow["priority"];
  /** What its domain's score would gain without its cause. */
  readonly points: number;
  readonly cause: FindingRow["cause"];
  readonly labels: readonly string[];
  /** Of its domain, as far as the reader may see them. */
  readonly groups: readonly string[];
  readonly domainLabels: readonly string[];
}

export interface ReportDomain {
  readonly name: string;
  readonly nameUnicode: string;
  readonly grade: Grade | null;
  readonly score: number | null;
  readonly open: SeverityCounts;
  readonly lastRunAt: string | null;
  readonly labels: readonly string[];
}

export interface HistoryPoint {
  readonly day: string;
  readonly score: number | null;
  readonly grade: Grade | null;
  readonly scoreVersion: string;
}

export interface ReportFigures {
  readonly score: number | null;
  readonly grade: Grade | null;
  readonly domains: {
    readonly all: number;
    readonly diagnosed: number;
    readonly byGrade: Readonly<Record<Grade, number>>;
  };
  readonly open: SeverityCounts;
  /** Findings in the list: all that are open, or what a view shows. */
  readonly listed: number;
  /** Open beyond their day, of what is listed; the longest in working days. */
  readonly overdue: { readonly count: number; readonly longestWorkingDays: number };
  /** Risks that are accepted now, and the day on which the next of them ends. */
  readonly accepted: { readonly count: number; readonly nextEnd: string | null };
  readonly changes: { readonly newFindings: number; readonly fixedFindings: number };
  readonly history: readonly HistoryPoint[];
  /** How the last twelve months ended, the period's last month included. */
  readonly months: readonly MonthEnd[];
  /** Findings that appeared and that were mended, by weeks from the period's first day. */
  readonly weeks: readonly {
    readonly from: string;
    readonly appeared: number;
    readonly closed: number;
  }[];
  readonly first: readonly ReportFinding[];
  readonly gradeChanges: readonly GradeChange[];
  readonly list: readonly ReportDomain[];
}

const changesMost = 200;

async function reportFindings(
  tx: KarteTransaction,
  records: readonly FindingRecord[],
  { sealer, madeAt }: Maker,
): Promise<ReportFinding[]> {
  const person = await peopleById(
    tx,
    sealer,
    records.map(({ assignee }) => assignee),
  );
  const causeOf = await causeViews(tx, records);
  const labels = await labelsOf(
    tx,
    records.map(({ id }) => id),
  );
  const around = await aroundDomains(
    tx,
    records.map(({ domain_id: id }) => id),
  );
  return records.map((record) => ({
    id: record.id,
    domain: record.domain_name,
    host: record.host,
    port: record.report.place.port ?? null,
    check: record.check_id,
    severity: severityCode.word(record.severity),
    state: findingStateCode.word(record.state),
    title: titleOf(record.check_id),
    summary: record.report.summary,
    firstSeenAt: record.first_seen_at.toISOString(),
    lastSeenAt: record.last_seen_at.toISOString(),
    dueOn: dayOf(record.due_on),
    assignee: person(record.assignee)?.name ?? null,
    priority: priorityView(record, madeAt),
    points: record.points,
    cause: causeOf(record),
    labels: labels.get(record.id) ?? [],
    groups: around.get(record.domain_id)?.groups ?? [],
    domainLabels: labelsIn(around.get(record.domain_id)?.label ?? ""),
  }));
}

/** The groups and labels of domains, by which an organization shares out its work. */
async function aroundDomains(tx: KarteTransaction, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; label: string; groups: string[] }>`
    select d.id, d.label, array(select g.name from karte.group_member m
      join karte.domain_group g on g.id = m.group_id where m.domain_id = d.id order by g.name) as groups
    from karte.domain d where d.id = any (${[...new Set(ids)]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** From critical to information. */
type OpenSums = readonly [number, number, number, number, number];

interface DomainRow {
  readonly id: string;
  readonly name: string;
  readonly name_unicode: string;
  readonly label: string;
  readonly grade: number;
  readonly score: number | null;
  readonly open: OpenSums;
  readonly last_run_at: Date | number;
}

/** Open findings of each domain, where a report is about some of them only. */
async function openAmong(
  tx: KarteTransaction,
  { listed }: Reach,
): Promise<ReadonlyMap<string, OpenSums>> {
  const { rows } = await sql<{ domain_id: string; open: OpenSums }>`
    select f.domain_id, array[${sql.join(severityCounts.map(({ count }) => count))}] as open
    from karte.finding f where f.is_open = 1 and ${listed} group by 1`.execute(tx);
  return new Map(rows.map((row) => [row.domain_id, row.open]));
}

const noneOpen: OpenSums = [0, 0, 0, 0, 0];

async function domainsOf(tx: KarteTransaction, reach: Reach): Promise<ReportDomain[]> {
  const among = reach.isNarrower ? await openAmong(tx, reach) : undefined;
  const { rows } = await sql<DomainRow>`
    select d.id, d.name, d.name_unicode, d.label, d.grade, d.score, d.last_run_at, array[d.open_critical,
      d.open_high, d.open_medium, d.open_low, d.open_info] as open
    from karte.domain d where d.deleted_at is null and ${reach.domains("d.id")}
    order by d.score nulls last, d.open_weight desc, d.name`.execute(tx);
  return rows.map((row) => {
    const open = among === undefined ? row.open : (among.get(row.id) ?? noneOpen);
    return {
      name: row.name,
      nameUnicode: row.name_unicode,
      grade: gradeCode.word(row.grade),
      score: row.score,
      open: { critical: open[0], high: open[1], medium: open[2], low: open[3], info: open[4] },
      lastRunAt: moment(row.last_run_at),
      labels: labelsIn(row.label),
    };
  });
}

interface GradeRow {
  readonly domain_id: string;
  readonly at: Date;
  readonly score: number | null;
  readonly score_version: string;
}

/** The score of many domains day by day, each domain's last one counting on. */
export function historyOf(rows: readonly GradeRow[], { from, to }: Period): HistoryPoint[] {
  const points = new Map<string, HistoryPoint>();
  const scores = new Map<string, number | null>();
  for (const row of rows) {
    scores.set(row.domain_id, row.score);
    const day = tokyoDay(row.at);
    if (day > to) continue;
    const { score, grade } = manyScore(countScores([...scores.values()]));
    points.set(day, { day, score, grade, scoreVersion: row.score_version });
  }
  return pointsFrom([...points.values()], from);
}

async function history(
  tx: KarteTransaction,
  reach: Reach,
  period: Period,
): Promise<HistoryPoint[]> {
  if (reach.isAll) {
    const { rows } = await sql<{
      day: string;
      score: number | null;
      grade: number | null;
      score_version: string;
    }>`select * from karte.workspace_grade g where g.day <= ${period.to}::date
        and g.day >= coalesce((select max(b.day) from karte.workspace_grade b
          where b.day <= ${period.from}::date), ${period.from}::date)
      order by g.day`.execute(tx);
    const points = rows.map(({ day, score, grade, score_version: scoreVersion }) => ({
      day: String(day),
      score,
      grade: gradeCode.word(grade),
      scoreVersion,
    }));
    return pointsFrom(points, period.from);
  }
  const { rows } = await sql<GradeRow>`
    select g.domain_id, g.at, g.score, g.score_version from karte.grade_history g
    join karte.domain d on d.id = g.domain_id and d.deleted_at is null
    where ${reach.domains("g.domain_id")} and g.at < ${period.ends} order by g.at, g.run_id`.execute(
    tx,
  );
  return historyOf(rows, period);
}

/** From a day on; what was known when it began is its first point. */
function pointsFrom(points: readonly HistoryPoint[], from: string): HistoryPoint[] {
  const known = points.findLast(({ day }) => day <= from);
  const later = points.filter(({ day }) => day > from);
  return known === undefined ? later : [{ ...known, day: from }, ...later];
}

async function weeks(tx: KarteTransaction, { events }: Reach, { begins, ends }: Period) {
  const { rows } = await sql<{ week: number; appeared: number; closed: number }>`
    select floor(extract(epoch from e.at - ${begins}::timestamptz) / ${7 * 86_400})::int as week,
      count(*) filter (where e.reason in ('seen-first', 'seen-again'))::int as appeared,
      count(*) filter (where e.reason = 'check-passed')::int as closed
    from karte.finding_event e where e.at >= ${begins} and e.at < ${ends}
      and e.reason in ('seen-first', 'seen-again', 'check-passed') and ${events}
    group by 1`.execute(tx);
  const known = new Map(rows.map((row) => [row.week, row]));
  const count = Math.ceil((ends.getTime() - begins.getTime()) / (7 * dayMs));
  return Array.from({ length: count }, (_, week) => ({
    from: tokyoDay(new Date(begins.getTime() + week * 7 * dayMs)),
    appeared: known.get(week)?.appeared ?? 0,
    closed: known.get(week)?.closed ?? 0,
  }));
}

interface ChangeRow {
  readonly domain_id: string;
  readonly domain: string;
  readonly at: Date;
  readonly run_id: string;
  readonly run_before: string;
  readonly grade: number;
  readonly before: number;
  readonly score: number | null;
  readonly score_before: number | null;
  readonly score_version: string;
  readonly version_before: string;
}

interface TraceRow {
  readonly run_id: string;
  readonly hosts: RunTrace["hosts"] | null;
  readonly findings: RunTrace["findings"];
}

const briefHosts = (hosts: RunTrace["hosts"] | null): RunTrace["hosts"] =>
  (hosts ?? []).map(({ host, score }) => ({ host, score }));

/** Of some domains, what policies say now of how severe findings are, by their keys. */
async function ruledSeverities(
  tx: KarteTransaction,
  domains: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, Severity>>> {
  const { rows } = await sql<{ domain_id: string; key: string; severity: number }>`
    select f.domain_id, f.key, f.severity from karte.finding f
    where f.domain_id = any (${[...new Set(domains)]}::uuid[]) and f.ruled_by is not null`.execute(
    tx,
  );
  const byDomain = Map.groupBy(rows, (row) => row.domain_id);
  return new Map(
    [...byDomain].map(([domain, some]) => [
      domain,
      new Map(some.map(({ key, severity }) => [key, severityCode.word(severity)])),
    ]),
  );
}

/** Every change of a grade in the period, the latest first, with what it came from. */
async function gradeChanges(
  tx: KarteTransaction,
  { domains }: Reach,
  { begins, ends }: Period,
): Promise<GradeChange[]> {
  const { rows } = await sql<ChangeRow>`
    select * from (
      select d.id as domain_id, d.name as domain, g.at, g.run_id, g.grade, g.score, g.score_version,
        lag(g.run_id) over w as run_before, lag(g.grade) over w as before,
        lag(g.score) over w as score_before, lag(g.score_version) over w as version_before
      from karte.grade_history g join karte.domain d on d.id = g.domain_id and d.deleted_at is null
      where ${domains("g.domain_id")} and g.at < ${ends}
      window w as (partition by g.domain_id order by g.at, g.run_id)) x
    where x.before <> x.grade and x.at >= ${begins}
    order by x.at desc, x.domain limit ${changesMost}`.execute(tx);
  const runs = rows.flatMap((row) => [row.run_id, row.run_before]);
  const traces = await sql<TraceRow>`
    select r.run_id, r.result -> 'hosts' as hosts, r.findings from karte.run_result r
    where r.run_id = any (${runs}::uuid[])`.execute(tx);
  const byRun = new Map(traces.rows.map((row) => [row.run_id, row]));
  const trace = (run: string, scoreVersion: string): RunTrace => ({
    scoreVersion,
    hosts: briefHosts(byRun.get(run)?.hosts ?? null),
    findings: byRun.get(run)?.findings ?? [],
  });
  const ruled = await ruledSeverities(
    tx,
    rows.map((row) => row.domain_id),
  );
  return rows.map((row) => ({
    domain: row.domain,
    at: row.at.toISOString(),
    from: gradeCode.word(row.before),
    to: gradeCode.word(row.grade),
    scoreFrom: row.score_before,
    scoreTo: row.score,
    causes: causesBetween(
      trace(row.run_before, row.version_before),
      trace(row.run_id, row.score_version),
      ruled.get(row.domain_id),
    ),
  }));
}

/** What is late, and what is accepted. */
async function workOf(
  tx: KarteTransaction,
  { listed, found }: Reach,
  now: Date,
): Promise<Pick<ReportFigures, "overdue" | "accepted">> {
  const { rows } = await sql<{
    late: number;
    due: string | null;
    accepted: number;
    ends: Date | null;
  }>`select late.findings as late, late.due, accepted.findings as accepted, accepted.ends from
    (select count(*)::int as findings, min(f.due_on)::text as due
      from karte.finding f join karte.domain d on d.id = f.domain_id and d.deleted_at is null
      where f.is_open = 1 and f.due_on < ${tokyoDay(now)}::date and ${listed}) late,
    (select count(*)::int as findings, min(f.accepted_until) as ends
      from karte.finding f join karte.domain d on d.id = f.domain_id and d.deleted_at is null
      where f.state = ${findingStateCode.literals("accepted")} and ${found}) accepted`.execute(tx);
  const { late = 0, due = null, accepted = 0, ends = null } = rows[0] ?? {};
  return {
    overdue: { count: late, longestWorkingDays: overdueBy(due, now) },
    accepted: { count: accepted, nextEnd: ends && tokyoDay(ends) },
  };
}

/**
 * All figures of a report but its findings, by the same rules as the screens. The transaction has to
 * see one moment (repeatable read), so that they agree with each other.
 */
export async function reportFigures(
  tx: KarteTransaction,
  reach: Reach,
  period: Period,
  maker: Maker,
): Promise<ReportFigures> {
  const list = await domainsOf(tx, reach);
  const diagnosed = list.filter(({ lastRunAt }) => lastRunAt !== null);
  const byGrade = { A: 0, B: 0, C: 0, D: 0, E: 0 };
  for (const { score } of diagnosed) if (score !== null) byGrade[gradeOf(score)] += 1;
  const sum = (severity: Severity) => list.reduce((all, { open }) => all + open[severity], 0);
  const { rows } = await sql<{ new: number; fixed: number }>`
    select
      (select count(*)::int from karte.finding f join karte.domain d on d.id = f.domain_id
        and d.deleted_at is null where f.first_seen_at >= ${period.begins}
        and f.first_seen_at < ${period.ends} and ${reach.found}) as new,
      (select count(*)::int from karte.finding_event e where e.reason = 'check-passed'
        and e.at >= ${period.begins} and e.at < ${period.ends}
        and ${reach.events}) as fixed`.execute(tx);
  const first = await firstFindings(tx, reach.listed);
  // Read once, for whichever begins earlier: a narrower report goes through every scan of its domains.
  const [begins = period.from] = [period.from, firstDayOfYear(period.to)].toSorted();
  const points = await history(tx, reach, periodOf(begins, period.to));
  const open = {
    critical: sum("critical"),
    high: sum("high"),
    medium: sum("medium"),
    low: sum("low"),
    info: sum("info"),
  };
  return {
    ...manyScore(countScores(diagnosed.map(({ score }) => score))),
    domains: { all: list.length, diagnosed: diagnosed.length, byGrade },
    open,
    listed: reach.isNarrower ? await countListed(tx, reach) : total(open),
    ...(await workOf(tx, reach, maker.madeAt)),
    changes: { newFindings: rows[0]?.new ?? 0, fixedFindings: rows[0]?.fixed ?? 0 },
    history: pointsFrom(points, period.from),
    months: monthEnds(points, period.to),
    weeks: await weeks(tx, reach, period),
    first: await reportFindings(tx, first, maker),
    gradeChanges: await gradeChanges(tx, reach, period),
    list,
  };
}

async function countListed(tx: KarteTransaction, { listed }: Reach): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from karte.finding f join karte.domain d on d.id = f.domain_id
    where d.deleted_at is null and ${listed}`.execute(tx);
  return rows[0]?.count ?? 0;
}

const total = (counts: SeverityCounts) => Object.values(counts).reduce((sum, one) => sum + one, 0);

const pageRows = 2_000;

/** Every finding that is listed, in the order of work, page by page, so that a million need no room at once. */
export async function* listedFindings(
  tx: KarteTransaction,
  { listed }: Reach,
  maker: Maker,
): AsyncGenerator<readonly ReportFinding[]> {
  let last: FindingRecord | undefined;
  for (;;) {
    const after: ReturnType<typeof sql<SqlBool>> = last
      ? sql<SqlBool>`(f.work_order, f.id) > (${last.work_order}::bigint, ${last.id}::uuid)`
      : sql<SqlBool>`true`;
    const records = await findingRecords(
      tx,
      sql<SqlBool>`${after} and ${listed}`,
      sql`order by f.work_order, f.id limit ${pageRows}`,
    );
    if (records.length > 0) yield await reportFindings(tx, records, maker);
    last = records.at(-1);
    if (records.length < pageRows) return;
  }
}
