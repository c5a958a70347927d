import type { Pool, PoolClient } from "pg";
import { fullName, isBefore, type Migration, type MigrationFile } from "./migration-files.ts";

// A release back is possible on a newer schema, which only adds. Until a file takes away what older
// processes use: then they have to be gone first, and none begins again.

/** What older processes use was to be taken away while they serve, or has been. */
export class TakenAway extends Error {
  override readonly name = "TakenAway";
}

interface Announced {
  readonly name: string;
  /** Null of a release that did not say. */
  readonly version: string | null;
  readonly startedAt: Date;
}

/**
 * Asks for those who would miss what a file takes away, and who serve now.
 *
 * @throws TakenAway naming them
 */
export async function refuseBesideOlder(client: PoolClient, file: MigrationFile): Promise<void> {
  const { unusedSince } = file;
  if (unusedSince === undefined) return;
  const { rows } = await client.query<Announced>(
    `select name, version, started_at as "startedAt" from kit.process
     where seen_at > clock_timestamp() - interval '45 seconds' order by started_at`,
  );
  const older = rows.filter(({ version }) => version === null || isBefore(version, unusedSince));
  if (older.length === 0) return;
  const list = older.map(
    ({ name, version, startedAt }) =>
      `a ${name} process of ${version ?? "an older release"} that runs since ${startedAt.toISOString().slice(0, 19)}Z`,
  );
  throw new TakenAway(
    `Migration ${fullName(file)} takes away what nothing uses since ${unusedSince}, and ${list.join(", and ")} may still use it: replace it first. What was applied before it stays.`,
  );
}

const isUnknown = (error: unknown) =>
  error instanceof Error && "code" in error && ["42P01", "42703"].includes(String(error.code));

/**
 * Why a process of `version` cannot serve on this database, in a sentence: something it uses is gone.
 * Undefined where it can, on a newer schema too that only adds.
 */
export async function takenAwayFrom(
  { pool }: { readonly pool: Pool },
  migrations: readonly Pick<Migration, "schema">[],
  version: string,
): Promise<string | undefined> {
  for (const { schema } of [{ schema: "kit" }, ...migrations]) {
    const rows = await pool
      .query<{ name: string; since: string }>(
        `select name, unused_since as since from "${schema}".migration
         where unused_since is not null order by name`,
      )
      .then(
        (answer) => answer.rows,
        (error: unknown) => {
          // Of a database that no release has migrated that takes something away.
          if (isUnknown(error)) return [];
          throw error;
        },
      );
    const gone = rows.findLast(({ since }) => isBefore(version, since));
    if (gone !== undefined) {
      return `This process is of ${version}, and the database has ${fullName({ schema, name: gone.name })}, which took away what only releases before ${gone.since} use: start a process of ${gone.since} or newer.`;
    }
  }
  return undefined;
}
