import { type AlertKind, droppedAssetStates, type Severity } from "@sekimori/karte-contract/words";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import {
  assetStateCode,
  assetTypeCode,
  findingStateCode,
  gradeCode,
  proofCode,
  severityCode,
} from "../../database/codes.ts";
import { titleOf } from "../findings/finding-rows.ts";
import { type PriorityRecord, priorityView } from "../priorities/priority-view.ts";
import type { AlertDetail } from "./alert-words.ts";

/** Something that happened to one domain, once. */
export interface News {
  readonly kind: AlertKind;
  readonly domainId: string;
  /** The same for the same news, whenever it is looked for. */
  readonly key: string;
  readonly findingId: string | null;
  readonly severity: Severity | null;
  /** When it ends, for what ends. */
  readonly endsAt: Date | null;
  readonly detail: AlertDetail;
  /** A policy's: told to its people, and to chats and programs where it says so, and by no rule. */
  readonly byPolicy?: { readonly webhook: boolean };
}

const dropped = assetStateCode.literals(...droppedAssetStates);

const plain = { findingId: null, severity: null, endsAt: null } as const;

interface FindingRow extends PriorityRecord {
  readonly id: string;
  readonly check_id: string;
  readonly host: string;
  readonly reopened: number;
  readonly cause: string | null;
}

const columns = sql`f.id, f.check_id, f.host, f.severity, f.reopened, f.exploitation, f.exposure,
  f.priority, f.due_on, f.state, f.cause`;

/** What a message says of one finding. */
function wordsOf(row: FindingRow, now: Date): AlertDetail {
  const { value, sentence } = priorityView(row, now);
  const title = titleOf(row.check_id);
  return {
    severity: severityCode.word(row.severity),
    host: row.host,
    titleJa: title.ja,
    titleEn: title.en,
    priority: value,
    whyJa: sentence.ja,
    whyEn: sentence.en,
    cause: row.cause,
  };
}

/** Serious findings that a run saw first, or again, the most urgent first. */
async function findings(
  tx: KarteTransaction,
  domainId: string,
  runId: string,
  now: Date,
): Promise<News[]> {
  const { rows } = await sql<FindingRow>`
    select ${columns} from karte.finding f
    where f.domain_id = ${domainId} and f.is_open = 1 and f.severity in (${severityCode.literals("critical", "high")}) and f.id in (
      select e.finding_id from karte.finding_event e where e.run_id = ${runId}
        and e.reason in ('seen-first', 'seen-again'))
    order by f.work_order, f.id`.execute(tx);
  return rows.map((row) => {
    const severity = severityCode.word(row.severity);
    return {
      kind: "finding.new",
      domainId,
      key: `finding:${row.id}:${row.reopened}`,
      findingId: row.id,
      severity,
      endsAt: null,
      detail: wordsOf(row, now),
    };
  });
}

/** What policies were to tell of after a run: one message each, with the most urgent of its findings. */
async function policyNews(
  tx: KarteTransaction,
  domainId: string,
  runId: string,
  now: Date,
): Promise<(News & { readonly people: readonly string[] })[]> {
  const { rows } = await sql<
    FindingRow & { policy_id: string; name: string; people: string[]; webhook: boolean }
  >`select ${columns}, h.policy_id, h.name, h.alert_people as people, h.alert_webhook as webhook
    from karte.policy_hit h join karte.finding f on f.id = h.finding_id
    where h.run_id = ${runId} and h.domain_id = ${domainId} and h.alerts and f.is_open = 1
    order by h.policy_id, f.work_order, f.id`.execute(tx);
  return [...Map.groupBy(rows, (row) => row.policy_id)].flatMap(([policy, [row, ...others]]) =>
    row === undefined
      ? []
      : [
          {
            kind: "finding.new",
            domainId,
            key: `policy:${policy}:${runId}`,
            findingId: row.id,
            severity: severityCode.word(row.severity),
            endsAt: null,
            detail: {
              ...wordsOf(row, now),
              policy: row.name,
              ...(others.length > 0 ? { more: others.length } : {}),
            },
            people: row.people,
            byPolicy: { webhook: row.webhook },
          },
        ],
  );
}

async function fallenGrade(
  tx: KarteTransaction,
  domainId: string,
  runId: string,
): Promise<{ news: News[]; isFirst: boolean }> {
  const { rows } = await sql<{ grade: number; before: number | null }>`
    select g.grade, (select b.grade from karte.grade_history b where b.domain_id = g.domain_id
        and (b.at, b.run_id) < (g.at, g.run_id) order by b.at desc, b.run_id desc limit 1) as before
    from karte.grade_history g where g.run_id = ${runId}`.execute(tx);
  const [row] = rows;
  const from = gradeCode.word(row?.before ?? null);
  const to = gradeCode.word(row?.grade ?? null);
  const isFallen = from !== null && to !== null && to > from;
  const news: News[] = isFallen
    ? [{ ...plain, kind: "grade.fell", domainId, key: `grade:${runId}`, detail: { from, to } }]
    : [];
  return { news, isFirst: row?.before === null };
}

