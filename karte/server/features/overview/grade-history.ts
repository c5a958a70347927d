import type { GradePoint } from "@sekimori/karte-contract/endpoints/run-view";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { gradeCode } from "../../database/codes.ts";
import { manyScore } from "../scores/many-score.ts";

/** How far back an overview's chart goes. */
const historyDays = 180;

/** Look-ups that the history of a part may take, shared by its domains. */
const lookUpsMost = 6_000;

/** The whole workspace's grades, which every run's end notes. */
export async function wholeHistory(tx: KarteTransaction): Promise<GradePoint[]> {
  const rows = await tx
    .selectFrom("karte.workspace_grade")
    .selectAll()
    .orderBy("day", "desc")
    .limit(historyDays)
    .execute();
  return rows.reverse().map((row) => ({
    at: new Date(`${String(row.day)}T00:00:00+09:00`).toISOString(),
    score: row.score,
    grade: gradeCode.word(row.grade),
    scoreVersion: row.score_version,
  }));
}

/**
 * The grades of a group as it is now, or of what a restricted person sees: what its domains had at
 * each of some moments. The more domains, the fewer moments, so that it costs the same.
 */
export async function partHistory(
  tx: KarteTransaction,
  group: string | undefined,
  domains: number,
  now: Date,
): Promise<GradePoint[]> {
  if (domains === 0) return [];
  const moments = Math.max(2, Math.min(historyDays, Math.floor(lookUpsMost / domains)));
  const since = new Date(now.getTime() - historyDays * dayMs);
  const { rows } = await sql<{ at: Date; score: number; domains: number; version: string }>`
    with part as (
      select d.id from karte.domain d where d.deleted_at is null and d.last_run_at > '-infinity'
        and ${group === undefined ? sql`true` : sql`exists (select from karte.group_member m where m.domain_id = d.id and m.group_id = ${group})`}
    ), moment as (
      select ${since}::timestamptz + n * (${now}::timestamptz - ${since}::timestamptz) / ${moments}::int as at
      from generate_series(1, ${moments}::int) n
    )
    select moment.at, h.score, count(*)::int as domains, max(h.score_version) as version
    from moment cross join part cross join lateral (
      select g.score, g.score_version from karte.grade_history g
      where g.domain_id = part.id and g.at <= moment.at order by g.at desc limit 1
    ) h
    where h.score is not null
    group by moment.at, h.score order by moment.at`.execute(tx);
  return [...Map.groupBy(rows, ({ at }) => at.getTime())].map(([at, found]) => ({
    at: new Date(at).toISOString(),
    ...manyScore(new Map(found.map((row) => [row.score, row.domains]))),
    scoreVersion:
      found
        .map(({ version }) => version)
        .toSorted()
        .at(-1) ?? "",
  }));
}
