import { databaseFailure } from "@sekimori/kit-server/database-failure";
import { sql } from "kysely";
import type { KarteTransaction } from "./karte-database.ts";

/**
 * Does something whose failure is not the transaction's: what it wrote is undone, and the rest goes on. A
 * database that is away, or that two transactions wanted at once, still ends the transaction: it is tried again.
 */
export async function apart<Result>(
  tx: KarteTransaction,
  work: () => Promise<Result>,
  otherwise: (error: unknown) => Result,
): Promise<Result> {
  await sql`savepoint apart`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint apart`.execute(tx);
    return result;
  } catch (error) {
    if (databaseFailure(error) === "Unavailable") throw error;
    await sql`rollback to savepoint apart`.execute(tx);
    await sql`release savepoint apart`.execute(tx);
    return otherwise(error);
  }
}
