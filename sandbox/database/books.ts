import { Kysely, PostgresDialect, type PostgresPool } from "kysely";
import type { SandboxTables } from "./tables.ts";

/**
 * The sandbox's view of a database that somebody else opened and will close. Every table is
 * named with its schema, so the pool's search path does not matter.
 */
export function openBooks(database: { readonly pool: PostgresPool }): Kysely<SandboxTables> {
  return new Kysely<SandboxTables>({ dialect: new PostgresDialect({ pool: database.pool }) });
}
