import { randomUUID } from "node:crypto";
import { reportDays, reportsWaitingMost } from "@sekimori/karte-contract/constants";
import type { ReportView } from "@sekimori/karte-contract/endpoints/reports";
import type {
  reportRequestSchema,
  reportScopeSchema,
} from "@sekimori/karte-contract/report-request";
import { type ReportForm, reportStatesUnderWay } from "@sekimori/karte-contract/words";
import type { Locale } from "@sekimori/kit-contract/locale";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { AppError } from "@sekimori/kit-server/errors";
import { enqueue } from "@sekimori/kit-server/jobs";
import { type SqlBool, sql } from "kysely";
import type { z } from "zod";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { reportFormCode, reportStateCode } from "../../database/codes.ts";
import {
  after,
  countUpTo,
  cutPage,
  ordering,
  type PageOrder,
  readCursor,
} from "../../database/pages.ts";
import { inScope } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { readFile, type StoredFile } from "../files/file-service.ts";
import { knownGroups } from "../groups/group-repository.ts";
import type { Member } from "../principals/principals.ts";
import { ownView } from "../saved-views/saved-view-repository.ts";
import { snapshotFor, viewColumns } from "../saved-views/view-snapshot.ts";
import { makeReport } from "./report-jobs.ts";
import type { Part } from "./report-reach.ts";
import { reportRecords, reportViews } from "./report-rows.ts";

/**
 * What a scope means; a view as it is now.
 *
 * @throws AppError NotFound for a group or a domain that the transaction does not see, and for a view
 *   that is not the member's own or says neither which domains nor which findings.
 */
export async function knownPart(
  tx: KarteTransaction,
  member: Pick<Member, "person">,
  scope: z.output<typeof reportScopeSchema>,
): Promise<Part> {
  if (scope.kind === "all") return scope;
  if (scope.kind === "view") {
    const view = await ownView(tx, member, scope.id);
    if (view === undefined || view.list === "assets") throw new AppError("NotFound");
    const { list, name, query } = view;
    return { kind: "view", view: snapshotFor(member, { list, name, query }) };
  }
  if (scope.kind === "group") {
    if ((await knownGroups(tx, [scope.id])).length === 0) throw new AppError("NotFound");
    return scope;
  }
  const { rows } = await sql`
    select 1 from karte.domain where id = ${scope.id} and deleted_at is null`.execute(tx);
  if (rows.length === 0) throw new AppError("NotFound");
  return scope;
}

export interface NewReport {
  readonly part: Part;
  readonly form: ReportForm;
  readonly language: Locale;
  readonly from: string;
  readonly to: string;
  readonly accountId: string | null;
  readonly scheduleId: string | null;
  readonly recipients: readonly string[];
}

/** Queues one report with its job. @returns undefined when its schedule has this month already. */
export async function insertReport(
  tx: KarteTransaction,
  workspaceId: string,
  report: NewReport,
  now: Date,
): Promise<string | undefined> {
  const id = randomUUID();
  const { part } = report;
  const view = viewColumns(part.kind === "view" ? part.view : null);
  const { rows } = await sql`
    insert into karte.report (id, workspace_id, group_id, domain_id, view_list, view_name, view_query,
      form, language, from_day, to_day, account_id, schedule_id, recipients, requested_at, expires_at)
    values (${id}, ${workspaceId}, ${part.kind === "group" ? part.id : null},
      ${part.kind === "domain" ? part.id : null}, ${view.view_list}, ${view.view_name},
      ${view.view_query}, ${reportFormCode.of(report.form)},
      ${report.language}, ${report.from}, ${report.to}, ${report.accountId}, ${report.scheduleId},
      ${[...report.recipients]}::text[], ${now}, ${new Date(now.getTime() + reportDays * dayMs)})
    on conflict (schedule_id, from_day) do nothing returning 1`.execute(tx);
  if (rows.length === 0) return undefined;
  await enqueue(
    tx,
    makeReport,
    { workspace: workspaceId, report: id },
    // One at a time in each workspace: a large one keeps nobody else waiting.
    { key: `karte.report:${id}`, queue: `karte.report:${workspaceId}`, maxAttempts: 3 },
  );
  return id;
}

/** Has a report made for whoever asks. @throws AppError NotFound, TooManyWaiting. */
export async function requestNow(
  context: KarteContext,
  member: Member,
  wanted: z.output<typeof reportRequestSchema>,
): Promise<ReportView> {
  const { db, clock, sealer } = context;
  return inScope(db, member.scope, async (tx) => {
    const now = clock.now();
    const part = await knownPart(tx, member, wanted.scope);
    // Two requests at a time are counted one after the other.
    await sql`select pg_advisory_xact_lock(hashtext('karte.report'), hashtext(${member.workspaceId}))`.execute(
      tx,
    );
    const waiting = await countUpTo(
      tx,
      sql`1 from karte.report where state in (${reportStateCode.literals(...reportStatesUnderWay)})`,
    );
    if (waiting.value >= reportsWaitingMost) {
      throw new AppError("TooManyWaiting", { data: { limit: reportsWaitingMost } });
    }
    const { form, language, from, to } = wanted;
    const id = await insertReport(
      tx,
      member.workspaceId,
      {
        part,
        form,
        language,
        from,
        to,
        accountId: member.person.id,
        scheduleId: null,
        recipients: [member.person.id],
      },
      now,
    );
    const [view] = await reportViews(
      tx,
      sealer,
      await reportRecords(tx, sql<SqlBool>`r.id = ${id}`, sql``),
    );
    if (view === undefined) throw new Error("A report that was just asked for is there.");
    await appendActivity(tx, {
      at: now,
      action: "report.requested",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: { form, from, to, scope: part.kind },
    });
    return view;
  });
}

const latestFirst: PageOrder = {
  column: sql`r.requested_at`,
  type: "timestamptz",
  id: sql`r.id`,
  idType: "uuid",
  descending: true,
};

/** Reports that the member may see, the latest first. */
export async function reportList(
  context: KarteContext,
  member: Member,
  query: { readonly cursor?: string | undefined; readonly size: number },
) {
  const from = readCursor(query.cursor);
  return inScope(context.db, member.scope, async (tx) => {
    const rows = await reportRecords(
      tx,
      after(latestFirst, from),
      sql`order by ${ordering(latestFirst)} limit ${query.size + 1}`,
    );
    const { shown, next } = cutPage(rows, query.size, (row) => [
      row.requested_at.toISOString(),
      row.id,
    ]);
    return {
      reports: await reportViews(tx, context.sealer, shown),
      next,
      count: await countUpTo(tx, sql`1 from karte.report r`),
    };
  });
}

/** The file of a report that the member may see. @throws AppError NotFound. */
export async function reportFile(
  context: KarteContext,
  member: Member,
  id: string,
): Promise<StoredFile> {
  return inScope(context.db, member.scope, async (tx) => {
    const [record] = await reportRecords(tx, sql<SqlBool>`r.id = ${id}`, sql``);
    const file = record?.file_id == null ? undefined : await readFile(tx, context, record.file_id);
    if (file === undefined) throw new AppError("NotFound");
    return file;
  });
}
