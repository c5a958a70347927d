import { randomUUID } from "node:crypto";
import { bulkMost, undoDays } from "@sekimori/karte-contract/constants";
import type { Bulk } from "@sekimori/karte-contract/endpoints/domains";
import { AppError, invalidField } from "@sekimori/kit-server/errors";
import type { Sealer } from "@sekimori/kit-server/sealing";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { scheduleCode } from "../../database/codes.ts";
import { every } from "../../database/pages.ts";
import { inScope } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { cachedContract } from "../contract/contract-service.ts";
import { allowsSchedule } from "../contract/plan-view.ts";
import { beyondPlan } from "../domain-records/domain-rows.ts";
import { groupName, knownGroups } from "../groups/group-repository.ts";
import { peopleById } from "../principals/person.ts";
import type { Member } from "../principals/principals.ts";
import { queueMany } from "../runs/start-service.ts";
import { type DomainFilters, domainConditions, findDomains } from "./domain-filters.ts";
import { lockDomains } from "./domain-service.ts";

/** What can be done to many domains, as the contract spells it. */
export type BulkAct =
  | { readonly kind: "add-to-group" | "remove-from-group"; readonly group: string }
  | { readonly kind: "label"; readonly label: string }
  | { readonly kind: "schedule"; readonly schedule: "none" | "daily" | "weekly" | "monthly" }
  | { readonly kind: "diagnose" }
  | { readonly kind: "delete" };

const dayMs = 86_400_000;

/** Fixes every domain that matches, so that a bulk act does what was counted. */
export async function takeSelection(
  context: KarteContext,
  member: Member,
  filters: DomainFilters,
): Promise<{ selection: string; count: number }> {
  const { db, clock } = context;
  return inScope(db, member.scope, async (tx) => {
    const conditions = domainConditions(filters, await findDomains(tx, filters.q));
    const { rows } = await sql<{ id: string }>`
      select d.id from karte.domain d
      where d.deleted_at is null and ${every(conditions)}
      order by d.name limit ${bulkMost}`.execute(tx);
    const selection = randomUUID();
    await tx
      .insertInto("karte.selection")
      .values({
        id: selection,
        workspace_id: member.workspaceId,
        account_id: member.person.id,
        domain_ids: rows.map(({ id }) => id),
        at: clock.now(),
      })
      .execute();
    return { selection, count: rows.length };
  });
}

/** Domains by their ids or by a selection, as a person chose them. */
export interface Chosen {
  readonly domains?: readonly string[] | undefined;
  readonly selection?: string | undefined;
}

/** @throws AppError InvalidInput unless one of both is given, NotFound for another's selection */
export async function idsOf(
  tx: KarteTransaction,
  member: Member,
  given: Chosen,
): Promise<readonly string[]> {
  if ((given.domains === undefined) === (given.selection === undefined)) {
    throw invalidField("domains", "required");
  }
  if (given.domains) return given.domains;
  const row = await tx
    .selectFrom("karte.selection")
    .select("domain_ids")
    .where("id", "=", given.selection ?? "")
    .where("account_id", "=", member.person.id)
    .executeTakeFirst();
  if (row === undefined) throw new AppError("NotFound");
  return row.domain_ids;
}

/** What it takes to put back what an act changed. */
type Before =
  | { readonly kind: "members"; readonly domains: readonly string[] }
  | { readonly kind: "schedules"; readonly rows: readonly { id: string; schedule: number }[] }
  | { readonly kind: "labels"; readonly rows: readonly { id: string; label: string }[] }
  | { readonly kind: "deleted"; readonly domains: readonly string[] }
  | null;

interface Outcome {
  readonly before: Before;
  readonly done: number;
  readonly skipped: readonly { readonly reason: string; readonly count: number }[];
}

async function perform(
  context: KarteContext,
  tx: KarteTransaction,
  member: Member,
  act: BulkAct,
  ids: readonly string[],
): Promise<Outcome> {
  const now = context.clock.now();
  // Runs are refused one by one, with their reason; what is beyond the plan may always be deleted.
  if (act.kind !== "delete" && act.kind !== "diagnose") {
    const { live, skipped } = await liveAmong(tx, ids);
    const { before, done } = await change(tx, member, act, live, now);
    return { before, done, skipped };
  }
  if (act.kind === "delete") {
    const { rows } = await sql<{ id: string }>`
      update karte.domain d set deleted_at = ${now}
      where d.id = any (${ids}::uuid[]) and d.deleted_at is null returning d.id`.execute(tx);
    const domains = rows.map(({ id }) => id);
    return { before: { kind: "deleted", domains }, done: domains.length, skipped: [] };
  }
  const { started, skipped } = await queueMany(context, tx, member, ids);
  return { before: null, done: started, skipped };
}

