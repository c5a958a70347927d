import { sql } from "kysely";
import type { KarteDatabase, KarteTransaction } from "../../context.ts";

/** Where changes of runs are told between processes: ids only, whoever listens reads the row. */
export const runChannel = "karte_run";

/** Tells all processes that a run changed, when the transaction commits. */
export async function tellRun(
  tx: KarteDatabase | KarteTransaction,
  workspaceId: string,
  runId: string,
): Promise<void> {
  await sql`select pg_notify(${runChannel}, ${`${workspaceId} ${runId}`})`.execute(tx);
}
