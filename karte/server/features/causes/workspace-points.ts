import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { ofLiveDomain } from "../../database/pages.ts";
import { gainOfMany } from "../scores/many-score.ts";

/** Of a cause with more domains than that the points of the first are told: the least it is worth. */
const domainsMost = 1_000;

/**
 * What the workspace's score gains, before it is rounded, if a cause is mended wherever it is, with everything else
 * as it stands: from what each of its domains gains, which was computed with all of that domain's findings.
 */
export async function workspacePoints(tx: KarteTransaction, cause: string): Promise<number> {
  const { rows } = await sql<{ score: number; points: number }>`
    select d.score, x.points from (
      select f.domain_id, max(f.points) as points from karte.finding f
      where f.cause = ${cause} and f.is_open = 1 and ${ofLiveDomain(sql`f.domain_id`)}
      group by f.domain_id order by f.domain_id limit ${domainsMost}) x
    join karte.domain d on d.id = x.domain_id where d.score is not null`.execute(tx);
  const counts = await tx
    .selectFrom("karte.score_count")
    .select(["score", "domains"])
    .where("score", ">=", 0)
    .execute();
  const gain = gainOfMany(
    new Map(counts.map(({ score, domains }) => [score, domains])),
    rows.map(({ score, points }) => [score, points]),
  );
  return Math.round(gain * 100) / 100;
}
