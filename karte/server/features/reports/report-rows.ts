import type { ReportView } from "@sekimori/karte-contract/endpoints/reports";
import type { ReportProblem } from "@sekimori/karte-contract/words";
import type { Locale } from "@sekimori/kit-contract/locale";
import type { Sealer } from "@sekimori/kit-server/sealing";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { reportFormCode, reportStateCode } from "../../database/codes.ts";
import { moment } from "../../database/moments.ts";
import { peopleById } from "../principals/person.ts";
import { type ViewColumns, viewSnapshot } from "../saved-views/view-snapshot.ts";
import type { Part } from "./report-reach.ts";

export interface ReportRecord extends ViewColumns {
  readonly id: string;
  readonly group_id: string | null;
  readonly group_name: string | null;
  readonly domain_id: string | null;
  readonly domain_name: string | null;
  readonly form: number;
  readonly language: Locale;
  readonly from_day: string;
  readonly to_day: string;
  readonly account_id: string | null;
  readonly recipients: string[];
  readonly state: number;
  readonly progress: number;
  readonly problem: ReportProblem | null;
  readonly requested_at: Date;
  readonly finished_at: Date | null;
  readonly expires_at: Date;
  readonly file_id: string | null;
  readonly file_name: string | null;
  readonly file_bytes: string | null;
}

export async function reportRecords(
  tx: KarteTransaction,
  where: RawBuilder<SqlBool>,
  rest: RawBuilder<unknown>,
): Promise<readonly ReportRecord[]> {
  const { rows } = await sql<ReportRecord>`
    select r.*, g.name as group_name, d.name as domain_name, f.name as file_name,
      f.bytes as file_bytes
    from karte.report r
    left join karte.domain_group g on g.id = r.group_id
    left join karte.domain d on d.id = r.domain_id
    left join karte.file f on f.id = r.file_id and f.stored_at is not null
    where ${where} ${rest}`.execute(tx);
  return rows;
}

export function partOf(record: Pick<ReportRecord, "group_id" | "domain_id"> & ViewColumns): Part {
  const view = viewSnapshot(record);
  if (view !== null) return { kind: "view", view };
  if (record.domain_id !== null) return { kind: "domain", id: record.domain_id };
  return record.group_id === null ? { kind: "all" } : { kind: "group", id: record.group_id };
}

/** The scope as it is shown, with its name. */
export function scopeView(
  record: Pick<ReportRecord, "group_id" | "group_name" | "domain_id" | "domain_name"> & ViewColumns,
): ReportView["scope"] {
  const view = viewSnapshot(record);
  if (view !== null) {
    return { kind: "view", ...view, query: Object.fromEntries(new URLSearchParams(view.query)) };
  }
  const { group_id: group, domain_id: domain } = record;
  if (domain !== null) return { kind: "domain", id: domain, name: record.domain_name ?? "" };
  return group === null
    ? { kind: "all" }
    : { kind: "group", id: group, name: record.group_name ?? "" };
}

export async function reportViews(
  tx: KarteTransaction,
  sealer: Sealer,
  records: readonly ReportRecord[],
): Promise<ReportView[]> {
  const person = await peopleById(
    tx,
    sealer,
    records.map(({ account_id: account }) => account),
  );
  return records.map((record) => ({
    id: record.id,
    scope: scopeView(record),
    form: reportFormCode.word(record.form),
    language: record.language,
    from: record.from_day,
    to: record.to_day,
    state: reportStateCode.word(record.state),
    progress: record.progress,
    problem: record.problem,
    requestedBy: person(record.account_id),
    requestedAt: record.requested_at.toISOString(),
    finishedAt: moment(record.finished_at),
    expiresAt: record.expires_at.toISOString(),
    file:
      record.file_name === null || record.file_bytes === null
        ? null
        : { name: record.file_name, bytes: Number(record.file_bytes) },
  }));
}
