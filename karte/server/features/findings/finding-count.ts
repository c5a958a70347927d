import { countedUpTo } from "@sekimori/karte-contract/constants";
import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { severityCode } from "../../database/codes.ts";
import { countUpTo, every, ofLiveDomain, upTo } from "../../database/pages.ts";
import type { Scope } from "../../database/scope.ts";
import { groupSums, noDomains } from "../groups/group-sums.ts";
import type { FindingFilters } from "./finding-filters.ts";
import { checkWords } from "./finding-rows.ts";
import { type FoundWords, hasWords } from "./finding-search.ts";
import type { AskedFindings } from "./query/asked-findings.ts";

/** Where other filters narrow what very many places have, they are counted up to here. */
const amongManyMost = 500;
/** What a query asks, beyond what filters say, may stand in no index together. */
const askedMost = 1_000;

/** The names of the filters that narrow, but for the words. */
const narrowing = ({ q: _, ...filters }: FindingFilters) =>
  Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name]));

/** Open findings by severity, from critical to information. */
type OpenSums = readonly [number, number, number, number, number];

const sumOf = (open: OpenSums, severities: FindingFilters["severity"]) =>
  open.reduce(
    (sum, findings, index) =>
      severities === undefined || severities.includes(severityCode.word(index + 1))
        ? sum + findings
        : sum,
    0,
  );

async function openOf(tx: KarteTransaction): Promise<OpenSums> {
  const rows = await tx.selectFrom("karte.open_count").select(["severity", "findings"]).execute();
  const of = (code: number) =>
    Number(rows.find(({ severity }) => severity === code)?.findings ?? 0);
  return [of(1), of(2), of(3), of(4), of(5)];
}

async function openOfDomain(tx: KarteTransaction, domain: string): Promise<OpenSums> {
  const row = await tx
    .selectFrom("karte.domain")
    .select(["open_critical", "open_high", "open_medium", "open_low", "open_info"])
    .where("id", "=", domain)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) return noDomains.open;
  return [row.open_critical, row.open_high, row.open_medium, row.open_low, row.open_info];
}

/** Open findings of checks, as every run keeps them. */
export async function openOfChecks(
  tx: KarteTransaction,
  isOne: (check: string) => boolean,
): Promise<number> {
  const rows = await tx.selectFrom("karte.check_count").select(["check_id", "findings"]).execute();
  return rows
    .filter((row) => isOne(row.check_id))
    .reduce((sum, { findings }) => sum + Number(findings), 0);
}

/**
 * The count of a list that little narrows, from what every write keeps; undefined for others, and for
 * people who see a part of the workspace.
 */
async function keptCount(
  tx: KarteTransaction,
  scope: Scope,
  filters: FindingFilters,
  found: FoundWords | undefined,
): Promise<number | undefined> {
  if (scope.groups !== null) return undefined;
  const { severity, category, check, domain, group } = filters;
  const used = narrowing(filters);
  const isOnly = (...names: (keyof FindingFilters)[]) =>
    used.every((name) => names.some((one) => one === name));
  if (found !== undefined) {
    const { checks, domains, partly } = found;
    const isByName = used.length === 0 && domains.length + partly.length === 0;
    return isByName ? openOfChecks(tx, (id) => checks.includes(id)) : undefined;
  }
  if (isOnly("severity")) return sumOf(await openOf(tx), severity);
  if (check !== undefined && isOnly("check")) return openOfChecks(tx, (id) => id === check);
  if (category !== undefined && isOnly("category")) {
    return openOfChecks(tx, (id) => category.some((one) => one === checkWords.get(id)?.category));
  }
  if (domain !== undefined && isOnly("domain", "severity")) {
    return sumOf(await openOfDomain(tx, domain), severity);
  }
  const [only] = group ?? [];
  if (only !== undefined && group?.length === 1 && isOnly("group", "severity")) {
    return sumOf(((await groupSums(tx, only)).get(only) ?? noDomains).open, severity);
  }
  return undefined;
}

/** How many there are: exact up to a limit, which is lower where counting on would take long. */
export async function findingCount(
  tx: KarteTransaction,
  scope: Scope,
  { filters, found, conditions, walks, ways }: AskedFindings,
): Promise<{ value: number; more: boolean }> {
  const kept = await keptCount(tx, scope, filters, found);
  if (kept !== undefined) return upTo(kept);
  // What is open at each place is known without counting.
  if (found && narrowing(filters).length === 0 && found.checks.length === 0) {
    const { value, more } = upTo(found.open);
    return { value, more: more || found.areMany };
  }
  const where = [
    ofLiveDomain(sql`f.domain_id`),
    ...(found === undefined ? [] : [hasWords(found)]),
    ...conditions,
  ];
  const most =
    walks || found?.areMany ? amongManyMost : filters.query === undefined ? countedUpTo : askedMost;
  if (ways === undefined) {
    return countUpTo(tx, sql`1 from karte.finding f where ${every(where)}`, most);
  }
  // One way after another, until there are enough.
  const each = ways.map(
    (way) => sql`(select 1 from karte.finding f where ${every([way, ...where])} limit ${most + 1})`,
  );
  return each.length === 0
    ? upTo(0)
    : countUpTo(tx, sql`1 from (${sql.join(each, sql` union all `)}) ways`, most);
}
