import type { ActivityAction, ActivityEntry } from "@sekimori/karte-contract/endpoints/activity";
import type { Sealer } from "@sekimori/kit-server/sealing";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { countUpTo, every, ordering, type PageOrder } from "../../database/pages.ts";
import { peopleById } from "../principals/person.ts";
import { firstBrokenActivity } from "./chain.ts";

interface EntryRow {
  readonly id: string;
  readonly at: Date;
  readonly action: ActivityAction;
  readonly account_id: string | null;
  readonly detail: ActivityEntry["detail"];
}

export interface ActivityFilters {
  readonly action?: ActivityAction | undefined;
  readonly by?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const latestFirst: PageOrder = {
  column: sql`a.id`,
  type: "bigint",
  id: sql`a.id`,
  idType: "bigint",
  descending: true,
};

export function activityConditions(filters: ActivityFilters): RawBuilder<SqlBool>[] {
  const { action, by, from, to } = filters;
  return [
    ...(action ? [sql<SqlBool>`a.action = ${action}`] : []),
    ...(by ? [sql<SqlBool>`a.account_id = ${by}`] : []),
    ...(from ? [sql<SqlBool>`a.at >= ${from}::timestamptz`] : []),
    ...(to ? [sql<SqlBool>`a.at < ${to}::timestamptz`] : []),
  ];
}

/** Entries of the transaction's workspace, latest first, with who did it. */
export async function activityEntries(
  tx: KarteTransaction,
  sealer: Sealer,
  where: readonly RawBuilder<SqlBool>[],
  limit: number,
): Promise<ActivityEntry[]> {
  const { rows } = await sql<EntryRow>`
    select a.id, a.at, a.action, a.account_id, a.detail from karte.activity a
    where ${every(where)} order by ${ordering(latestFirst)} limit ${limit}`.execute(tx);
  const person = await peopleById(
    tx,
    sealer,
    rows.map((row) => row.account_id),
  );
  return rows.map(({ id, at, action, account_id: account, detail }) => ({
    id: Number(id),
    at: at.toISOString(),
    action,
    by: person(account),
    detail,
  }));
}

export function countActivity(
  tx: KarteTransaction,
  where: readonly RawBuilder<SqlBool>[],
): Promise<{ value: number; more: boolean }> {
  return countUpTo(tx, sql`1 from karte.activity a where ${every(where)}`);
}

/** How many entries the log has, and which of them is the first that its chain does not bear out. */
export async function checkedActivity(
  tx: KarteTransaction,
  workspaceId: string,
): Promise<{ entries: number; brokenAt: number | null }> {
  const firstBroken = await firstBrokenActivity(tx, workspaceId);
  const { rows } = await sql<{ entries: string }>`
    select count(*) as entries from karte.activity`.execute(tx);
  return {
    entries: Number(rows[0]?.entries ?? 0),
    brokenAt: firstBroken === null ? null : Number(firstBroken),
  };
}
