import { UnfencedRole } from "./unfenced-role.ts";

/**
 * SQLSTATE classes and codes that mean "not now": connection exceptions (08), the server going
 * down or coming up (57P), too many connections or out of resources (53), a transaction that lost
 * against another (40), and a statement prepared before a migration (0A000, see
 * database/naming-client.ts).
 */
const passing = /^(08...|53...|57P0[1-5]|40001|40P01|0A000)$/;

/** Text that PostgreSQL cannot store: a null byte or a broken surrogate that slipped through. */
const unstorable = new Set(["22021", "22P05"]);

const unreachable = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "ETIMEDOUT",
]);

/** pg reports these with a sentence and no code. */
const pgSentences =
  /^(Connection terminated|timeout e(?:xceeded when trying to connect|xpired)|Client has encountered a connection error|Cannot use a pool after calling end on the pool|Client was closed and is not queryable)/;

/** The error type for a failure of the database, or undefined when it is none we know. */
export function databaseFailure(
  error: unknown,
): "Unavailable" | "Timeout" | "InvalidInput" | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return databaseFailure(error.errors[0]);
  }
  if (!(error instanceof Error)) return undefined;
  // Our own refusal to serve through that connection; the reason stands in the log.
  if (error instanceof UnfencedRole) return "Unavailable";
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  if (code === "57014" || error.message === "Query read timeout") return "Timeout";
  if (code !== undefined && unstorable.has(code)) return "InvalidInput";
  if (code !== undefined && (passing.test(code) || unreachable.has(code))) return "Unavailable";
  return pgSentences.test(error.message) ? "Unavailable" : undefined;
}
