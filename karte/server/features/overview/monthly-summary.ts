import { type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { gradeCode } from "../../database/codes.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import type { MonthlySummary, Summarise } from "../../ports/monthly-summary.ts";
import { causeViews } from "../causes/cause-views.ts";
import { usedIn } from "../contract/quota.ts";
import { firstFindings, titleOf } from "../findings/finding-rows.ts";
import { priorityView } from "../priorities/priority-view.ts";
import { wholeSums } from "./overview-service.ts";

type WorkspaceSummary = MonthlySummary["workspaces"][number];

interface Row {
  readonly name: string;
  readonly grade: number | null;
  readonly before: number | null;
  readonly newFindings: number;
  readonly fixedFindings: number;
  readonly newAssets: number;
}

/** The transaction's workspace in a month, which is named by its 1st. */
async function workspaceSummary(
  tx: KarteTransaction,
  first: string,
  now: Date,
): Promise<WorkspaceSummary> {
  const begins = sql`(${first}::date)::timestamp at time zone 'Asia/Tokyo'`;
  const ends = sql`(${first}::date + interval '1 month') at time zone 'Asia/Tokyo'`;
  const gradeAt = (day: ReturnType<typeof sql>) => sql`(
    select g.grade from karte.workspace_grade g where g.day < ${day} order by g.day desc limit 1)`;
  const { rows } = await sql<Row>`
    select w.name,
      ${gradeAt(sql`${first}::date + interval '1 month'`)} as grade,
      ${gradeAt(sql`${first}::date`)} as before,
      (select count(*)::int from karte.finding f join karte.domain d on d.id = f.domain_id
        and d.deleted_at is null
        where f.first_seen_at >= ${begins} and f.first_seen_at < ${ends}) as "newFindings",
      (select count(*)::int from karte.finding_event e where e.reason = 'check-passed'
        and e.at >= ${begins} and e.at < ${ends}) as "fixedFindings",
      (select count(*)::int from karte.asset a
        where a.first_seen_at >= ${begins} and a.first_seen_at < ${ends}) as "newAssets"
    from karte.workspace w`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error("The transaction's workspace is there.");
  const urgent = await firstFindings(tx, sql<SqlBool>`true`);
  const causeOf = await causeViews(tx, urgent);
  const { scores, open } = await wholeSums(tx);
  const [critical, high, medium, low, info] = open;
  return {
    name: row.name,
    domains: [...scores.values()].reduce((sum, domains) => sum + domains, 0),
    grade: gradeCode.word(row.grade),
    gradeBefore: gradeCode.word(row.before),
    open: { critical, high, medium, low, info },
    newFindings: row.newFindings,
    fixedFindings: row.fixedFindings,
    newAssets: row.newAssets,
    first: urgent.map((record) => ({
      title: titleOf(record.check_id),
      place: record.host,
      why: priorityView(record, now).sentence,
      findings: causeOf(record).findings,
    })),
  };
}

/** Somebody who works in workspaces of others alone, or sees their own in part, is known here. */
async function isMember(db: KarteContext["db"], account: string): Promise<boolean> {
  const { rows } = await sql`select from karte.memberships_of(${account}) limit 1`.execute(db);
  return rows.length > 0;
}

/** What the portal tells a member of their month: by the same counts as the overview's. */
export function summarise({ db, clock }: Pick<KarteContext, "db" | "clock">): Summarise {
  return async (account, month) => {
    const { rows } = await sql<{ id: string }>`
      select id from karte.workspaces_to_summarise(${account}) id`.execute(db);
    const workspaces: WorkspaceSummary[] = [];
    let manualRunsUsed = 0;
    for (const { id } of rows) {
      await inScope(db, wholeWorkspace(id), async (tx) => {
        workspaces.push(await workspaceSummary(tx, `${month}-01`, clock.now()));
        // Of the contract, which all of them share.
        manualRunsUsed = await usedIn(tx, account, month);
      });
    }
    if (workspaces.length === 0 && !(await isMember(db, account))) return undefined;
    return { version: 1, account, month, manualRunsUsed, workspaces };
  };
}
