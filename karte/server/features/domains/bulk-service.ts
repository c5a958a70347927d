import { randomUUID } from "node:crypto";
import { bulkAtOnce, undoDays } from "@sekimori/karte-contract/constants";
import type { Bulk } from "@sekimori/karte-contract/endpoints/domains";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { AppError } from "@sekimori/kit-server/errors";
import { enqueue } from "@sekimori/kit-server/jobs";
import { type RawBuilder, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { inScope } from "../../database/scope.ts";
import { peopleById } from "../principals/person.ts";
import type { Member } from "../principals/principals.ts";
import { type Before, type BulkAct, mustBeFree, mustBePossible, rightFor } from "./bulk-acts.ts";
import { goOnWithBulk } from "./bulk-jobs.ts";
import { lockBulk, logBulk, logUndone, nextPortion, previousPortion } from "./bulk-portion.ts";
import { type Chosen, idsOf } from "./selection.ts";

/** A job that fails is tried again for some hours; then it says so. */
const triesMost = 10;

const byOf = (member: Member) => ({ id: member.person.id, ipAddress: member.ipAddress });

const queueBulk = (tx: KarteTransaction, member: Member, bulk: string): Promise<void> =>
  enqueue(
    tx,
    goOnWithBulk,
    {
      workspace: member.workspaceId,
      bulk,
      account: member.person.id,
      ipAddress: member.ipAddress,
      ...(member.scope.token !== undefined && { token: member.scope.token }),
    },
    // Large acts of a workspace one after another, in the order in which they were asked for.
    {
      key: `karte.bulk:${bulk}`,
      queue: `karte.bulk:${member.workspaceId}`,
      maxAttempts: triesMost,
    },
  );

/**
 * Does one act to many domains: a few within the call, whole or not at all; more as a job.
 *
 * @throws AppError NotAllowed, NotFound, PlanLimit, QuotaSpent.
 */
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
    const ids = [...new Set(await idsOf(tx, member, given))];
    await mustBePossible(context, tx, act, ids);
    const id = randomUUID();
    await tx
      .insertInto("karte.bulk_act")
      .values({
        id,
        workspace_id: member.workspaceId,
        account_id: member.person.id,
        act: JSON.stringify(act),
        domain_ids: ids,
        total: ids.length,
        state: "waiting",
        at: clock.now(),
      })
      .execute();
    if (ids.length > bulkAtOnce) await queueBulk(tx, member, id);
    else {
      const bulk = await lockedBulk(tx, id);
      const { done } = await nextPortion(context, tx, member, id, bulk);
      await logBulk(tx, context, id, { act, done }, byOf(member));
    }
    return bulkView(tx, context, id);
  });
}

async function lockedBulk(tx: KarteTransaction, id: string) {
  const bulk = await lockBulk(tx, id);
  if (bulk === undefined) throw new AppError("NotFound");
  return bulk;
}

/** An act on many domains, as it stands. @throws AppError NotFound. */
export function oneBulk(context: KarteContext, { scope }: Member, id: string): Promise<Bulk> {
  return inScope(context.db, scope, (tx) => bulkView(tx, context, id));
}

/** The workspace's acts that are under way, the latest first. */
export function bulksUnderWay(context: KarteContext, { scope }: Member): Promise<{ acts: Bulk[] }> {
  return inScope(context.db, scope, async (tx) => ({
    acts: await bulkViews(
      tx,
      context,
      sql`state in ('waiting', 'working', 'undoing') order by at desc, id limit 10`,
    ),
  }));
}

async function bulkView(tx: KarteTransaction, context: KarteContext, id: string): Promise<Bulk> {
  const [view] = await bulkViews(tx, context, sql`b.id = ${id}`);
  if (view === undefined) throw new AppError("NotFound");
  return view;
}

interface BulkRow extends Pick<Bulk, "id" | "state" | "total" | "reached" | "skipped" | "problem"> {
  readonly account_id: string;
  readonly act: BulkAct;
  readonly done: number;
  readonly at: Date;
  readonly has_changed: boolean;
}

async function bulkViews(
  tx: KarteTransaction,
  { clock, sealer }: KarteContext,
  which: RawBuilder<unknown>,
): Promise<Bulk[]> {
  const { rows } = await sql<BulkRow>`
    select b.id, b.account_id, b.act, b.state, b.total, b.reached, b.done, b.skipped, b.problem, b.at,
      exists (select from karte.bulk_portion p where p.bulk_id = b.id) as has_changed
    from karte.bulk_act b where ${which}`.execute(tx);
  const person = await peopleById(
    tx,
    sealer,
    rows.map((row) => row.account_id),
  );
  return rows.map(({ id, act, state, total, reached, done, skipped, problem, at, ...row }) => {
    const until = new Date(at.getTime() + undoDays * dayMs);
    const isOver = state === "done" || state === "failed";
    return {
      id,
      act: act.kind,
      state,
      total,
      reached,
      count: done,
      skipped,
      problem,
      by: person(row.account_id),
      at: at.toISOString(),
      undoUntil: isOver && row.has_changed && until > clock.now() ? until.toISOString() : null,
    };
  });
}

/**
 * Puts back what a bulk act changed, a large one as a job; done twice, it is refused.
 *
 * @throws AppError NotFound, CannotUndo.
 */
export async function undoNow(context: KarteContext, member: Member, id: string): Promise<Bulk> {
  const { db } = context;
  return inScope(db, member.scope, async (tx) => {
    const bulk = await lockedBulk(tx, id);
    const { undoUntil } = await bulkView(tx, context, id);
    if (undoUntil === null) throw new AppError("CannotUndo");
    if (bulk.total > bulkAtOnce) {
      await mustAllBeFree(tx, id, bulk.act);
      await tx
        .updateTable("karte.bulk_act")
        .set({ state: "undoing", problem: null })
        .where("id", "=", id)
        .execute();
      await queueBulk(tx, member, id);
    } else {
      await previousPortion(context, tx, member, id, bulk);
      await logUndone(tx, context, id, bulk, byOf(member));
    }
    return bulkView(tx, context, id);
  });
}

/** What stands in the way of a large one is told at once, not after half of it. */
async function mustAllBeFree(tx: KarteTransaction, id: string, act: BulkAct): Promise<void> {
  const { rows } = await sql<{ portion: number }>`
    select portion from karte.bulk_portion where bulk_id = ${id} order by portion`.execute(tx);
  for (const { portion } of rows) {
    const { rows: found } = await sql<{ before: NonNullable<Before> }>`
      select before from karte.bulk_portion
      where bulk_id = ${id} and portion = ${portion}`.execute(tx);
    for (const { before } of found) await mustBeFree(tx, act, before);
  }
}
