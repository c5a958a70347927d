import { transaction, UnfencedRole } from "@sekimori/kit-server/database";
import { sql } from "kysely";
import type { KarteDatabase, KarteTransaction } from "./karte-database.ts";

/** What a transaction may see: one workspace, and for some people only some of its groups. */
export interface Scope {
  readonly workspaceId: string;
  /** Null sees the whole workspace; an empty list sees no domain. */
  readonly groups: readonly string[] | null;
  /** The name of the API token by which it is done; entries of the log say so. */
  readonly token?: string;
  /** Milliseconds after which one of its statements is cancelled; the server's own unless given. */
  readonly statementMs?: number | undefined;
  /** Memory of each of its sorts and sets, in PostgreSQL's words; the server's own unless given. */
  readonly workMem?: string | undefined;
}

/** The whole of a workspace, for jobs. */
export const wholeWorkspace = (workspaceId: string): Scope => ({ workspaceId, groups: null });

/**
 * Tells the open transaction what it may see; row level security does the rest, and is asked whether
 * it does: a role can be given more while its connections are open.
 *
 * @throws UnfencedRole before anything is read
 */
export async function enterScope(tx: KarteTransaction, scope: Scope): Promise<void> {
  const groups = scope.groups === null ? "" : `{${scope.groups.join(",")}}`;
  const { rows } = await sql<{ isFenced: boolean }>`select
    row_security_active('karte.domain') as "isFenced",
    set_config('app.workspace', ${scope.workspaceId}, true),
    set_config('app.groups', ${groups}, true),
    set_config('app.token', ${scope.token ?? ""}, true)
    ${scope.statementMs === undefined ? sql`` : sql`, set_config('statement_timeout', ${String(scope.statementMs)}, true)`}
    ${scope.workMem === undefined ? sql`` : sql`, set_config('work_mem', ${scope.workMem}, true)`}`.execute(
    tx,
  );
  if (rows[0]?.isFenced !== true) {
    throw new UnfencedRole("Row level security does not bind the role that karte works as.");
  }
}

/** Runs `work` in one transaction that sees only `scope`. */
export function inScope<Result>(
  db: KarteDatabase,
  scope: Scope,
  work: (tx: KarteTransaction) => Promise<Result>,
): Promise<Result> {
  return transaction(db, async (tx) => {
    await enterScope(tx, scope);
    return work(tx);
  });
}
