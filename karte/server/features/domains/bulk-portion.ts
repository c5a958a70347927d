import { bulkAtOnce, skippedNamedMost } from "@sekimori/karte-contract/constants";
import type { Bulk } from "@sekimori/karte-contract/endpoints/domains";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { appendActivity } from "../activity/activity.ts";
import {
  type Actor,
  type Before,
  type BulkAct,
  perform,
  putBack,
  type Skipped,
  whatOf,
} from "./bulk-acts.ts";

type SkippedView = Bulk["skipped"];

/** What earlier portions left out with what this one did; only the first names are kept. */
function withSkipped(known: SkippedView, more: readonly Skipped[]): SkippedView {
  const all = new Map(known.map((one) => [one.reason, one]));
  for (const { reason, names } of more) {
    const { count = 0, names: named = [] } = all.get(reason) ?? {};
    all.set(reason, {
      reason,
      count: count + names.length,
      names: [...named, ...names].slice(0, skippedNamedMost),
    });
  }
  return [...all.values()];
}

interface Act {
  readonly act: BulkAct;
  readonly account_id: string;
  readonly total: number;
  readonly reached: number;
  readonly done: number;
  readonly skipped: SkippedView;
  readonly state: Bulk["state"];
}

/** The act as it stands, for this transaction alone to go on with. */
export async function lockBulk(tx: KarteTransaction, id: string): Promise<Act | undefined> {
  const { rows } = await sql<Act>`
    select act, account_id, total, reached, done, skipped, state from karte.bulk_act
    where id = ${id} for update`.execute(tx);
  return rows[0];
}

/** Whose act an entry of the log is. */
interface By {
  readonly id: string;
  readonly ipAddress: string;
}

/** Tells the log what an act did, once it has come to its end. */
export async function logBulk(
  tx: KarteTransaction,
  { clock }: KarteContext,
  id: string,
  { act, done }: Pick<Act, "act" | "done">,
  by: By,
): Promise<void> {
  const { rows } = await sql`select from karte.bulk_portion where bulk_id = ${id} limit 1`.execute(
    tx,
  );
  await appendActivity(tx, {
    at: clock.now(),
    action: "domains.bulk",
    by,
    detail: {
      act: act.kind,
      ...(await whatOf(tx, act)),
      count: done,
      // By which it is undone from the log.
      ...(rows.length === 0 ? {} : { bulk: id }),
    },
  });
}

/**
 * Does an act to its next domains and keeps what it changed, all in one transaction: done again after
 * a crash, it goes on behind what was kept.
 *
 * @returns whether that was the last of it.
 * @throws AppError what the act itself refuses.
 */
export async function nextPortion(
  context: KarteContext,
  tx: KarteTransaction,
  actor: Actor,
  id: string,
  bulk: Act,
): Promise<{ readonly isLast: boolean; readonly done: number }> {
  const { rows } = await sql<{ ids: string[] }>`
    select domain_ids[${bulk.reached + 1}:${bulk.reached + bulkAtOnce}] as ids
    from karte.bulk_act where id = ${id}`.execute(tx);
  const ids = rows[0]?.ids ?? [];
  const outcome = await perform(context, tx, actor, bulk.act, ids);
  if (outcome.before !== null && outcome.done > 0) {
    await tx
      .insertInto("karte.bulk_portion")
      .values({
        bulk_id: id,
        workspace_id: actor.workspaceId,
        portion: bulk.reached,
        before: JSON.stringify(outcome.before),
      })
      .execute();
  }
  const reached = bulk.reached + ids.length;
  const isLast = reached >= bulk.total;
  const done = bulk.done + outcome.done;
  await tx
    .updateTable("karte.bulk_act")
    .set({
      state: isLast ? "done" : "working",
      reached,
      done,
      skipped: JSON.stringify(withSkipped(bulk.skipped, outcome.skipped)),
    })
    .where("id", "=", id)
    .execute();
  return { isLast, done };
}

/** Puts back what the last portion that is left changed, in one transaction, as `nextPortion` does. */
export async function previousPortion(
  { clock }: KarteContext,
  tx: KarteTransaction,
  { workspaceId }: Actor,
  id: string,
  { act }: Act,
): Promise<{ readonly isLast: boolean }> {
  const now = clock.now();
  const { rows } = await sql<{ portion: number; before: NonNullable<Before> }>`
    delete from karte.bulk_portion where bulk_id = ${id} and portion =
      (select max(portion) from karte.bulk_portion where bulk_id = ${id})
    returning portion, before`.execute(tx);
  const [last] = rows;
  if (last) await putBack(tx, workspaceId, act, last.before, now);
  const { rows: left } = await sql`
    select from karte.bulk_portion where bulk_id = ${id} limit 1`.execute(tx);
  const isLast = left.length === 0;
  await tx
    .updateTable("karte.bulk_act")
    .set({
      reached: isLast ? 0 : (last?.portion ?? 0),
      ...(isLast ? { state: "undone" as const, undone_at: now } : {}),
    })
    .where("id", "=", id)
    .execute();
  return { isLast };
}

/** Tells the log that an act was undone. */
export const logUndone = (
  tx: KarteTransaction,
  { clock }: KarteContext,
  id: string,
  { act, done }: Pick<Act, "act" | "done">,
  by: By,
): Promise<void> =>
  appendActivity(tx, {
    at: clock.now(),
    action: "domains.bulk-undone",
    by,
    detail: { act: act.kind, count: done, bulk: id },
  });
