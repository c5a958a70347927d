import type { ReportView } from "@sekimori/karte-contract/endpoints/reports";
import {
  type ReportForm,
  type ReportProblem,
  reportStatesUnderWay,
} from "@sekimori/karte-contract/words";
import type { Job, JobRun } from "@sekimori/kit-server/jobs";
import { type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { reportFormCode, reportStateCode } from "../../database/codes.ts";
import { enterScope, inScope, wholeWorkspace } from "../../database/scope.ts";
import { FileStoreRefused } from "../../ports/file-store.ts";
import { keepFile } from "../files/file-service.ts";
import { seesGroup } from "../principals/may-see.ts";
import { listedFindings, periodOf, reportFigures } from "./report-figures.ts";
import { makeReport } from "./report-jobs.ts";
import { type Addressee, queueReportMails } from "./report-mail.ts";
import { type ReportHead, reportPdf } from "./report-pdf.ts";
import { reachOf } from "./report-reach.ts";
import { partOf, type ReportRecord, reportRecords, scopeView } from "./report-rows.ts";
import { reportCsv, reportJson } from "./report-tables.ts";

const mediaTypes: Readonly<Record<ReportForm, string>> = {
  pdf: "application/pdf",
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
};

const megabyte = 1024 * 1024;

/**
 * Who of a report's people may have it now: they may have left, or been restricted to other groups,
 * since it was asked for.
 */
async function addressees(
  tx: KarteTransaction,
  record: Pick<ReportRecord, "recipients" | "group_id">,
): Promise<readonly Addressee[]> {
  const { rows } = await sql<Addressee>`
    select m.workspace_id, m.account_id, m.personal from karte.member m
    where m.account_id = any (${record.recipients}::text[])
      and ${seesGroup(record.group_id)}`.execute(tx);
  return rows;
}

/** The scope as a report names it: ids are karte's own. */
function scopeOf(scope: ReportView["scope"]): ReportHead["scope"] {
  if (scope.kind === "all") return null;
  return scope.kind === "view" ? scope : { kind: scope.kind, name: scope.name };
}

async function headOf(
  tx: KarteTransaction,
  { settings, clock }: KarteContext,
  record: ReportRecord,
): Promise<ReportHead> {
  const { name: workspace } = await tx
    .selectFrom("karte.workspace")
    .select("name")
    .executeTakeFirstOrThrow();
  return {
    service: settings.serviceName,
    workspace,
    scope: scopeOf(scopeView(record)),
    period: periodOf(record.from_day, record.to_day),
    madeAt: clock.now(),
    language: record.language,
  };
}

/**
 * Reads and writes one report within one moment of the database, so that all its numbers agree. Of a
 * group's the transaction sees that group only.
 */
async function contentOf(
  context: KarteContext,
  workspaceId: string,
  record: ReportRecord,
): Promise<Buffer> {
  const part = partOf(record);
  const most = context.settings.fileMegabytes * megabyte;
  return context.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      const head = await inWhole(tx, workspaceId, () => headOf(tx, context, record));
      await enterScope(tx, {
        workspaceId,
        groups: part.kind === "group" ? [part.id] : null,
      });
      const maker = { sealer: context.sealer, madeAt: head.madeAt };
      const reach = await reachOf(tx, part, maker);
      const findings = listedFindings(tx, reach, maker);
      const form = reportFormCode.word(record.form);
      if (form === "csv") return reportCsv(head, findings, most);
      const figures = await reportFigures(tx, reach, head.period, maker);
      return form === "json"
        ? reportJson(head, figures, findings, most)
        : reportPdf(head, figures, findings);
    });
}

async function inWhole<T>(
  tx: KarteTransaction,
  workspaceId: string,
  work: () => Promise<T>,
): Promise<T> {
  await enterScope(tx, wholeWorkspace(workspaceId));
  return work();
}

async function make(
  context: KarteContext,
  workspaceId: string,
  id: string,
  job: JobRun,
): Promise<void> {
  const { db, clock } = context;
  const scope = wholeWorkspace(workspaceId);
  const set = (change: object) =>
    inScope(db, scope, (tx) =>
      tx
        .updateTable("karte.report")
        .set(change)
        .where("id", "=", id)
        .where("state", "in", reportStatesUnderWay.map(reportStateCode.of))
        .executeTakeFirst(),
    );
  const fail = (problem: ReportProblem) =>
    set({ state: reportStateCode.of("failed"), problem, finished_at: clock.now() });
  const [record] = await inScope(db, scope, (tx) =>
    reportRecords(
      tx,
      sql<SqlBool>`r.id = ${id} and r.state in (${reportStateCode.literals(...reportStatesUnderWay)})`,
      sql``,
    ),
  );
  // Made already by a run of this job before its process died.
  if (record === undefined) return;
  const people = await inScope(db, scope, (tx) => addressees(tx, record));
  if (people.length === 0) {
    await fail("not-allowed");
    return;
  }
  await set({ state: reportStateCode.of("making"), progress: 10 });
  try {
    const content = await contentOf(context, workspaceId, record);
    await set({ progress: 80 });
    const form = reportFormCode.word(record.form);
    const file = await keepFile(context, {
      workspaceId,
      groupId: record.group_id,
      name: `report-${record.from_day}-${record.to_day}-${id.slice(0, 8)}.${form}`,
      mediaType: mediaTypes[form],
      content,
      expiresAt: record.expires_at,
    });
    await inScope(db, scope, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable("karte.report")
        .set({
          state: reportStateCode.of("ready"),
          progress: 100,
          file_id: file,
          finished_at: clock.now(),
        })
        .where("id", "=", id)
        .where("state", "=", reportStateCode.of("making"))
        .executeTakeFirst();
      if (numUpdatedRows === 1n) await queueReportMails(tx, context, record, people);
    });
  } catch (error) {
    if (error instanceof FileStoreRefused) {
      job.logger.warn({ err: error, report: id }, "a report was not kept");
      await fail(error.reason === "too-large" ? "too-large" : "store-full");
      return;
    }
    if (job.attempt >= job.maxAttempts) await fail("fault");
    throw error;
  }
}

/** The job that makes reports. One that is run again makes the same report once more. */
export function reportJob(context: KarteContext): Job {
  return makeReport.handledBy(({ workspace, report }, job) =>
    make(context, workspace, report, job),
  );
}