/** Those that the plan holds; what is beyond it is read-only. */
async function liveAmong(tx: KarteTransaction, ids: readonly string[]) {
  const { answer } = await cachedContract(tx);
  const isBeyond = await beyondPlan(tx, answer.entitlements.domains);
  const { rows } = await sql<{ id: string; added_at: Date }>`
    select d.id, d.added_at from karte.domain d
    where d.id = any (${ids}::uuid[]) and d.deleted_at is null`.execute(tx);
  const live = rows.filter((row) => !isBeyond(row)).map(({ id }) => id);
  const count = rows.length - live.length;
  return { live, skipped: count === 0 ? [] : [{ reason: "PlanLimit", count }] };
}

async function change(
  tx: KarteTransaction,
  member: Member,
  act: Exclude<BulkAct, { readonly kind: "delete" | "diagnose" }>,
  ids: readonly string[],
  now: Date,
): Promise<Pick<Outcome, "before" | "done">> {
  if (act.kind === "label") {
    const { rows } = await sql<{ id: string; label: string }>`
      with known as (select d.id, d.label from karte.domain d
        where d.id = any (${ids}::uuid[]) and d.deleted_at is null and d.label <> ${act.label}
        for update)
      update karte.domain d set label = ${act.label}
      from known where d.id = known.id returning d.id, known.label`.execute(tx);
    return { before: { kind: "labels", rows }, done: rows.length };
  }
  if (act.kind !== "schedule") {
    if ((await knownGroups(tx, [act.group])).length === 0) throw new AppError("NotFound");
    const { rows } =
      act.kind === "add-to-group"
        ? await sql<{ domain_id: string }>`
            insert into karte.group_member (workspace_id, group_id, domain_id)
            select ${member.workspaceId}, ${act.group}, d.id from karte.domain d
            where d.id = any (${ids}::uuid[]) and d.deleted_at is null
            on conflict do nothing returning domain_id`.execute(tx)
        : await sql<{ domain_id: string }>`
            delete from karte.group_member where group_id = ${act.group}
              and domain_id = any (${ids}::uuid[]) returning domain_id`.execute(tx);
    const domains = rows.map((row) => row.domain_id);
    return { before: { kind: "members", domains }, done: domains.length };
  }
  const { answer } = await cachedContract(tx);
  if (!allowsSchedule(answer, act.schedule)) {
    throw new AppError("PlanLimit", { data: { what: "schedule", limit: 0 } });
  }
  const { rows } = await sql<{ id: string; schedule: number }>`
    with known as (select d.id, d.schedule from karte.domain d
      where d.id = any (${ids}::uuid[]) and d.deleted_at is null for update)
    update karte.domain d set schedule = ${scheduleCode.of(act.schedule)},
      next_run_at = case when ${act.schedule === "none"} then 'infinity'::timestamptz
        else ${now}::timestamptz + (random() * interval '1 hour') end
    from known where d.id = known.id returning d.id, known.schedule`.execute(tx);
  return { before: { kind: "schedules", rows }, done: rows.length };
}

const rightFor = (act: BulkAct) =>
  act.kind === "diagnose" ? "run" : act.kind === "schedule" ? "schedule" : "manage-domains";

/** What a log names of an act beside its kind: the group by its present name, or the schedule. */
async function whatOf(
  tx: KarteTransaction,
  act: BulkAct,
): Promise<Readonly<Record<string, string>>> {
  if (act.kind === "schedule") return { schedule: act.schedule };
  if (act.kind === "label") return { label: act.label };
  if (!("group" in act)) return {};
  const group = await groupName(tx, act.group);
  return group === undefined ? {} : { group };
}

/** Does one act to many domains, whole or not at all. */
export async function bulkNow(
  context: KarteContext,
  member: Member,
  act: BulkAct,
  given: Chosen,
): Promise<Bulk> {
  const right = rightFor(act);
  if (!member.may(right)) throw new AppError("NotAllowed", { data: { act: right } });
  const { db, clock } = context;
  return inScope(db, member.scope, async (tx) => {
    const ids = await idsOf(tx, member, given);
    const { before, done, skipped } = await perform(context, tx, member, act, ids);
    const id = randomUUID();
    await tx
      .insertInto("karte.bulk_act")
      .values({
        id,
        workspace_id: member.workspaceId,
        account_id: member.person.id,
        act: JSON.stringify(act),
        domain_ids: [...ids],
        state: "done",
        done,
        skipped: JSON.stringify(skipped),
        before: before === null ? null : JSON.stringify(before),
        at: clock.now(),
      })
      .execute();
    const view = await bulkView(tx, context, id);
    await appendActivity(tx, {
      at: clock.now(),
      action: "domains.bulk",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: {
        act: act.kind,
        ...(await whatOf(tx, act)),
        count: done,
        // By which it is undone from the log.
        ...(view.undoUntil === null ? {} : { bulk: id }),
      },
    });
    return view;
  });
}

