import { type Kysely, sql } from "kysely";
import type { Sealer } from "./sealing.ts";

/** A column of sealed values that live longer than a rotation takes. */
export interface SealedColumn {
  /** With its schema: "kit.mail_outbox". */
  readonly table: string;
  readonly column: string;
  /** The column that finishes the sealing context, or several, which together name the row. */
  readonly owner: string | readonly string[];
  /** Of the owner's columns, one for all or one for each; "uuid" unless given. */
  readonly ownerType?: "uuid" | "text" | readonly ("uuid" | "text")[];
  /** What the sealing context begins with: `prefix:owner`, or `prefix:owner:owner`. */
  readonly prefix: string;
  /** A setting without which row level security hides the rows. */
  readonly setting?: { readonly name: string; readonly value: string };
}

/** Shows every owner's webhooks; for this rotation only. */
const everyOwner = { name: "app.webhook_owner", value: "*" };

/** The kit's own; an application adds its own to them. */
export const kitSealedColumns: readonly SealedColumn[] = [
  { table: "kit.mail_outbox", column: "sealed", owner: "id", prefix: "mail_outbox" },
  {
    table: "kit.relying_session",
    column: "sealed",
    owner: "id",
    prefix: "kit.relying_session",
  },
  {
    table: "kit.webhook_endpoint",
    column: "sealed",
    owner: "id",
    prefix: "kit.webhook_endpoint",
    setting: everyOwner,
  },
  {
    table: "kit.webhook_delivery",
    column: "sealed",
    owner: "id",
    prefix: "kit.webhook_delivery",
    setting: everyOwner,
  },
];

/** Pages of a table that are rewritten in one transaction: some 0.5 MiB, a thousand rows or two. */
const pages = 64;

interface SealedRow {
  readonly owners: string[];
  readonly sealed: Buffer;
}

/** The same update for many rows at once, each only over the value that was read of it. */
function updateOf(
  { table, column, owner, ownerType = "uuid" }: SealedColumn,
  renewed: readonly { readonly row: SealedRow; readonly fresh: Buffer }[],
) {
  const types = [ownerType].flat();
  const keys = [owner].flat().map((name, at) => ({
    kept: sql.ref(`kept.${name}`),
    key: sql.ref(`renewed.key_${at}`),
    name: sql.ref(`key_${at}`),
    type: sql.raw(types[at] ?? types[0] ?? "uuid"),
    values: renewed.map(({ row }) => row.owners[at] ?? ""),
  }));
  const read = renewed.map(({ row }) => row.sealed);
  const fresh = renewed.map((one) => one.fresh);
  return sql`
    update ${sql.table(table)} as kept set ${sql.ref(column)} = renewed.fresh
    from unnest(
      ${read}::bytea[], ${fresh}::bytea[],
      ${sql.join(keys.map(({ values, type }) => sql`${values}::${type}[]`))}
    ) as renewed(read, fresh, ${sql.join(keys.map(({ name }) => name))})
    where ${sql.ref(`kept.${column}`)} = renewed.read
      and ${sql.join(
        keys.map(({ kept, key }) => sql`${kept} = ${key}`),
        sql` and `,
      )}`;
}

/** Rewrites what stands in some pages. @returns how many values. */
async function rotatePages<T>(
  { db, sealer }: { readonly db: Kysely<T>; readonly sealer: Sealer },
  sealed: SealedColumn,
  first: number,
): Promise<number> {
  const { table, column, owner, prefix, setting } = sealed;
  const owners = [owner].flat().map((one) => sql`${sql.ref(one)}::text`);
  return db.transaction().execute(async (tx) => {
    if (setting) {
      await sql`select set_config(${setting.name}, ${setting.value}, true)`.execute(tx);
    }
    const { rows } = await sql<SealedRow>`
      select ${sql.ref(column)} as sealed, array[${sql.join(owners)}] as owners
      from ${sql.table(table)}
      where ctid >= ${`(${first},0)`}::tid and ctid < ${`(${first + pages},0)`}::tid
        and ${sql.ref(column)} is not null`.execute(tx);
    const renewed = rows
      .filter((row) => sealer.isStale(row.sealed))
      .map((row) => {
        const context = [prefix, ...row.owners].join(":");
        return { row, fresh: sealer.seal(sealer.open(row.sealed, context), context) };
      });
    if (renewed.length === 0) return 0;
    // A change made meanwhile has the current key already.
    const { numAffectedRows } = await updateOf(sealed, renewed).execute(tx);
    return Number(numAffectedRows ?? 0n);
  });
}

async function pagesOf<T>(db: Kysely<T>, table: string): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select (pg_relation_size(${table}::regclass) / current_setting('block_size')::int)::int as pages
  `.execute(db);
  return rows[0]?.pages ?? 0;
}

/** Goes through a table once. A row that is rewritten moves on and is met again, already fresh. */
async function rotateColumn<T>(
  books: { readonly db: Kysely<T>; readonly sealer: Sealer },
  column: SealedColumn,
): Promise<number> {
  let rotated = 0;
  // The table grows under the rewriting, so its end is asked for anew.
  for (let first = 0; first < (await pagesOf(books.db, column.table)); first += pages) {
    rotated += await rotatePages(books, column, first);
  }
  return rotated;
}

/**
 * Seals again, with the current key, everything that an older one sealed. Afterwards the older key
 * can leave the keyring. Safe while the product serves, and to repeat.
 *
 * @returns how many values were sealed again.
 * @throws SealingError when a value opens with no key that is given; what was done before stays.
 */
export async function rotateSealed<T>(
  books: { readonly db: Kysely<T>; readonly sealer: Sealer },
  columns: readonly SealedColumn[],
): Promise<number> {
  let rotated = 0;
  for (const column of columns) {
    // What the product changed meanwhile may have moved to a page that was done: until none is left.
    let found: number;
    do {
      found = await rotateColumn(books, column);
      rotated += found;
    } while (found > 0);
  }
  return rotated;
}
