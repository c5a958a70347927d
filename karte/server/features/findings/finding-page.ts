import { factValue } from "@sekimori/diagnosis/fact-values";
import { factWord } from "@sekimori/diagnosis/fact-words";
import type { FindingPage } from "@sekimori/karte-contract/endpoints/findings";
import { isOpen } from "@sekimori/karte-contract/finding-life";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { AppError } from "@sekimori/kit-server/errors";
import { type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { acceptanceCode, findingStateCode, severityCode } from "../../database/codes.ts";
import { ofLiveDomain } from "../../database/pages.ts";
import { inScope, type Scope } from "../../database/scope.ts";
import { workspacePoints } from "../causes/workspace-points.ts";
import { cachedContract } from "../contract/contract-service.ts";
import { peopleById } from "../principals/person.ts";
import type { Member } from "../principals/principals.ts";
import { ticketsOfCause } from "../ticket-records/ticket-rows.ts";
import { openOfChecks } from "./finding-count.ts";
import { findingRecipes } from "./finding-recipes.ts";
import { checkWords, type FindingRecord, findingRecords, findingViews } from "./finding-rows.ts";

/** Entries of its history that the page shows. */
const historyMost = 200;

const wordOf = (code: number | null) => (code === null ? null : findingStateCode.word(code));

/** What policies made of a finding. */
async function policyMarks(
  tx: KarteTransaction,
  id: string,
): Promise<Pick<FindingPage, "policies" | "checkSeverity">> {
  const { rows: hits } = await sql<{
    name: string;
    at: Date;
    severity: number | null;
    reason: string | null;
    until: string | null;
  }>`select name, at, severity, reason, until::text as until from karte.policy_hit
    where finding_id = ${id} order by at desc, name limit ${historyMost}`.execute(tx);
  const { rows: own } = await sql<{ severity: number | null }>`
    select check_severity as severity from karte.finding where id = ${id}`.execute(tx);
  const wordOfSeverity = (code: number | null | undefined) =>
    code == null ? null : severityCode.word(code);
  return {
    policies: hits.map(({ at, severity, ...hit }) => ({
      ...hit,
      at: at.toISOString(),
      severity: wordOfSeverity(severity),
    })),
    checkSeverity: wordOfSeverity(own[0]?.severity),
  };
}

/** Other open findings of the same check. Who sees a part of the workspace has few to count. */
async function openOfSameCheck(
  tx: KarteTransaction,
  scope: Scope,
  { id, check_id: check, state }: FindingRecord,
): Promise<number> {
  if (scope.groups === null) {
    const all = await openOfChecks(tx, (one) => one === check);
    return isOpen(findingStateCode.word(state)) ? all - 1 : all;
  }
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from karte.finding f where f.is_open = 1 and f.check_id = ${check}
      and f.id <> ${id} and ${ofLiveDomain(sql`f.domain_id`)}`.execute(tx);
  return Number(rows[0]?.count ?? 0);
}

/** Of the whole workspace, which has no score for those who see a part of it. */
async function pointsOf(
  tx: KarteTransaction,
  scope: Scope,
  { cause, is_open: isStanding }: FindingRecord,
): Promise<number | null> {
  if (scope.groups !== null || cause === null || isStanding === 0) return null;
  return await workspacePoints(tx, cause);
}

/** One finding with everything that is known of it. @throws AppError NotFound. */
export async function findingPage(
  { db, clock, sealer }: KarteContext,
  member: Member,
  id: string,
): Promise<FindingPage> {
  return inScope(db, member.scope, async (tx) => {
    const [record] = await findingRecords(tx, sql<SqlBool>`f.id = ${id}`, sql``);
    const [row] = record ? await findingViews(tx, sealer, [record], clock.now()) : [];
    if (record === undefined || row === undefined) throw new AppError("NotFound");
    const events = await tx
      .selectFrom("karte.finding_event")
      .selectAll()
      .where("finding_id", "=", id)
      .orderBy("id", "desc")
      .limit(historyMost)
      .execute();
    const person = await peopleById(tx, sealer, [
      record.accepted_by,
      ...events.flatMap(({ account_id: account, assignee }) => [account, assignee]),
    ]);
    const same = await openOfSameCheck(tx, member.scope, record);
    const { answer } = await cachedContract(tx);
    const rechecks = await tx
      .selectFrom("karte.recheck_use")
      .select("used")
      .where("day", "=", tokyoDay(clock.now()))
      .executeTakeFirst();
    const words = checkWords.get(record.check_id);
    const recipes = await findingRecipes(tx, record);
    const { address, url } = record.report.place;
    return {
      ...row,
      key: record.key,
      address: address ?? null,
      url: url ?? null,
      evidence: record.report.evidence.map((fact) => ({
        name: fact.name,
        value: Array.isArray(fact.value)
          ? [...fact.value]
          : (fact.value as string | number | boolean),
        unit: fact.unit ?? null,
        label: factWord(fact.name),
        text: factValue(fact),
      })),
      why: words?.explanation ?? row.summary,
      remedy: words?.remedy ?? { ja: "", en: "" },
      recipes: [...recipes],
      sources: (words?.source ?? []).map(({ title, url: address_ }) => ({
        title,
        url: address_ ?? null,
      })),
      acceptance:
        record.accepted_reason === null || record.accepted_until === null
          ? null
          : {
              reason: acceptanceCode.word(record.accepted_reason),
              until: record.accepted_until.toISOString(),
              text: record.accepted_text ?? "",
              by: person(record.accepted_by),
            },
      reopened: record.reopened,
      history: events.map((event) => ({
        at: event.at.toISOString(),
        by: person(event.account_id),
        kind: event.kind,
        reason: event.reason,
        from: wordOf(event.from_state),
        to: wordOf(event.to_state),
        text: event.text,
        assignee: person(event.assignee),
        run: event.run_id,
      })),
      same,
      workspacePoints: await pointsOf(tx, member.scope, record),
      ...(await policyMarks(tx, record.id)),
      tickets: await ticketsOfCause(tx, sealer, record.cause),
      rechecks: { used: rechecks?.used ?? 0, limit: answer.entitlements.findingRechecksPerDay },
    };
  });
}
