import type { Pool } from "pg";
import { missingMigrations } from "./migrate.ts";
import { fullName, type Migration, type MigrationFile } from "./migration-files.ts";
import { type Work, worksOf } from "./migration-works.ts";

/** What a file has to do with a table that has rows already. */
export interface PlannedWork extends Work {
  /** By the last look that PostgreSQL had at the table; 0 where there is no table yet. */
  readonly rows: number;
  readonly seconds: number;
}

/** A file that `migrate` would apply. */
export interface PlannedMigration extends Pick<MigrationFile, "about" | "unusedSince" | "way"> {
  /** As "schema/name". */
  readonly name: string;
  readonly works: readonly PlannedWork[];
}

/** Rows a second: half of what was measured on two busy cores, or less, with rows of 350 bytes and three indexes. */
const pace: Readonly<Record<Work["act"], number>> = {
  update: 25_000,
  copy: 100_000,
  rewrite: 75_000,
  index: 400_000,
  check: 1_500_000,
};

/** In portions there is a rest after each. */
const slower: Readonly<Record<MigrationFile["way"], number>> = {
  "at once": 1,
  "in portions": 2,
  concurrently: 2,
};

/** The files that `migrate` would apply, in their order, with what each will have to do. Nothing is changed. */
export async function plannedMigrations(
  database: { readonly pool: Pool },
  migrations: readonly Migration[],
): Promise<PlannedMigration[]> {
  const missing = await missingMigrations(database, migrations);
  const works = missing.map(({ sql, schema }) => worksOf(sql, schema));
  const names = [...new Set(works.flat().map(({ table }) => table))];
  const { rows } = await database.pool.query<{ name: string; rows: number }>(
    `select name, greatest(coalesce(reltuples, 0), 0)::float8 as rows
     from unnest($1::text[]) as name left join pg_class on oid = to_regclass(name)`,
    [names],
  );
  const sizes = new Map(rows.map((row) => [row.name, row.rows]));
  return missing.map((file, index) => ({
    name: fullName(file),
    about: file.about,
    unusedSince: file.unusedSince,
    way: file.way,
    works: (works[index] ?? []).map((work) => {
      const count = sizes.get(work.table) ?? 0;
      return { ...work, rows: count, seconds: (count / pace[work.act]) * slower[file.way] };
    }),
  }));
}
