import type { groupFindings } from "@sekimori/karte-contract/endpoints/findings";
import type { Category } from "@sekimori/karte-contract/words";
import type { EndpointResult } from "@sekimori/kit-contract/endpoint";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { categoryCode, severityCode } from "../../database/codes.ts";
import { every, ofLiveDomain } from "../../database/pages.ts";
import { inScope } from "../../database/scope.ts";
import type { Member } from "../principals/principals.ts";
import type { FindingFilters } from "./finding-filters.ts";
import { checkWords, titleOf } from "./finding-rows.ts";
import { hasWords } from "./finding-search.ts";
import { askedFindings } from "./query/asked-findings.ts";
import { type Asking, askedBy } from "./query/asking.ts";

interface GroupRow {
  readonly check_id: string;
  readonly category: number;
  readonly severity: number;
  readonly findings: number;
  readonly hosts: number;
  readonly domains: number;
  readonly oldest: Date;
  readonly newest: Date;
  readonly more: boolean;
}

const categoryOf = (check: string, code: number): Category =>
  checkWords.get(check)?.category ?? categoryCode.word(code);

/** All open findings of a workspace by check, from the counts that every run keeps. */
async function allOpen(tx: KarteTransaction): Promise<readonly GroupRow[]> {
  const of = sql`from karte.finding f
    where f.is_open = 1 and f.check_id = c.check_id and ${ofLiveDomain(sql`f.domain_id`)}`;
  const { rows } = await sql<GroupRow>`
    select c.check_id, worst.category, worst.severity, c.findings::int as findings,
      c.hosts::int as hosts, c.domains::int as domains, first.at as oldest, last.at as newest, false as more
    from karte.check_count c,
      lateral (select f.category, f.severity ${of} order by f.work_order limit 1) worst,
      lateral (select f.first_seen_at as at ${of} order by f.first_seen_at limit 1) first,
      lateral (select f.first_seen_at as at ${of} order by f.first_seen_at desc limit 1) last
    where c.findings > 0
    order by worst.severity, c.findings desc, c.check_id`.execute(tx);
  return rows;
}

/** Of findings that conditions leave so many are counted one by one. */
const narrowMost = 2_000;

/** Beyond that, each check's are counted up to here. */
const countedOfEach = 1_000;

const sums = sql`count(*)::int as findings, count(distinct f.host)::int as hosts,
  count(distinct f.domain_id)::int as domains, min(f.first_seen_at) as oldest,
  max(f.first_seen_at) as newest, min(f.category) as category, min(f.severity) as severity`;

const columns = sql`f.check_id, f.host, f.domain_id, f.first_seen_at, f.category, f.severity`;

/** Those that the conditions leave, counted one by one; undefined when they are too many for that. */
async function few(
  tx: KarteTransaction,
  where: RawBuilder<SqlBool>,
): Promise<readonly GroupRow[] | undefined> {
  const { rows } = await sql<GroupRow>`
    with f as materialized (
      select ${columns} from karte.finding f where ${where} limit ${narrowMost + 1})
    select f.check_id, ${sums}, false as more from f group by f.check_id
    order by severity, findings desc, f.check_id`.execute(tx);
  return rows.reduce((all, { findings }) => all + findings, 0) > narrowMost ? undefined : rows;
}

/** The same up to a limit for each check: where very many are left, there are soon enough of each. */
async function many(
  tx: KarteTransaction,
  where: RawBuilder<SqlBool>,
): Promise<readonly GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select c.id as check_id, x.*
    from (select unnest(${[...checkWords.keys()]}::text[])
      union select check_id from karte.check_count) c (id),
    lateral (select ${sums}, count(*) > ${countedOfEach} as more
      from (select ${columns} from karte.finding f
        where f.check_id = c.id and ${where} limit ${countedOfEach + 1}) f) x
    where x.findings > 0
    order by x.severity, x.findings desc, c.id`.execute(tx);
  return rows;
}

/** Equal findings on many hosts as one line each; without filters all open ones. */
export async function findingGroups(
  context: KarteContext,
  member: Member,
  filters: FindingFilters,
): Promise<EndpointResult<typeof groupFindings>> {
  const { scope } = member;
  const isNarrowed = Object.values(filters).some((value) => value !== undefined);
  // The counts that every run keeps are of the whole workspace.
  const isAll = !isNarrowed && scope.groups === null;
  const rows = await inScope(context.db, scope, (tx) =>
    isAll ? allOpen(tx) : narrowed(tx, filters, askedBy(context, member)),
  );
  return {
    groups: rows.map((row) => ({
      check: row.check_id,
      category: categoryOf(row.check_id, row.category),
      title: titleOf(row.check_id),
      severity: severityCode.word(row.severity),
      findings: row.more ? countedOfEach : row.findings,
      hosts: row.hosts,
      domains: row.domains,
      more: row.more,
      oldestAt: row.oldest.toISOString(),
      newestAt: row.newest.toISOString(),
    })),
  };
}

async function narrowed(
  tx: KarteTransaction,
  filters: FindingFilters,
  asking: Asking,
): Promise<readonly GroupRow[]> {
  const { conditions, found } = await askedFindings(tx, filters, asking);
  const where = every([
    ofLiveDomain(sql`f.domain_id`),
    ...conditions,
    ...(found === undefined ? [] : [hasWords(found)]),
  ]);
  return (await few(tx, where)) ?? (await many(tx, where));
}
