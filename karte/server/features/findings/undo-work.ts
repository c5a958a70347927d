import { undoDays } from "@sekimori/karte-contract/constants";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { AppError } from "@sekimori/kit-server/errors";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { inScope } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { mustAllBeLive } from "../domain-records/domain-rows.ts";
import type { Member } from "../principals/principals.ts";
import { settlePriorities } from "../priorities/settle.ts";
import { happenTo, lockFindings } from "./acceptances.ts";
import type { Before } from "./before.ts";
import { putLabelsBack } from "./finding-labels.ts";
import { assignEach, type Work } from "./work-service.ts";

/** That a finding still has what the act gave it. */
function isAsLeft(work: Work, accountId: string): RawBuilder<SqlBool> {
  if (work.kind === "assign") return sql<SqlBool>`assignee is not distinct from ${work.assignee}`;
  if (work.kind === "due") return sql<SqlBool>`due_on = ${work.on ?? "infinity"}::date`;
  if (work.kind === "accept") {
    return sql<SqlBool>`accepted_by = ${accountId} and accepted_until = ${new Date(work.until)}`;
  }
  // What each was given or lost says by itself what there is to put back.
  return sql<SqlBool>`${"labels" in work}`;
}

interface Kept {
  readonly work: Work;
  readonly by: string;
  readonly before: Before;
}

/** Marks the act as undone, once. @throws AppError NotFound, CannotUndo. */
async function takeAct(tx: KarteTransaction, id: string, now: Date): Promise<Kept> {
  const row = await tx
    .updateTable("karte.finding_act")
    .set({ undone_at: now })
    .where("id", "=", id)
    .where("undone_at", "is", null)
    .where("at", ">", new Date(now.getTime() - undoDays * dayMs))
    .returning(["account_id", "act", "before"])
    .executeTakeFirst();
  if (row === undefined) {
    const known = await tx
      .selectFrom("karte.finding_act")
      .select("id")
      .where("id", "=", id)
      .executeTakeFirst();
    throw new AppError(known === undefined ? "NotFound" : "CannotUndo");
  }
  return { work: row.act as Work, by: row.account_id, before: row.before as unknown as Before };
}

async function putBack(
  tx: KarteTransaction,
  member: Member,
  { work, by, before }: Kept,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: string; domain_id: string }>`
    select id, domain_id from karte.finding
    where id = any (${before.map(({ id }) => id)}::uuid[]) and ${isAsLeft(work, by)}
    order by id for update`.execute(tx);
  await mustAllBeLive(
    tx,
    rows.map((row) => row.domain_id),
  );
  const left = new Set(rows.map(({ id }) => id));
  const those = before.filter(({ id }) => left.has(id));
  if ("labels" in work) return (await putLabelsBack(tx, work, those)).length;
  if (work.kind === "assign") {
    const wanted = those.map(({ id, was }) => ({ id, to: was }));
    return (await assignEach(tx, member, wanted, now)).length;
  }
  if (work.kind === "due") {
    await sql`update karte.finding f set due_on = x.was
      from jsonb_to_recordset(${JSON.stringify(those)}::jsonb) x (id uuid, was date)
      where f.id = x.id`.execute(tx);
    await settlePriorities(tx, sql<SqlBool>`f.id = any (${[...left]}::uuid[])`, now);
    return those.length;
  }
  return happenTo(
    tx,
    await lockFindings(tx, [...left]),
    { kind: "acceptance-withdrawn" },
    { workspaceId: member.workspaceId, accountId: member.person.id, text: null },
    now,
  );
}

/**
 * Puts back what one act on findings changed. What somebody changed since stays as it is.
 *
 * @throws AppError NotFound, NotAllowed, CannotUndo, PlanLimit.
 */
export async function undoWork(
  { db, clock }: KarteContext,
  member: Member,
  id: string,
): Promise<{ changed: number }> {
  const now = clock.now();
  return inScope(db, member.scope, async (tx) => {
    const act = await takeAct(tx, id, now);
    if (act.work.kind === "accept" && !member.may("accept-finding")) {
      throw new AppError("NotAllowed", { data: { act: "accept-finding" } });
    }
    const changed = await putBack(tx, member, act, now);
    await appendActivity(tx, {
      at: now,
      action: "finding.work-undone",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: { act: act.work.kind, count: changed },
    });
    return { changed };
  });
}
