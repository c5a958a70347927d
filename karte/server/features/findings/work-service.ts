import { randomUUID } from "node:crypto";
import { acceptanceMostMs, workMost } from "@sekimori/karte-contract/endpoints/findings";
import { labelsText } from "@sekimori/karte-contract/labels";
import type { AcceptanceReason } from "@sekimori/karte-contract/words";
import { AppError, invalidField } from "@sekimori/kit-server/errors";
import { enqueue } from "@sekimori/kit-server/jobs";
import { type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { inScope } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { tellAssigned } from "../alert-requests/alert-jobs.ts";
import { withCauses } from "../causes/cause-views.ts";
import { mustAllBeLive } from "../domain-records/domain-rows.ts";
import type { Member } from "../principals/principals.ts";
import { settlePriorities } from "../priorities/settle.ts";
import { happenTo, lockFindings } from "./acceptances.ts";
import type { Before } from "./before.ts";
import { type LabelWork, workOnLabels } from "./finding-labels.ts";
import { placeOf } from "./finding-rows.ts";

export type Work =
  | { readonly kind: "assign"; readonly assignee: string | null }
  | { readonly kind: "due"; readonly on: string | null }
  | LabelWork
  | { readonly kind: "open" }
  | {
      readonly kind: "accept";
      readonly reason: AcceptanceReason;
      readonly until: string;
      readonly text: string;
    }
  | { readonly kind: "withdraw-acceptance" };

/** Only a colleague who sees all of the findings can be asked to mend them. */
async function mustBeColleague(tx: KarteTransaction, accountId: string): Promise<void> {
  const row = await tx
    .selectFrom("karte.member")
    .select("account_id")
    .where("account_id", "=", accountId)
    .where("suspended_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) throw invalidField("act.assignee", "invalid");
}

async function assign(
  tx: KarteTransaction,
  member: Member,
  ids: readonly string[],
  assignee: string | null,
  now: Date,
): Promise<Before> {
  if (assignee !== null) await mustBeColleague(tx, assignee);
  return assignEach(
    tx,
    member,
    ids.map((id) => ({ id, to: assignee })),
    now,
  );
}

/** Assigns each finding to its person, with their history. */
export async function assignEach(
  tx: KarteTransaction,
  member: Member,
  wanted: readonly { readonly id: string; readonly to: string | null }[],
  now: Date,
): Promise<Before> {
  const { rows } = await sql<{
    id: string;
    domain_id: string;
    was: string | null;
    assignee: string | null;
  }>`
    with wanted as (select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) x (id uuid, "to" text)),
    known as (select f.id, f.assignee as was, w."to" from karte.finding f join wanted w on w.id = f.id
      where f.assignee is distinct from w."to" order by f.id for update of f)
    update karte.finding f set assignee = known."to" from known where f.id = known.id
    returning f.id, f.domain_id, known.was, f.assignee`.execute(tx);
  const values = rows.map(({ id, domain_id, assignee }) => ({
    workspace_id: member.workspaceId,
    domain_id,
    finding_id: id,
    at: now,
    kind: "assignment" as const,
    account_id: member.person.id,
    assignee,
  }));
  if (values.length > 0) await tx.insertInto("karte.finding_event").values(values).execute();
  return rows.map(({ id, was }) => ({ id, was }));
}

async function setDue(
  tx: KarteTransaction,
  ids: readonly string[],
  on: string | null,
  now: Date,
): Promise<Before> {
  const { rows } = await sql<{ id: string; was: string }>`
    with known as (select f.id, f.due_on as was from karte.finding f
      where f.id = any (${ids}::uuid[]) order by f.id for update)
    update karte.finding f set due_on = ${on ?? "infinity"}::date from known where f.id = known.id
    returning f.id, known.was::text as was`.execute(tx);
  await settlePriorities(tx, sql<SqlBool>`f.id = any (${ids}::uuid[])`, now);
  return rows;
}

/** Whoever is given something to fix hears of it, unless they took it themselves. */
async function tellOf(tx: KarteTransaction, member: Member, to: string | null, given: Before) {
  if (to === null || to === member.person.id || given.length === 0) return;
  await enqueue(tx, tellAssigned, {
    workspace: member.workspaceId,
    account: to,
    act: randomUUID(),
    findings: given.map(({ id }) => id),
  });
}

const isOfLabels = (work: Work): work is LabelWork => "labels" in work;

const eventOf = (work: Exclude<Work, LabelWork | { kind: "assign" | "due" }>) => {
  if (work.kind === "open") return { kind: "opened" as const };
  if (work.kind === "withdraw-acceptance") return { kind: "acceptance-withdrawn" as const };
  return { kind: "accepted" as const, reason: work.reason, until: Date.parse(work.until) };
};

async function keepAct(
  tx: KarteTransaction,
  member: Member,
  work: Work,
  before: Before,
  now: Date,
): Promise<string> {
  const id = randomUUID();
  await tx
    .insertInto("karte.finding_act")
    .values({
      id,
      workspace_id: member.workspaceId,
      account_id: member.person.id,
      act: JSON.stringify(work),
      before: JSON.stringify(before),
      at: now,
    })
    .execute();
  return id;
}

/** What the log says of an act beside how many findings it changed. */
function whatOf(work: Work): Readonly<Record<string, string>> {
  if (work.kind === "accept") return { reason: work.reason, until: work.until };
  if (isOfLabels(work)) return { label: labelsText(work.labels) };
  if (work.kind === "assign") return work.assignee === null ? {} : { assignee: work.assignee };
  return work.kind === "due" && work.on !== null ? { until: work.on } : {};
}

/**
 * Works on one or many findings, or with each on all that have its cause: all that the person may see, or,
 * if one of them is not theirs to see, none.
 *
 * @throws AppError NotFound, NotAllowed, InvalidInput, PlanLimit.
 */
export async function workNow(
  { db, clock }: KarteContext,
  member: Member,
  {
    findings,
    withCause,
    act: work,
  }: { readonly findings: readonly string[]; readonly withCause: boolean; readonly act: Work },
): Promise<{ changed: number; unchanged: number; undo: string | null }> {
  const now = clock.now();
  const isAcceptance = work.kind === "accept" || work.kind === "withdraw-acceptance";
  if (isAcceptance && !member.may("accept-finding")) {
    throw new AppError("NotAllowed", { data: { act: "accept-finding" } });
  }
  if (work.kind === "accept") {
    const until = Date.parse(work.until) - now.getTime();
    if (until <= 0 || until > acceptanceMostMs) throw invalidField("act.until", "invalid");
  }
  return inScope(db, member.scope, async (tx) => {
    const ids = withCause ? await withCauses(tx, findings, workMost + 1) : [...new Set(findings)];
    if (ids.length > workMost) throw invalidField("findings", "too_long", { maximum: workMost });
    const rows = await lockFindings(tx, ids);
    if (rows.length !== ids.length) throw new AppError("NotFound");
    await mustAllBeLive(
      tx,
      rows.map((row) => row.domain_id),
    );
    let before: Before;
    let changed: number;
    if (work.kind === "assign") {
      before = await assign(tx, member, ids, work.assignee, now);
      changed = before.length;
      await tellOf(tx, member, work.assignee, before);
    } else if (work.kind === "due") {
      before = await setDue(tx, ids, work.on, now);
      changed = before.length;
    } else if (isOfLabels(work)) {
      before = await workOnLabels(tx, ids, work);
      changed = before.length;
    } else {
      const by = {
        workspaceId: member.workspaceId,
        accountId: member.person.id,
        text: work.kind === "accept" ? work.text : null,
      };
      changed = await happenTo(tx, rows, eventOf(work), by, now);
      before = work.kind === "accept" ? ids.map((id) => ({ id, was: null })) : [];
    }
    const action = {
      assign: "finding.assigned",
      accept: "finding.accepted",
      "withdraw-acceptance": "finding.acceptance-withdrawn",
      due: "finding.due-changed",
      "add-labels": "finding.labels-added",
      "remove-labels": "finding.labels-removed",
      open: null,
    } as const;
    const name = action[work.kind];
    if (name !== null && changed > 0) {
      await appendActivity(tx, {
        at: now,
        action: name,
        by: { id: member.person.id, ipAddress: member.ipAddress },
        detail: {
          count: changed,
          ...(await placeOf(tx, ids)),
          ...whatOf(work),
        },
      });
    }
    const undo =
      changed > 0 && before.length > 0 ? await keepAct(tx, member, work, before, now) : null;
    return { changed, unchanged: ids.length - changed, undo };
  });
}
