import {
  TakenAway,
  UnfencedRole,
  UnusablePooler,
  UnusableReplica,
} from "@sekimori/kit-server/database";
import { databaseFailure } from "@sekimori/kit-server/database-failure";

/** SQLSTATEs of a server that is there and does not let us in, or not into that database. */
const refusals = new Set(["28000", "28P01", "3D000", "42501"]);

/** A table or schema that is not there: of a database that was never migrated, or long ago. */
const unmigrated = new Set(["3F000", "42P01", "42703"]);

function first(error: unknown): unknown {
  return error instanceof AggregateError ? (error.errors[0] ?? error) : error;
}

/** A command cannot work on its database; the message is the sentence that an operator reads. */
export class UnusableDatabase extends Error {}

/**
 * What an operator reads when a command could not work on its database: one sentence that names
 * the setting. Undefined for every other failure.
 */
export function unusableDatabase(failure: unknown, setting = "DATABASE_URL"): string | undefined {
  const error = first(failure);
  if (!(error instanceof Error)) return undefined;
  const isSentence = [
    UnusableDatabase,
    UnfencedRole,
    UnusablePooler,
    UnusableReplica,
    TakenAway,
  ].some((kind) => error instanceof kind);
  if (isSentence) return error.message;
  const code = "code" in error ? String(error.code) : "";
  if (unmigrated.has(code)) {
    return `${setting} names a database that is not up to date; run “sekimori migrate”.`;
  }
  if (!refusals.has(code) && databaseFailure(error) === undefined) return undefined;
  return `${setting} names a database that cannot be used: ${error.message}.`;
}
