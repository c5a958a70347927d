import { labelsMost } from "@sekimori/karte-contract/constants";
import {
  areTooManyLabels,
  distinctLabels,
  labelKey,
  labelsIn,
  labelsText,
} from "@sekimori/karte-contract/labels";
import type { Act } from "@sekimori/karte-contract/rights";
import { AppError } from "@sekimori/kit-server/errors";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { scheduleCode } from "../../database/codes.ts";
import { cachedContract } from "../contract/contract-service.ts";
import { allowsSchedule } from "../contract/plan-view.ts";
import { beyondPlan } from "../domain-records/domain-rows.ts";
import { groupName, knownGroups } from "../groups/group-repository.ts";
import { mustHoldRuns, queueMany } from "../runs/start-service.ts";
import { lockDomains } from "./domain-service.ts";
import { seenBy } from "./responsible.ts";

/** What can be done to many domains, as the contract spells it. */
export type BulkAct =
  | { readonly kind: "add-to-group" | "remove-from-group"; readonly group: string }
  | { readonly kind: "add-labels" | "remove-labels"; readonly labels: readonly string[] }
  | { readonly kind: "label"; readonly label: string }
  | { readonly kind: "schedule"; readonly schedule: "none" | "daily" | "weekly" | "monthly" }
  | { readonly kind: "responsible"; readonly responsible: string | null }
  | { readonly kind: "diagnose" }
  | { readonly kind: "delete" };

/** Who does it, and where: a member in a call, an account in a job. */
export interface Actor {
  readonly workspaceId: string;
  readonly person: { readonly id: string };
}

/** What it takes to put back what an act changed. */
export type Before =
  | { readonly kind: "members"; readonly domains: readonly string[] }
  | { readonly kind: "schedules"; readonly rows: readonly { id: string; schedule: number }[] }
  | { readonly kind: "labels"; readonly rows: readonly { id: string; label: string }[] }
  /** Which labels each domain was given, or lost. */
  | { readonly kind: "marks"; readonly rows: readonly { id: string; labels: readonly string[] }[] }
  | {
      readonly kind: "responsibles";
      readonly rows: readonly { id: string; responsible: string | null }[];
    }
  | { readonly kind: "deleted"; readonly domains: readonly string[] }
  | null;

/** Domains that were left out for one reason, all by name. */
export interface Skipped {
  readonly reason: string;
  readonly names: readonly string[];
}

export interface Outcome {
  readonly before: Before;
  readonly done: number;
  readonly skipped: readonly Skipped[];
}

/** What somebody needs the right to. */
export const rightFor = (act: BulkAct): Act =>
  act.kind === "diagnose" ? "run" : act.kind === "schedule" ? "schedule" : "manage-domains";

/** What a log names of an act beside its kind: the group by its present name, or the schedule. */
export async function whatOf(
  tx: KarteTransaction,
  act: BulkAct,
): Promise<Readonly<Record<string, string>>> {
  if (act.kind === "schedule") return { schedule: act.schedule };
  if ("labels" in act) return { label: labelsText(act.labels) };
  if (act.kind === "label") return { label: act.label };
  if (act.kind === "responsible") return { responsible: act.responsible ?? "" };
  if (!("group" in act)) return {};
  const group = await groupName(tx, act.group);
  return group === undefined ? {} : { group };
}

/**
 * Refuses at once what no domain could be done to, and more scans than the quota holds.
 *
 * @throws AppError NotFound (group), PlanLimit, QuotaSpent.
 */
export async function mustBePossible(
  { clock }: KarteContext,
  tx: KarteTransaction,
  act: BulkAct,
  ids: readonly string[],
): Promise<void> {
  if ("group" in act && (await knownGroups(tx, [act.group])).length === 0) {
    throw new AppError("NotFound");
  }
  if (act.kind === "schedule") {
    const { answer } = await cachedContract(tx);
    if (!allowsSchedule(answer, act.schedule)) {
      throw new AppError("PlanLimit", { data: { what: "schedule", limit: 0 } });
    }
  }
  if (act.kind === "responsible" && act.responsible !== null) {
    if ((await seenBy(tx, act.responsible, [])) === undefined) throw new AppError("NotFound");
  }
  if (act.kind === "diagnose") await mustHoldRuns(tx, ids, clock.now());
}

