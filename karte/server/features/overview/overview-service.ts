import { gradeOf } from "@sekimori/diagnosis/grades";
import type { FindingRow } from "@sekimori/karte-contract/endpoints/findings";
import type { Overview } from "@sekimori/karte-contract/endpoints/overview";
import type { GradePoint } from "@sekimori/karte-contract/endpoints/run-view";
import {
  type VerdictFacts,
  type VerdictOptions,
  verdictOf,
} from "@sekimori/karte-contract/verdict";
import type { Grade } from "@sekimori/karte-contract/words";
import { formatDay } from "@sekimori/kit-contract/dates";
import { tokyoMonth } from "@sekimori/kit-contract/tokyo";
import { AppError } from "@sekimori/kit-server/errors";
import { type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { proofCode } from "../../database/codes.ts";
import { every } from "../../database/pages.ts";
import { inScope } from "../../database/scope.ts";
import { quotaSeen } from "../contract/quota.ts";
import { findingViews, firstFindings } from "../findings/finding-rows.ts";
import { knownGroups } from "../groups/group-repository.ts";
import { groupSums, noDomains, type Sums } from "../groups/group-sums.ts";
import type { Member } from "../principals/principals.ts";
import { manyScore } from "../scores/many-score.ts";
import { partHistory, wholeHistory } from "./grade-history.ts";
import { workState } from "./work-state.ts";

const waitingMost = 10;

/** Whoever an overview is made for, and what they see. */
type Looking = Pick<Member, "groups" | "scope"> & { readonly person: { readonly id: string } };

/** Of the whole workspace, from the counts that are kept with every write. */
export async function wholeSums(tx: KarteTransaction): Promise<Sums> {
  const scores = await tx.selectFrom("karte.score_count").select(["score", "domains"]).execute();
  const open = await tx.selectFrom("karte.open_count").select(["severity", "findings"]).execute();
  const of = (severity: number) =>
    Number(open.find((row) => row.severity === severity)?.findings ?? 0);
  return {
    scores: new Map(scores.map((row) => [row.score, row.domains])),
    open: [of(1), of(2), of(3), of(4), of(5)],
  };
}

/** Of what a restricted person sees: as few domains as their groups have. */
async function seenSums(tx: KarteTransaction): Promise<Sums> {
  const { rows } = await sql<{
    slot: number;
    domains: number;
    open: [number, number, number, number, number];
  }>`
    select karte.score_slot(d.score, d.last_run_at) as slot, count(*)::int as domains,
      array[sum(d.open_critical), sum(d.open_high), sum(d.open_medium), sum(d.open_low),
        sum(d.open_info)]::int[] as open
    from karte.domain d where d.deleted_at is null
    group by 1`.execute(tx);
  const sum = (index: 0 | 1 | 2 | 3 | 4) => rows.reduce((all, row) => all + row.open[index], 0);
  return {
    scores: new Map(rows.map((row) => [row.slot, row.domains])),
    open: [sum(0), sum(1), sum(2), sum(3), sum(4)],
  };
}

async function sumsOf(tx: KarteTransaction, member: Looking, group: string | undefined) {
  if (group !== undefined) return (await groupSums(tx, group)).get(group) ?? noDomains;
  return member.groups === null ? wholeSums(tx) : seenSums(tx);
}

function byGrade(scores: Sums["scores"]): Overview["domains"]["byGrade"] {
  const counts = { A: 0, B: 0, C: 0, D: 0, E: 0 };
  for (const [score, domains] of scores) if (score >= 0) counts[gradeOf(score)] += domains;
  return counts;
}

/** What came and went since a moment, of what the transaction sees. */
export async function changesSince(
  tx: KarteTransaction,
  since: Date | null,
  inPart: (domain: string) => readonly ReturnType<typeof sql<SqlBool>>[],
): Promise<Overview["changes"]> {
  if (since === null) return { newFindings: 0, fixedFindings: 0, newAssets: 0 };
  const { rows } = await sql<Overview["changes"]>`
    select
      (select count(*)::int from (select from karte.finding f where f.is_open = 1
        and f.first_seen_at > ${since} and ${every(inPart("f.domain_id"))} limit 1000) x) as "newFindings",
      (select count(*)::int from (select from karte.finding_event e where e.at > ${since}
        and e.reason = 'check-passed' and ${every(inPart("e.domain_id"))} limit 1000) x) as "fixedFindings",
      (select count(*)::int from (select from karte.asset a where a.first_seen_at > ${since}
        and ${every(inPart("a.domain_id"))} limit 1000) x) as "newAssets"`.execute(tx);
  return rows[0] ?? { newFindings: 0, fixedFindings: 0, newAssets: 0 };
}

/** The most urgent finding, as a verdict names it. */
function verdictFirst({ title, host, assignee, dueOn }: FindingRow): VerdictFacts["first"] {
  const due = dueOn === null ? null : { ja: formatDay(dueOn, "ja"), en: formatDay(dueOn, "en") };
  return { title, place: host, assignee: assignee?.name ?? null, due };
}

/** The grade at the end of the month before. */
function gradeBefore(history: readonly GradePoint[], now: Date): Grade | null {
  const month = tokyoMonth(now);
  return history.findLast(({ at }) => tokyoMonth(new Date(at)) < month)?.grade ?? null;
}

/** The state of the workspace, or of one of its groups. @throws AppError NotFound. */
export async function overviewOf(
  { db, clock, sealer }: KarteContext,
  member: Looking,
  group: string | undefined,
  verdict: VerdictOptions = {},
): Promise<Overview> {
  return inScope(db, member.scope, async (tx) => {
    if (group !== undefined && (await knownGroups(tx, [group])).length === 0) {
      throw new AppError("NotFound");
    }
    if (group !== undefined && member.groups !== null && !member.groups.includes(group)) {
      throw new AppError("NotFound");
    }
    const isWhole = group === undefined && member.groups === null;
    const { scores, open } = await sumsOf(tx, member, group);
    const all = [...scores.values()].reduce((sum, domains) => sum + domains, 0);
    const never = scores.get(-2) ?? 0;
    const inPart = (column: string) =>
      group === undefined
        ? []
        : [
            sql<SqlBool>`${sql.raw(column)} in (select m.domain_id from karte.group_member m
              where m.group_id = ${group})`,
          ];
    const visit = await tx
      .selectFrom("karte.member")
      .select("visited_at")
      .where("account_id", "=", member.person.id)
      .executeTakeFirst();
    const now = clock.now();
    const history = isWhole ? await wholeHistory(tx) : await partHistory(tx, group, all, now);
    const records = await firstFindings(tx, every(inPart("f.domain_id")));
    const views = await findingViews(tx, sealer, records, now);
    const waiting = await sql<{ id: string; name: string; proof: number }>`
      select d.id, d.name, d.proof from karte.domain d
      where d.deleted_at is null and d.proof in (${proofCode.literals("none", "lapsed")})
        and ${every(inPart("d.id"))}
      order by d.proof, d.name limit ${waitingMost}`.execute(tx);
    const { rows: proved } = await sql`
      select 1 from karte.domain d where d.deleted_at is null and d.proof = ${proofCode.literals("proved")} limit 1`.execute(
      tx,
    );
    const [critical, high, medium, low, info] = open;
    const work = await workState(tx, inPart, now);
    const [urgent] = views;
    const known = new Map([...scores].filter(([score]) => score >= 0));
    const { score, grade } = manyScore(known);
    return {
      score,
      grade,
      ...work,
      verdict: [
        ...verdictOf(
          {
            critical,
            first: urgent ? verdictFirst(urgent) : null,
            overdue: { ...work.overdue, longest: work.overdue.longestWorkingDays },
            domains: { all, seen: all - never },
            grade,
            gradeBefore: gradeBefore(history, now),
            fixed: work.months.now.fixed.value,
          },
          verdict,
        ),
      ],
      history,
      domains: { all, diagnosed: all - never, byGrade: byGrade(known) },
      open: { critical, high, medium, low, info },
      since: visit?.visited_at?.toISOString() ?? null,
      changes: await changesSince(tx, visit?.visited_at ?? null, inPart),
      first: views,
      waitingForProof: waiting.rows.map(({ id, name, proof }) => ({
        id,
        name,
        proof: proofCode.word(proof),
      })),
      quota: await quotaSeen(tx, { seesSums: member.groups === null }, now),
      checklist: { domainAdded: all > 0, proved: proved.length > 0, diagnosed: all > never },
    };
  });
}