/** An act on many domains, as it went. @throws AppError NotFound. */
export function oneBulk(context: KarteContext, { scope }: Member, id: string): Promise<Bulk> {
  return inScope(context.db, scope, (tx) => bulkView(tx, context, id));
}

async function bulkView(
  tx: KarteTransaction,
  { clock, sealer }: { readonly clock: KarteContext["clock"]; readonly sealer: Sealer },
  id: string,
): Promise<Bulk> {
  const row = await tx
    .selectFrom("karte.bulk_act")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw new AppError("NotFound");
  const person = await peopleById(tx, sealer, [row.account_id]);
  const until = new Date(row.at.getTime() + undoDays * dayMs);
  const canUndo = row.state === "done" && row.before !== null && until > clock.now();
  return {
    id,
    act: (row.act as BulkAct).kind,
    state: row.state,
    count: row.done,
    skipped: row.skipped as unknown as Bulk["skipped"],
    by: person(row.account_id),
    at: row.at.toISOString(),
    undoUntil: canUndo ? until.toISOString() : null,
  };
}

async function putBack(
  tx: KarteTransaction,
  workspaceId: string,
  act: BulkAct,
  before: NonNullable<Before>,
  now: Date,
): Promise<void> {
  if (before.kind === "members" && "group" in act) {
    if (act.kind === "add-to-group") {
      await sql`delete from karte.group_member where group_id = ${act.group}
        and domain_id = any (${before.domains}::uuid[])`.execute(tx);
    } else {
      if ((await knownGroups(tx, [act.group])).length === 0) throw new AppError("CannotUndo");
      await sql`insert into karte.group_member (workspace_id, group_id, domain_id)
        select ${workspaceId}, ${act.group}, d.id from karte.domain d
        where d.id = any (${before.domains}::uuid[]) on conflict do nothing`.execute(tx);
    }
  } else if (before.kind === "labels") {
    await sql`update karte.domain d set label = x.label
      from jsonb_to_recordset(${JSON.stringify(before.rows)}::jsonb) x (id uuid, label text)
      where d.id = x.id`.execute(tx);
  } else if (before.kind === "schedules") {
    await sql`update karte.domain d set schedule = x.schedule,
        next_run_at = case when x.schedule = 0 then 'infinity'::timestamptz
          else ${now}::timestamptz + (random() * interval '1 hour') end
      from jsonb_to_recordset(${JSON.stringify(before.rows)}::jsonb) x (id uuid, schedule smallint)
      where d.id = x.id`.execute(tx);
  } else if (before.kind === "deleted") {
    // A name that was added again in the meantime stands in the way, and one that others have proved.
    await lockDomains(tx);
    const { rows } = await sql`
      with gone as (select name from karte.domain where id = any (${before.domains}::uuid[]))
      select name from gone join karte.domain d using (name) where d.deleted_at is null
      union all
      select karte.proved_elsewhere(array(select name from gone)) limit 1`.execute(tx);
    if (rows.length > 0) throw new AppError("CannotUndo");
    await sql`update karte.domain set deleted_at = null
      where id = any (${before.domains}::uuid[])`.execute(tx);
  }
}

/** Puts back what a bulk act changed; done twice, it is refused. @throws AppError NotFound, CannotUndo. */
export async function undoNow(context: KarteContext, member: Member, id: string): Promise<Bulk> {
  const { db, clock } = context;
  return inScope(db, member.scope, async (tx) => {
    const now = clock.now();
    const row = await tx
      .updateTable("karte.bulk_act")
      .set({ state: "undone", undone_at: now })
      .where("id", "=", id)
      .where("state", "=", "done")
      .where("before", "is not", null)
      .where("at", ">", new Date(now.getTime() - undoDays * dayMs))
      .returning(["act", "before"])
      .executeTakeFirst();
    if (row === undefined) {
      await bulkView(tx, context, id);
      throw new AppError("CannotUndo");
    }
    await putBack(
      tx,
      member.workspaceId,
      row.act as BulkAct,
      row.before as NonNullable<Before>,
      now,
    );
    const view = await bulkView(tx, context, id);
    await appendActivity(tx, {
      at: now,
      action: "domains.bulk-undone",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: { act: view.act, count: view.count, bulk: id },
    });
    return view;
  });
}
