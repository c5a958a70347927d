import { activityActions } from "@sekimori/karte-contract/endpoints/activity";
import {
  type Leaf,
  type LinkedLogs,
  type LinkingOptions,
  linkEverything,
  type Sequencer,
  startSequencer,
} from "@sekimori/kit-server/hash-chain";
import type { Metrics } from "@sekimori/kit-server/metrics";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";

/** Entries of the transaction's workspace, as they are the leaves of a header's tree. */
export async function activityLeaves(
  tx: KarteTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Leaf>> {
  const { rows } = await sql<Leaf & { id: string }>`
    select a.id, a.action as act, karte.activity_leaf(a.workspace_id, a.id, a.at, a.action, a.account_id,
      a.ip_address, a.detail) as hash
    from karte.activity a
    where a.workspace_id = karte.workspace_now() and a.id = any(${ids}::bigint[])`.execute(tx);
  return new Map(rows.map(({ id, ...leaf }) => [id, leaf]));
}

/** The end of the workspace's log as it was chained entry by entry, where the first header goes on. */
async function chainedEnd(
  tx: KarteTransaction,
): Promise<{ readonly position: number; readonly hash: string }> {
  const { rows } = await sql<{ id: string; hash: string }>`
    select a.id, encode(a.hash, 'hex') as hash from karte.activity a
    where a.workspace_id = karte.workspace_now() and a.hash is not null
    order by a.id desc limit 1`.execute(tx);
  return { position: Number(rows[0]?.id ?? 0), hash: rows[0]?.hash ?? "" };
}

type Books = Pick<KarteContext, "db" | "clock" | "logger">;

function linking({ db, clock, logger }: Books): LinkingOptions {
  const within = <Result>(workspaceId: string, work: (tx: KarteTransaction) => Promise<Result>) =>
    inScope(db, wholeWorkspace(workspaceId), work);
  const logs: LinkedLogs = {
    lease: "karte.activity",
    leaves: (workspaceId, ids) => within(workspaceId, (tx) => activityLeaves(tx, ids)),
    origin: (workspaceId) => within(workspaceId, chainedEnd),
  };
  return { db, clock, logger, logs };
}

/** Links entries of all workspaces' logs while the process lives; any number of processes may do so. */
export const startActivitySequencer = (context: Books, metrics: Metrics): Sequencer =>
  startSequencer({ ...linking(context), metrics, knownActs: activityActions });

/** Links what has happened by now. @returns false when that did not happen within ten seconds. */
export const linkActivity = (books: Books): Promise<boolean> => linkEverything(linking(books));