/** Does an act to these domains, within the transaction. @throws AppError as `mustBePossible`. */
export async function perform(
  context: KarteContext,
  tx: KarteTransaction,
  actor: Actor,
  act: BulkAct,
  ids: readonly string[],
): Promise<Outcome> {
  const now = context.clock.now();
  // Runs are refused one by one, with their reason; what is beyond the plan may always be deleted.
  if (act.kind === "diagnose") {
    const { started, skipped } = await queueMany(context, tx, actor, ids);
    return { before: null, done: started, skipped };
  }
  if (act.kind === "delete") {
    const { rows } = await sql<{ id: string }>`
      update karte.domain d set deleted_at = ${now}
      where d.id = any (${ids}::uuid[]) and d.deleted_at is null returning d.id`.execute(tx);
    const domains = rows.map(({ id }) => id);
    return { before: { kind: "deleted", domains }, done: domains.length, skipped: [] };
  }
  const { live, skipped } = await liveAmong(tx, ids);
  if ("labels" in act) {
    const marked = await mark(tx, act, live);
    return { ...marked, skipped: [...skipped, ...marked.skipped] };
  }
  if (act.kind === "responsible" && act.responsible !== null) {
    const seen = await seenBy(tx, act.responsible, live);
    if (seen === undefined) throw new AppError("NotFound");
    const isSeen = new Set(seen);
    const hidden = live.filter((id) => !isSeen.has(id));
    const outcome = await change(tx, actor, act, seen, now);
    const left =
      hidden.length === 0 ? [] : [{ reason: "OutOfSight", names: await namesOf(tx, hidden) }];
    return { ...outcome, skipped: [...skipped, ...left] };
  }
  return { ...(await change(tx, actor, act, live, now)), skipped };
}

/** Those that the plan holds; what is beyond it is read-only. */
async function liveAmong(tx: KarteTransaction, ids: readonly string[]) {
  const { answer } = await cachedContract(tx);
  const isBeyond = await beyondPlan(tx, answer.entitlements.domains);
  const { rows } = await sql<{ id: string; name: string; added_at: Date }>`
    select d.id, d.name, d.added_at from karte.domain d
    where d.id = any (${ids}::uuid[]) and d.deleted_at is null order by d.name`.execute(tx);
  const live = rows.filter((row) => !isBeyond(row)).map(({ id }) => id);
  const names = rows.filter(isBeyond).map(({ name }) => name);
  return { live, skipped: names.length === 0 ? [] : [{ reason: "PlanLimit", names }] };
}

