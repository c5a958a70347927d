import { catalogue } from "@sekimori/diagnosis/catalogue";
import type { Finding } from "@sekimori/diagnosis/finding";
import type { FindingRow } from "@sekimori/karte-contract/endpoints/findings";
import { firstThings } from "@sekimori/karte-contract/priority";
import type { Sealer } from "@sekimori/kit-server/sealing";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { findingStateCode, severityCode } from "../../database/codes.ts";
import { dayOf, moment } from "../../database/moments.ts";
import { every } from "../../database/pages.ts";
import {
  besideItself,
  type CauseRecord,
  causeViews,
  isFirstOfCause,
} from "../causes/cause-views.ts";
import { peopleById } from "../principals/person.ts";
import { type PriorityRecord, priorityView } from "../priorities/priority-view.ts";
import { ticketsByCause } from "../ticket-records/ticket-rows.ts";
import { labelsOf } from "./finding-labels.ts";

export interface FindingRecord extends PriorityRecord, CauseRecord {
  readonly id: string;
  readonly domain_id: string;
  readonly domain_name: string;
  readonly key: string;
  readonly check_id: string;
  readonly host: string;
  readonly unconfirmed_since: Date | null;
  readonly accepted_reason: number | null;
  readonly accepted_until: Date | null;
  readonly accepted_by: string | null;
  readonly accepted_text: string | null;
  readonly reopened: number;
  readonly first_seen_at: Date;
  readonly last_seen_at: Date;
  readonly closed_at: Date | null;
  readonly assignee: string | null;
  readonly points: number;
  readonly work_order: string;
  readonly report: Finding;
}

const columns = sql`f.id, f.domain_id, d.name as domain_name, f.key, f.check_id, f.host, f.severity,
  f.state, f.unconfirmed_since, f.accepted_reason, f.accepted_until, f.accepted_by, f.accepted_text,
  f.reopened, f.first_seen_at, f.last_seen_at, f.closed_at, f.assignee, f.due_on, f.points, f.exploitation, f.exposure,
  f.priority, f.work_order, f.report, f.cause, f.cause_version, f.is_open, f.grade_after, f.next_grade, f.next_causes,
  d.grade as domain_grade`;

export async function findingRecords(
  tx: KarteTransaction,
  where: RawBuilder<SqlBool>,
  rest: RawBuilder<unknown>,
): Promise<FindingRecord[]> {
  const { rows } = await sql<FindingRecord>`
    select ${columns} from karte.finding f join karte.domain d on d.id = f.domain_id
    where d.deleted_at is null and ${where} ${rest}`.execute(tx);
  return rows;
}

/** What to do first, of what a condition on `karte.finding f` holds, each cause once: the same everywhere. */
export async function firstFindings(tx: KarteTransaction, where: RawBuilder<SqlBool>) {
  const order = sql`f.work_order`;
  const open = [sql<SqlBool>`f.is_open = 1`, where];
  const { rows } = await sql<FindingRecord>`
    select ${columns} from karte.finding f ${besideItself(order)}
    join karte.domain d on d.id = f.domain_id
    where d.deleted_at is null and ${every(open)} and ${isFirstOfCause(open, order)}
    order by ${order}, f.id limit ${firstThings}`.execute(tx);
  return rows;
}

/** The engine's words on every check; a check that is no longer made keeps its name. */
export const checkWords = catalogue();

export function titleOf(checkId: string): FindingRow["title"] {
  return checkWords.get(checkId)?.title ?? { ja: checkId, en: checkId };
}

export async function findingViews(
  tx: KarteTransaction,
  sealer: Sealer,
  records: readonly FindingRecord[],
  now: Date,
): Promise<FindingRow[]> {
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
  const tickets = await ticketsByCause(
    tx,
    records.map(({ cause }) => cause),
  );
  return records.map((record) => ({
    id: record.id,
    domain: { id: record.domain_id, name: record.domain_name },
    check: record.check_id,
    category: record.report.category,
    host: record.host,
    port: record.report.place.port ?? null,
    subject: record.report.subject,
    severity: severityCode.word(record.severity),
    state: findingStateCode.word(record.state),
    summary: record.report.summary,
    title: titleOf(record.check_id),
    firstSeenAt: record.first_seen_at.toISOString(),
    lastSeenAt: record.last_seen_at.toISOString(),
    closedAt: moment(record.closed_at),
    unconfirmedSince: moment(record.unconfirmed_since),
    labels: [...(labels.get(record.id) ?? [])],
    unconfirmed: record.report.unconfirmed,
    acceptedUntil: moment(record.accepted_until),
    assignee: person(record.assignee),
    dueOn: dayOf(record.due_on),
    priority: priorityView(record, now),
    points: record.points,
    cause: causeOf(record),
    tickets: [...(tickets.get(record.cause ?? "") ?? [])],
  }));
}

/** By which the log names a finding where an act was about one alone. */
export async function placeOf(
  tx: KarteTransaction,
  ids: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const [id, ...others] = ids;
  if (id === undefined || others.length > 0) return {};
  const row = await tx
    .selectFrom("karte.finding")
    .select(["host", "check_id"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { finding: id, name: row.host, check: row.check_id };
}