/** What the first look at a domain finds is what it has, and no news. */
async function assets(tx: KarteTransaction, domainId: string, runId: string): Promise<News[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select a.id, a.name from karte.asset a join karte.run r on r.id = ${runId}
    where a.domain_id = ${domainId} and a.first_seen_at = r.finished_at and a.type in (${assetTypeCode.literals("host", "service")})
      and a.state not in (${dropped})
    order by a.name limit 200`.execute(tx);
  return rows.map(({ id, name }) => ({
    ...plain,
    kind: "asset.new",
    domainId,
    key: `asset:${id}`,
    detail: { name },
  }));
}

/** The field of `karte.asset_term` that has the moment a certificate ends, as text. */
const certificateEnds = sql.lit(1);

/** Certificates that are still presented and end before `until`, of one domain or of all. */
export async function endingCertificates(
  tx: KarteTransaction,
  domainId: string | null,
  now: Date,
  until: Date,
): Promise<News[]> {
  const { rows } = await sql<{ id: string; domain_id: string; name: string; ends: string }>`
    select a.id, a.domain_id, a.name, t.value as ends
    from karte.asset_term t join karte.asset a on a.id = t.asset_id
    join karte.domain d on d.id = a.domain_id and d.deleted_at is null
    where t.field = ${certificateEnds} and (${domainId}::uuid is null or t.domain_id = ${domainId}::uuid)
      and a.missing_since is null and a.state not in (${dropped})
      and t.value > ${now.toISOString()}::text and t.value <= ${until.toISOString()}::text
    order by ends, a.name limit 1000`.execute(tx);
  return rows.map(({ id, domain_id: domain, name, ends }) => ({
    ...plain,
    kind: "certificate.ends",
    domainId: domain,
    key: `certificate:${id}:${ends}`,
    endsAt: new Date(ends),
    detail: { name, until: tokyoDay(new Date(ends)) },
  }));
}

/** Everything that is new after a run. */
export async function newsOfRun(
  tx: KarteTransaction,
  domainId: string,
  runId: string,
  now: Date,
): Promise<News[]> {
  const grade = await fallenGrade(tx, domainId, runId);
  return [
    ...(await findings(tx, domainId, runId, now)),
    ...(await policyNews(tx, domainId, runId, now)),
    ...grade.news,
    ...(grade.isFirst ? [] : await assets(tx, domainId, runId)),
  ];
}

/** A proof that a domain has lost; the last check's time is what tells one loss from the next. */
export async function lostProof(tx: KarteTransaction, domainId: string): Promise<News[]> {
  const { rows } = await sql<{ at: Date | null }>`
    select proof_checked_at as at from karte.domain d
    where d.id = ${domainId} and d.proof = ${proofCode.literals("lapsed")} and d.deleted_at is null`.execute(
    tx,
  );
  const [row] = rows;
  if (row === undefined) return [];
  const key = `proof:${domainId}:${row.at?.toISOString() ?? ""}`;
  return [{ ...plain, kind: "proof.lost", domainId, key, detail: {} }];
}

/** Acceptances among `ids` that end soon. */
export async function endingAcceptances(
  tx: KarteTransaction,
  ids: readonly string[],
  now: Date,
): Promise<(News & { readonly people: readonly string[] })[]> {
  const { rows } = await sql<
    FindingRow & {
      domain_id: string;
      accepted_until: Date;
      accepted_by: string | null;
      assignee: string | null;
    }
  >`select ${columns}, f.domain_id, f.accepted_until, f.accepted_by, f.assignee
    from karte.finding f join karte.domain d on d.id = f.domain_id and d.deleted_at is null
    where f.id = any (${[...ids]}::uuid[]) and f.state = ${findingStateCode.literals("accepted")} order by f.work_order, f.id`.execute(
    tx,
  );
  return rows.map((row) => {
    const severity = severityCode.word(row.severity);
    const until = row.accepted_until.toISOString();
    return {
      kind: "acceptance.ends",
      domainId: row.domain_id,
      key: `acceptance:${row.id}:${until}`,
      findingId: row.id,
      severity,
      endsAt: row.accepted_until,
      detail: { ...wordsOf(row, now), until: tokyoDay(row.accepted_until) },
      people: [row.accepted_by, row.assignee].filter((id) => id !== null),
    };
  });
}

/** Findings among `ids` that are still this person's to fix: of one domain at a time. */
export async function givenFindings(
  tx: KarteTransaction,
  { account, act, findings: ids }: { account: string; act: string; findings: readonly string[] },
  now: Date,
): Promise<(News & { readonly people: readonly string[] })[]> {
  const { rows } = await sql<FindingRow & { domain_id: string; due: string | null }>`
    select ${columns}, f.domain_id,
      case when f.due_on < 'infinity' then f.due_on::text end as due
    from karte.finding f join karte.domain d on d.id = f.domain_id and d.deleted_at is null
    where f.id = any (${[...ids]}::uuid[]) and f.assignee = ${account}
    order by d.name, f.work_order, f.id`.execute(tx);
  return [...Map.groupBy(rows, (row) => row.domain_id)].flatMap(([domainId, [row, ...others]]) => {
    if (row === undefined) return [];
    const severity = severityCode.word(row.severity);
    const one = { ...wordsOf(row, now), until: row.due };
    return {
      ...plain,
      kind: "finding.assigned",
      domainId,
      key: `assigned:${act}:${domainId}`,
      findingId: others.length === 0 ? row.id : null,
      severity,
      detail: others.length === 0 ? one : { count: others.length + 1 },
      people: [account],
    };
  });
}
