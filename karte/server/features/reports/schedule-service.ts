import { randomUUID } from "node:crypto";
import { reportSchedulesMost } from "@sekimori/karte-contract/constants";
import type {
  addReportSchedule,
  ReportScheduleView,
} from "@sekimori/karte-contract/endpoints/reports";
import type { EndpointRequest } from "@sekimori/kit-contract/endpoint";
import type { Locale } from "@sekimori/kit-contract/locale";
import { hourMs, nextTokyoMonth, tokyoDay, tokyoMonthBegin } from "@sekimori/kit-contract/tokyo";
import { AppError, invalidField } from "@sekimori/kit-server/errors";
import type { CronEntry, Job } from "@sekimori/kit-server/jobs";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { reportFormCode } from "../../database/codes.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { cachedContract } from "../contract/contract-service.ts";
import { seesGroup } from "../principals/may-see.ts";
import { peopleById } from "../principals/person.ts";
import type { Member } from "../principals/principals.ts";
import { type ViewColumns, viewColumns } from "../saved-views/view-snapshot.ts";
import { monthlyReports } from "./report-jobs.ts";
import { partOf, scopeView } from "./report-rows.ts";
import { insertReport, knownPart } from "./report-service.ts";

/** On the 1st at six in the morning, when the night's runs are in. */
const monthlyAt = "0 6 1 * *";

interface ScheduleRow extends ViewColumns {
  readonly id: string;
  readonly group_id: string | null;
  readonly group_name: string | null;
  readonly form: number;
  readonly language: Locale;
  readonly recipients: string[];
  readonly created_by: string;
}

async function scheduleRows(tx: KarteTransaction): Promise<readonly ScheduleRow[]> {
  const { rows } = await sql<ScheduleRow>`
    select s.*, g.name as group_name from karte.report_schedule s
    left join karte.domain_group g on g.id = s.group_id order by s.created_at, s.id`.execute(tx);
  return rows;
}

/** The next 1st at six. */
function nextAt(now: Date): Date {
  const thisMonth = new Date(tokyoMonthBegin(now).getTime() + 6 * hourMs);
  return thisMonth > now ? thisMonth : new Date(nextTokyoMonth(now).getTime() + 6 * hourMs);
}

export async function scheduleList(
  { db, clock, sealer }: KarteContext,
  member: Member,
): Promise<{ schedules: ReportScheduleView[] }> {
  return inScope(db, member.scope, async (tx) => {
    const rows = await scheduleRows(tx);
    const { answer } = await cachedContract(tx);
    const person = await peopleById(
      tx,
      sealer,
      rows.flatMap((row) => [row.created_by, ...row.recipients]),
    );
    const next = answer.entitlements.scheduledReports ? nextAt(clock.now()).toISOString() : null;
    return {
      schedules: rows.map((row) => ({
        id: row.id,
        scope: scopeView({ ...row, domain_id: null, domain_name: null }),
        form: reportFormCode.word(row.form),
        language: row.language,
        recipients: row.recipients.flatMap((id) => person(id) ?? []),
        createdBy: person(row.created_by) ?? { id: row.created_by, name: "", email: "" },
        nextAt: next,
      })),
    };
  });
}

/** Recipients have to be members who may see what is reported. @throws AppError InvalidInput. */
async function checkRecipients(
  tx: KarteTransaction,
  recipients: readonly string[],
  groupId: string | null,
): Promise<void> {
  const { rows } = await sql`
    select m.account_id from karte.member m where m.account_id = any (${[...recipients]}::text[])
      and ${seesGroup(groupId)}`.execute(tx);
  if (rows.length !== new Set(recipients).size) throw invalidField("recipients", "invalid");
}

/** @throws AppError NotFound, PlanLimit, InvalidInput. */
export async function addSchedule(
  { db, clock }: KarteContext,
  member: Member,
  body: EndpointRequest<typeof addReportSchedule>["body"],
): Promise<{ id: string }> {
  return inScope(db, member.scope, async (tx) => {
    const part = await knownPart(tx, member, body.scope);
    const { answer } = await cachedContract(tx);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from karte.report_schedule`.execute(tx);
    const limit = answer.entitlements.scheduledReports ? reportSchedulesMost : 0;
    if ((rows[0]?.count ?? 0) >= limit) {
      throw new AppError("PlanLimit", { data: { what: "scheduled reports", limit } });
    }
    const groupId = part.kind === "group" ? part.id : null;
    await checkRecipients(tx, body.recipients, groupId);
    const id = randomUUID();
    await tx
      .insertInto("karte.report_schedule")
      .values({
        id,
        workspace_id: member.workspaceId,
        group_id: groupId,
        ...viewColumns(part.kind === "view" ? part.view : null),
        form: reportFormCode.of(body.form),
        language: body.language,
        recipients: [...new Set(body.recipients)],
        created_by: member.person.id,
        created_at: clock.now(),
      })
      .execute();
    await appendActivity(tx, {
      at: clock.now(),
      action: "report.schedule-added",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: { form: body.form, scope: body.scope.kind, recipients: body.recipients.length },
    });
    return { id };
  });
}

/** @throws AppError NotFound. */
export async function removeSchedule(
  { db, clock }: KarteContext,
  member: Member,
  id: string,
): Promise<void> {
  await inScope(db, member.scope, async (tx) => {
    const row = await tx
      .deleteFrom("karte.report_schedule")
      .where("id", "=", id)
      .returning("form")
      .executeTakeFirst();
    if (row === undefined) throw new AppError("NotFound");
    await appendActivity(tx, {
      at: clock.now(),
      action: "report.schedule-removed",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: { form: reportFormCode.word(row.form) },
    });
  });
}

/** First and last day of the month before the one that holds `due`. */
export function monthBefore(due: Date): { readonly from: string; readonly to: string } {
  const last = new Date(tokyoMonthBegin(due).getTime() - 1);
  return { from: tokyoDay(tokyoMonthBegin(last)), to: tokyoDay(last) };
}

/** Asks for the reports of the past month, each schedule in a commit of its own, each month once. */
export function monthlyJob(context: KarteContext): { job: Job; cron: CronEntry } {
  const { db, clock } = context;
  const job = monthlyReports.handledBy(async ({ dueAt }, { logger }) => {
    const { from, to } = monthBefore(new Date(dueAt));
    const { rows } = await sql<{ workspace_id: string; schedule_id: string }>`
      select * from karte.report_schedules()`.execute(db);
    for (const { workspace_id: workspaceId, schedule_id: scheduleId } of rows) {
      try {
        await inScope(db, wholeWorkspace(workspaceId), async (tx) => {
          const schedule = (await scheduleRows(tx)).find(({ id }) => id === scheduleId);
          const { answer } = await cachedContract(tx);
          if (schedule === undefined || !answer.entitlements.scheduledReports) return;
          const { language, recipients } = schedule;
          await insertReport(
            tx,
            workspaceId,
            {
              part: partOf({ ...schedule, domain_id: null }),
              form: reportFormCode.word(schedule.form),
              language,
              from,
              to,
              accountId: null,
              scheduleId,
              recipients,
            },
            clock.now(),
          );
        });
      } catch (error) {
        logger.warn({ err: error, schedule: scheduleId }, "a monthly report was not asked for");
      }
    }
  });
  return { job, cron: { name: "karte.monthly-reports", at: monthlyAt, job } };
}
