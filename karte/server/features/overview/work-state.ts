import { timeToFixDays } from "@sekimori/karte-contract/constants";
import type { Overview } from "@sekimori/karte-contract/endpoints/overview";
import type { Severity } from "@sekimori/karte-contract/words";
import { nextTokyoMonth, tokyoDay, tokyoMonthBegin } from "@sekimori/kit-contract/tokyo";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { findingStateCode } from "../../database/codes.ts";
import { countUpTo, every, ofLiveDomain, upTo } from "../../database/pages.ts";
import { severityCounts } from "../../database/severity-counts.ts";
import { titleOf } from "../findings/finding-rows.ts";
import { overdueBy } from "../priorities/due-date.ts";

/** Conditions that keep a column of domains to the part that an overview is about. */
export type InPart = (domain: string) => readonly RawBuilder<SqlBool>[];

/** What an overview counts one by one, it counts up to here. */
const countedMost = 1_000;
const endingShown = 5;
/** A time to fix is taken from so many of the latest fixes. */
const fixesMost = 500;

/** Ages by their oldest day; what is older than all of them comes last. */
const ages = [7, 30, 90, null] as const;

async function overdueOf(tx: KarteTransaction, inPart: InPart, now: Date) {
  const isLate = every([
    sql<SqlBool>`f.is_open = 1`,
    sql<SqlBool>`f.due_on < ${tokyoDay(now)}::date`,
    ofLiveDomain(sql`f.domain_id`),
    ...inPart("f.domain_id"),
  ]);
  const { rows } = await sql<{ findings: number; day: string | null }>`
    select count(*)::int as findings, min(x.due_on)::text as day from (
      select f.due_on from karte.finding f where ${isLate}
      order by f.due_on limit ${countedMost + 1}) x`.execute(tx);
  const { findings = 0, day = null } = rows[0] ?? {};
  const { value: count, more } = upTo(findings, countedMost);
  return { count, more, longestWorkingDays: overdueBy(day, now) };
}

async function acceptedOf(tx: KarteTransaction, inPart: InPart): Promise<Overview["accepted"]> {
  const isAccepted = every([
    sql<SqlBool>`f.state = ${findingStateCode.literals("accepted")}`,
    ofLiveDomain(sql`f.domain_id`),
    ...inPart("f.domain_id"),
  ]);
  const { value: count, more } = await countUpTo(
    tx,
    sql`1 from karte.finding f where ${isAccepted}`,
    countedMost,
  );
  const { rows } = await sql<{ id: string; check_id: string; host: string; until: Date }>`
    select f.id, f.check_id, f.host, f.accepted_until as until from karte.finding f
    where ${isAccepted} order by f.accepted_until, f.id limit ${endingShown}`.execute(tx);
  const next = rows.map(({ id, check_id: check, host, until }) => ({
    id,
    title: titleOf(check),
    host,
    until: until.toISOString(),
  }));
  return { count, more, next };
}

async function monthOf(tx: KarteTransaction, inPart: InPart, from: Date, to: Date) {
  const count = (reasons: readonly string[]) =>
    countUpTo(
      tx,
      sql`1 from karte.finding_event e where e.at >= ${from} and e.at < ${to}
        and e.reason = any (${reasons}::text[]) and ${every([ofLiveDomain(sql`e.domain_id`), ...inPart("e.domain_id")])}`,
      countedMost,
    );
  return { new: await count(["seen-first", "seen-again"]), fixed: await count(["check-passed"]) };
}

async function timeToFix(tx: KarteTransaction, inPart: InPart, now: Date) {
  const { rows } = await sql<{ days: number | null; fixed: number }>`
    select (percentile_cont(0.5) within group (order by extract(epoch from x.at - x.first_seen_at)) / 86400)::real
        as days, count(*)::int as fixed
    from (select e.at, f.first_seen_at from karte.finding_event e
      join karte.finding f on f.id = e.finding_id
      where e.at > ${now}::timestamptz - ${timeToFixDays} * interval '1 day' and e.reason = 'check-passed'
        and ${every([ofLiveDomain(sql`e.domain_id`), ...inPart("e.domain_id")])}
      order by e.at desc limit ${fixesMost}) x`.execute(tx);
  const { days = null, fixed = 0 } = rows[0] ?? {};
  return { days: days === null ? null : Math.round(days * 10) / 10, fixed };
}

/** Open findings by how long they are known; of one age with very many, only that they are many. */
async function agesOf(tx: KarteTransaction, inPart: InPart, now: Date): Promise<Overview["ages"]> {
  const daysAgo = (days: number) => sql`${now}::timestamptz - ${days} * interval '1 day'`;
  const answer: Overview["ages"][number][] = [];
  for (const [index, upToDays] of ages.entries()) {
    const after = ages[index - 1] ?? null;
    const { rows } = await sql<Record<Severity, number>>`
      select ${sql.join(severityCounts.map(({ word, count }) => sql`${count} as ${sql.ref(word)}`))}
      from (select f.severity from karte.finding f where ${every([
        sql<SqlBool>`f.is_open = 1`,
        ...(upToDays === null ? [] : [sql<SqlBool>`f.first_seen_at >= ${daysAgo(upToDays)}`]),
        ...(after === null ? [] : [sql<SqlBool>`f.first_seen_at < ${daysAgo(after)}`]),
        ofLiveDomain(sql`f.domain_id`),
        ...inPart("f.domain_id"),
      ])} limit ${countedMost + 1}) x`.execute(tx);
    const open = rows[0] ?? { critical: 0, high: 0, medium: 0, low: 0, info: 0 };
    const all = Object.values(open).reduce((sum, findings) => sum + findings, 0);
    const { value, more } = upTo(all, countedMost);
    answer.push({ upToDays, count: { value, more }, open: more ? null : open });
  }
  return answer;
}

/** How the work on what was found goes on: what is late, accepted, new, fixed, and how old it is. */
export async function workState(
  tx: KarteTransaction,
  inPart: InPart,
  now: Date,
): Promise<Pick<Overview, "overdue" | "accepted" | "months" | "timeToFix" | "ages">> {
  const begins = tokyoMonthBegin(now);
  const before = tokyoMonthBegin(new Date(begins.getTime() - 1));
  return {
    overdue: await overdueOf(tx, inPart, now),
    accepted: await acceptedOf(tx, inPart),
    months: {
      now: await monthOf(tx, inPart, begins, nextTokyoMonth(now)),
      before: await monthOf(tx, inPart, before, begins),
    },
    timeToFix: await timeToFix(tx, inPart, now),
    ages: await agesOf(tx, inPart, now),
  };
}
