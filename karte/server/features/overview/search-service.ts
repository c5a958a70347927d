import { searchResultsMost } from "@sekimori/karte-contract/constants";
import type { search } from "@sekimori/karte-contract/endpoints/overview";
import type { EndpointResult } from "@sekimori/kit-contract/endpoint";
import { foldedText } from "@sekimori/kit-contract/search-text";
import { type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { reportFormCode, reportStateCode } from "../../database/codes.ts";
import { inScope } from "../../database/scope.ts";
import { findingPageOf } from "../findings/finding-list.ts";
import { titleOf } from "../findings/finding-rows.ts";
import { askedBy } from "../findings/query/asking.ts";
import { openPerson } from "../principals/person.ts";
import type { Member } from "../principals/principals.ts";
import { reportRecords } from "../reports/report-rows.ts";

type Result = EndpointResult<typeof search>["results"][number];

interface Hit {
  readonly id: string;
  readonly text: string;
  readonly detail: string;
}

/**
 * Exact hits; only where there are none, names that are nearly the words. Hosts are mostly called as
 * their domain is: those that are nearly so are looked for where no domain is.
 */
async function names(
  tx: KarteTransaction,
  q: string,
  most: number,
): Promise<{ readonly results: readonly Result[]; readonly areExact: boolean }> {
  const domains = (call: ReturnType<typeof sql>) =>
    sql<Hit>`
    select d.id, d.name_unicode as text, d.label as detail from karte.domain d
    where d.id in (select ${call}) order by d.name`.execute(tx);
  const assets = (call: ReturnType<typeof sql>) =>
    sql<Hit>`
    select a.id, a.name as text, d.name as detail from karte.asset a
    join karte.domain d on d.id = a.domain_id and d.deleted_at is null
    where a.id in (select ${call}) order by a.name`.execute(tx);
  const kinds = [
    ["domain", domains, "find_domains", "find_similar_domains"],
    ["asset", assets, "find_assets", "find_similar_assets"],
  ] as const;
  const results: Result[] = [];
  let areExact = false;
  for (const [kind, ask, exact, similar] of kinds) {
    const call = (name: string) => sql`karte.${sql.raw(name)}(${q}, ${most})`;
    const { rows } = await ask(call(exact));
    areExact ||= rows.length > 0;
    const isNearlyLookedFor = rows.length === 0 && results.length === 0;
    const hits = isNearlyLookedFor ? (await ask(call(similar))).rows : rows;
    results.push(...hits.map((hit) => ({ kind, ...hit })));
  }
  return { results, areExact };
}

/** A report is called by what it tells of, in the reader's language. */
const reportNames = {
  ja: { report: "レポート", all: "ワークスペース全体" },
  en: { report: "Report", all: "Whole workspace" },
} as const;

/** Reports that are kept are few: they are named and read through, the latest first. */
const reportsRead = 500;

async function reports(
  tx: KarteTransaction,
  { person }: Member,
  needle: string,
): Promise<Result[]> {
  const records = await reportRecords(
    tx,
    sql<SqlBool>`r.state = ${reportStateCode.of("ready")}`,
    sql`order by r.requested_at desc, r.id desc limit ${reportsRead}`,
  );
  const words = reportNames[person.locale];
  return records
    .map((record) => ({
      kind: "report" as const,
      id: record.id,
      text: `${words.report}: ${record.domain_name ?? record.group_name ?? words.all}`,
      detail: `${record.from_day} – ${record.to_day} ${reportFormCode.word(record.form).toUpperCase()}`,
    }))
    .filter(({ text, detail }) => foldedText(`${text} ${detail}`).includes(needle));
}

/** One search over all that the person may see, a few results of each kind. */
export function searchAll(
  context: KarteContext,
  member: Member,
  q: string,
): Promise<EndpointResult<typeof search>> {
  return inScope(context.db, member.scope, async (tx) => ({
    results: await resultsOf(tx, context, member, q),
  }));
}

async function resultsOf(
  tx: KarteTransaction,
  { sealer, clock }: KarteContext,
  member: Member,
  q: string,
): Promise<Result[]> {
  const most = searchResultsMost;
  const needle = foldedText(q);
  const { results: found, areExact } = await names(tx, q, most);
  const part = { sort: "priority", order: "asc", size: most, each: "finding" } as const;
  const { records: findings } = await findingPageOf(tx, member.scope, { q }, part, {
    ...askedBy({ clock, sealer }, member),
    isAnywhere: areExact,
  });
  const groups = await sql<{ id: string; name: string }>`
    select g.id, g.name from karte.domain_group g
    where ${member.groups === null ? sql<SqlBool>`true` : sql<SqlBool>`g.id = any (${member.groups}::uuid[])`}
    order by g.name`.execute(tx);
  // People are few and sealed: they are opened, not searched.
  const people = member.may("assign")
    ? (
        await tx
          .selectFrom("karte.member")
          .select(["workspace_id", "account_id", "personal"])
          .execute()
      )
        .map((row) => openPerson(sealer, row))
        .filter(({ name, email }) => foldedText(`${name} ${email}`).includes(needle))
    : [];
  return [
    ...found,
    ...findings.map(({ id, check_id: check, host }) => ({
      kind: "finding" as const,
      id,
      text: titleOf(check)[member.person.locale],
      detail: host,
    })),
    ...groups.rows
      .filter(({ name }) => foldedText(name).includes(needle))
      .slice(0, most)
      .map(({ id, name }) => ({ kind: "group" as const, id, text: name, detail: "" })),
    ...(await reports(tx, member, needle)).slice(0, most),
    ...people
      .slice(0, most)
      .map(({ id, name, email }) => ({ kind: "person" as const, id, text: name, detail: email })),
  ];
}