async function namesOf(tx: KarteTransaction, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from karte.domain where id = any (${ids}::uuid[]) order by name`.execute(tx);
  return rows.map(({ name }) => name);
}

/** Labels of one domain without some. */
const without = (all: readonly string[], gone: readonly string[]): string[] => {
  const keys = new Set(gone.map(labelKey));
  return all.filter((label) => !keys.has(labelKey(label)));
};

async function labelled(tx: KarteTransaction, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; label: string }>`
    select d.id, d.name, d.label from karte.domain d
    where d.id = any (${ids}::uuid[]) and d.deleted_at is null order by d.id for update`.execute(
    tx,
  );
  return rows.map(({ label, ...row }) => ({ ...row, labels: labelsIn(label) }));
}

async function storeLabels(
  tx: KarteTransaction,
  rows: readonly { readonly id: string; readonly labels: readonly string[] }[],
): Promise<void> {
  const texts = rows.map(({ id, labels }) => ({ id, label: labelsText(labels) }));
  await sql`update karte.domain d set label = x.label
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) x (id uuid, label text)
    where d.id = x.id`.execute(tx);
}

/** Gives labels beside those that are there, or takes some away; a domain that would have too many is left out. */
async function mark(
  tx: KarteTransaction,
  act: Extract<BulkAct, { readonly labels: readonly string[] }>,
  ids: readonly string[],
): Promise<Outcome> {
  const known = await labelled(tx, ids);
  const wanted = known.map((row) => ({
    ...row,
    before: row.labels,
    labels:
      act.kind === "add-labels"
        ? distinctLabels([...row.labels, ...act.labels])
        : without(row.labels, act.labels),
  }));
  const full = wanted.filter(({ labels }) => act.kind === "add-labels" && areTooManyLabels(labels));
  const changed = wanted.filter(
    (one) => one.labels.length !== one.before.length && !full.includes(one),
  );
  await storeLabels(tx, changed);
  const rows = changed.map(({ id, before, labels }) => ({
    id,
    labels: act.kind === "add-labels" ? without(labels, before) : without(before, labels),
  }));
  const names = full.map(({ name }) => name).toSorted();
  return {
    before: { kind: "marks", rows },
    done: changed.length,
    skipped: names.length === 0 ? [] : [{ reason: "TooManyLabels", names }],
  };
}

/** Takes back what each was given, or gives back what it lost; what was labelled since stays. */
async function putMarksBack(
  tx: KarteTransaction,
  isGiven: boolean,
  rows: readonly { readonly id: string; readonly labels: readonly string[] }[],
): Promise<void> {
  const marks = new Map(rows.map(({ id, labels }) => [id, labels]));
  const known = await labelled(tx, [...marks.keys()]);
  await storeLabels(
    tx,
    known.map(({ id, labels }) => {
      const mine = marks.get(id) ?? [];
      const back = isGiven ? without(labels, mine) : distinctLabels([...labels, ...mine]);
      return { id, labels: back.slice(0, labelsMost) };
    }),
  );
}

async function change(
  tx: KarteTransaction,
  actor: Actor,
  act: Exclude<BulkAct, { readonly kind: "delete" | "diagnose" | "add-labels" | "remove-labels" }>,
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
  if (act.kind === "responsible") {
    const { rows } = await sql<{ id: string; responsible: string | null }>`
      with known as (select d.id, d.responsible from karte.domain d
        where d.id = any (${ids}::uuid[]) and d.deleted_at is null
          and d.responsible is distinct from ${act.responsible}::text for update)
      update karte.domain d set responsible = ${act.responsible}
      from known where d.id = known.id returning d.id, known.responsible`.execute(tx);
    return { before: { kind: "responsibles", rows }, done: rows.length };
  }
  if (act.kind !== "schedule") {
    const { rows } =
      act.kind === "add-to-group"
        ? await sql<{ domain_id: string }>`
            insert into karte.group_member (workspace_id, group_id, domain_id)
            select ${actor.workspaceId}, ${act.group}, d.id from karte.domain d
            where d.id = any (${ids}::uuid[]) and d.deleted_at is null
            on conflict do nothing returning domain_id`.execute(tx)
        : await sql<{ domain_id: string }>`
            delete from karte.group_member where group_id = ${act.group}
              and domain_id = any (${ids}::uuid[]) returning domain_id`.execute(tx);
    const domains = rows.map((row) => row.domain_id);
    return { before: { kind: "members", domains }, done: domains.length };
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

/**
 * Refuses to put back into a group that is gone, and a name that was added again in the meantime.
 *
 * @throws AppError CannotUndo
 */
export async function mustBeFree(
  tx: KarteTransaction,
  act: BulkAct,
  before: NonNullable<Before>,
): Promise<void> {
  if (act.kind === "remove-from-group" && (await knownGroups(tx, [act.group])).length === 0) {
    throw new AppError("CannotUndo");
  }
  if (before.kind !== "deleted") return;
  await lockDomains(tx);
  const { rows } = await sql`
    with gone as (select name from karte.domain where id = any (${before.domains}::uuid[]))
    select name from gone join karte.domain d using (name) where d.deleted_at is null limit 1`.execute(
    tx,
  );
  if (rows.length > 0) throw new AppError("CannotUndo");
}

/** Puts back what an act changed. @throws AppError CannotUndo where something stands in its way. */
export async function putBack(
  tx: KarteTransaction,
  workspaceId: string,
  act: BulkAct,
  before: NonNullable<Before>,
  now: Date,
): Promise<void> {
  await mustBeFree(tx, act, before);
  if (before.kind === "members" && "group" in act) {
    if (act.kind === "add-to-group") {
      await sql`delete from karte.group_member where group_id = ${act.group}
        and domain_id = any (${before.domains}::uuid[])`.execute(tx);
    } else {
      await sql`insert into karte.group_member (workspace_id, group_id, domain_id)
        select ${workspaceId}, ${act.group}, d.id from karte.domain d
        where d.id = any (${before.domains}::uuid[]) on conflict do nothing`.execute(tx);
    }
  } else if (before.kind === "marks") {
    await putMarksBack(tx, act.kind === "add-labels", before.rows);
  } else if (before.kind === "labels") {
    await sql`update karte.domain d set label = x.label
      from jsonb_to_recordset(${JSON.stringify(before.rows)}::jsonb) x (id uuid, label text)
      where d.id = x.id`.execute(tx);
  } else if (before.kind === "responsibles") {
    await sql`update karte.domain d set responsible = x.responsible
      from jsonb_to_recordset(${JSON.stringify(before.rows)}::jsonb) x (id uuid, responsible text)
      where d.id = x.id`.execute(tx);
  } else if (before.kind === "schedules") {
    await sql`update karte.domain d set schedule = x.schedule,
        next_run_at = case when x.schedule = ${scheduleCode.literals("none")} then 'infinity'::timestamptz
          else ${now}::timestamptz + (random() * interval '1 hour') end
      from jsonb_to_recordset(${JSON.stringify(before.rows)}::jsonb) x (id uuid, schedule smallint)
      where d.id = x.id`.execute(tx);
  } else if (before.kind === "deleted") {
    await sql`update karte.domain set deleted_at = null
      where id = any (${before.domains}::uuid[])`.execute(tx);
  }
}
