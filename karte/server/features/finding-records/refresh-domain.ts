import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { assetTypeCode } from "../../database/codes.ts";
import { severityCounts } from "../../database/severity-counts.ts";

/** What a whole run makes of its domain. */
interface Graded {
  readonly score: number | null;
  readonly grade: number;
  readonly version: string;
  /** What is undecided could still make the grade worse. */
  readonly atMost: boolean;
  readonly at: Date;
}

/**
 * Counts what is open anew and writes it where lists read it, with the run's grade if there is one.
 * One statement changes the domain: from it until the transaction's end other runs of the workspace
 * wait for the sums that it changes. What only this domain's runs write comes before.
 */
export async function refreshDomain(
  tx: KarteTransaction,
  domainId: string,
  graded?: Graded,
): Promise<void> {
  await sql`
    update karte.asset a set open_findings = coalesce(f.open, 0)
    from (select x.id, (select count(*)::int from karte.finding f where f.domain_id = ${domainId}
        and f.is_open = 1 and f.host = x.name) as open
      from karte.asset x where x.domain_id = ${domainId} and x.type in (${assetTypeCode.literals("domain", "host")})) f
    where a.id = f.id and a.open_findings <> coalesce(f.open, 0)`.execute(tx);
  const grade =
    graded === undefined
      ? sql``
      : sql`previous_grade = case when last_run_at > '-infinity' then grade end,
        previous_score = score, score = ${graded.score}, grade = ${graded.grade},
        score_version = ${graded.version}, at_most = ${graded.atMost}, last_run_at = ${graded.at},`;
  await sql`
    with open as (
      select ${sql.join(severityCounts.map(({ word, count }) => sql`${count} as ${sql.ref(word)}`))}
      from karte.finding where domain_id = ${domainId} and is_open = 1
    )
    update karte.domain d set ${grade} open_critical = critical, open_high = high,
      open_medium = medium, open_low = low, open_info = info,
      open_weight = least(critical, 999) * 1000000000000 + least(high, 999) * 1000000000::bigint
        + least(medium, 999) * 1000000 + least(low, 999) * 1000 + least(info, 999),
      assets = (select count(*) from karte.asset a where a.domain_id = ${domainId})
    from open where d.id = ${domainId}`.execute(tx);
  await sql`select karte.refresh_domain_checks(${domainId})`.execute(tx);
}
