import { sql } from "kysely";
import type { PortalTransaction } from "../../context.ts";

/** How rows of a table hang on rows of another: one column of theirs holds what a key there is. */
export interface Link {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly parent: string;
  readonly key: string;
}

/**
 * Every link between tables, from the catalogue: foreign keys, and columns that are named after a
 * table (`account_id`), because what outlives an account has no foreign key to it.
 */
async function findLinks(tx: PortalTransaction): Promise<readonly Link[]> {
  const { rows } = await sql<Link>`
    with named as (
      select c.oid, c.relname::text as relname, a.attnum, a.attname::text as attname,
        format_type(a.atttypid, null) as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'portal'::regnamespace and c.relkind in ('r', 'p')
        and a.attnum > 0 and not a.attisdropped
    )
    select child.relname as "table", child.attname as "column", child.type, key.relname as parent,
      key.attname as key
    from pg_constraint fk
    cross join unnest(fk.conkey, fk.confkey) as pair (theirs, ours)
    join named child on child.oid = fk.conrelid and child.attnum = pair.theirs
    join named key on key.oid = fk.confrelid and key.attnum = pair.ours
    where fk.contype = 'f'
    union
    select child.relname, child.attname, child.type, key.relname, key.attname
    from named child join named key on child.attname = key.relname || '_id' and key.attname = 'id'
    order by 1, 2, 4, 5`.execute(tx);
  return rows;
}

/** The tables that hang on accounts, however many others stand between, and by which links. */
export function linksOfAccounts(links: readonly Link[]): readonly Link[] {
  const tables = new Set(["account"]);
  for (let before = 0; before < tables.size; ) {
    before = tables.size;
    for (const { table, parent } of links) if (tables.has(parent)) tables.add(table);
  }
  return links.filter(({ table, parent }) => table !== "account" && tables.has(parent));
}

/** Values of a column by which rows are somebody's. */
interface Mark {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly values: readonly string[];
}

const isMarked = (marks: readonly Mark[]) =>
  sql.join(
    marks.map(
      ({ column, type, values }) =>
        sql`${sql.ref(column)} = any(${values}::text[]::${sql.raw(type)}[])`,
    ),
    sql` or `,
  );

/**
 * Codes and tokens of applications name an account in their payload only: its grants by an index,
 * all else by its grant.
 */
async function grantsOf(tx: PortalTransaction, accountId: string): Promise<Mark> {
  const { rows } = await sql<{ id: string }>`
    select grant_id as id from portal.oidc_record
    where model = 'Grant' and payload ->> 'accountId' = ${accountId} and grant_id is not null
    `.execute(tx);
  const values = rows.map(({ id }) => id);
  return { table: "oidc_record", column: "grant_id", type: "text", values };
}

/** By which values the rows of every table are an account's, as they are now. */
async function marksOf(tx: PortalTransaction, accountId: string): Promise<readonly Mark[]> {
  const links = linksOfAccounts(await findLinks(tx));
  const keys = new Map<string, readonly string[]>([["account.id", [accountId]]]);
  const grants = await grantsOf(tx, accountId);
  const marks = () => [
    ...links.map(({ parent, key, ...link }) => ({
      ...link,
      values: keys.get(`${parent}.${key}`) ?? [],
    })),
    grants,
  ];
  const parents = new Set(links.flatMap(({ parent, key }) => [`${parent}.${key}`]));
  parents.delete("account.id");
  // What hangs on an invoice is known once the invoices are: until nothing more is found.
  for (let found = -1, now = 0; found !== now; ) {
    found = now;
    now = 0;
    for (const name of parents) {
      const [table = "", key = ""] = name.split(".");
      const known = marks().filter((mark) => mark.table === table);
      const { rows } = await sql<{ value: string }>`
        select ${sql.ref(key)}::text as value from ${sql.table(`portal.${table}`)}
        where ${isMarked(known)}`.execute(tx);
      keys.set(
        name,
        rows.map(({ value }) => value),
      );
      now += rows.length;
    }
  }
  return marks();
}

/** Rows by table. */
export type Counts = Readonly<Record<string, number>>;

/**
 * Counts an account's rows in every table that hangs on it. What they are known by is read once, so
 * that a row is found also when what it hung on is gone.
 */
export async function accountRows(
  tx: PortalTransaction,
  accountId: string,
): Promise<() => Promise<Counts>> {
  const byTable = Map.groupBy(await marksOf(tx, accountId), ({ table }) => table);
  return async () => {
    const counts: Record<string, number> = {};
    for (const [table, marks] of byTable) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${sql.table(`portal.${table}`)}
        where ${isMarked(marks)}`.execute(tx);
      const count = rows[0]?.count ?? 0;
      if (count > 0) counts[table] = count;
    }
    return counts;
  };
}

/** The tables of which a deletion counts rows, in the order of their names. */
export async function countedTables(tx: PortalTransaction): Promise<readonly string[]> {
  const tables = linksOfAccounts(await findLinks(tx)).map(({ table }) => table);
  return [...new Set([...tables, "oidc_record"])].toSorted();
}
