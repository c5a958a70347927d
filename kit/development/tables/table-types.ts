import type { Database } from "@sekimori/kit-server/database";

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly defaulted: boolean;
}

const columnsQuery = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
    not a.attnotnull as nullable,
    a.atthasdef or a.attidentity <> '' as defaulted
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p')
    and a.attnum > 0 and not a.attisdropped and c.relname <> 'migration'
  order by c.relname, a.attnum`;

const checksQuery = `
  select c.relname as table, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  where k.contype = 'c' and c.relnamespace = $1::regnamespace`;

// PostgreSQL types as our pools give and take them; a date is "YYYY-MM-DD".
const scalar: Readonly<Record<string, string>> = {
  uuid: "string",
  text: "string",
  inet: "string",
  boolean: "boolean",
  smallint: "number",
  integer: "number",
  real: "number",
  bigint: "ColumnType<string, string | number, string | number>",
  numeric: "ColumnType<string, string | number, string | number>",
  date: "string",
  "timestamp with time zone": "Date",
  bytea: "Buffer",
  "uuid[]": "string[]",
  "text[]": "string[]",
  "bigint[]": "string[]",
  json: "ColumnType<unknown, string, string>",
  jsonb: "ColumnType<unknown, string, string>",
};

/** The values of `check (column in ('a', 'b'))`, by "table.column". */
function unionsOf(checks: readonly { table: string; definition: string }[]): Map<string, string> {
  const unions = new Map<string, string>();
  for (const { table, definition } of checks) {
    const [, column, values] =
      /^CHECK \(\((\w+) = ANY \(ARRAY\[([^\]]*)\]\)\)\)$/.exec(definition) ?? [];
    if (column === undefined || values === undefined) continue;
    const names = [...values.matchAll(/'([^']*)'::text/g)].map(([, value]) => `"${value}"`);
    unions.set(`${table}.${column}`, names.join(" | "));
  }
  return unions;
}

function typeOf(column: Column, unions: ReadonlyMap<string, string>): string {
  const base = unions.get(`${column.table}.${column.name}`) ?? scalar[column.type];
  if (base === undefined) throw new Error(`No TypeScript type for ${column.type}.`);
  const full = column.nullable ? `${base} | null` : base;
  // Kysely's Generated takes no type that differs between reading and writing.
  const parts = /^ColumnType<(\w+), ([^,]+), ([^,]+)>$/.exec(full);
  if (column.defaulted && parts) {
    const [, read, insert, update] = parts;
    return `ColumnType<${read}, ${insert} | undefined, ${update}>`;
  }
  return column.defaulted ? `Generated<${full}>` : full;
}

/** The Kysely interfaces of a schema's tables, as TypeScript source; keys are "schema.table". */
export async function tableTypes(pool: Database<unknown>["pool"], schema: string): Promise<string> {
  const { rows: columns } = await pool.query<Column>(columnsQuery, [schema]);
  const { rows: checks } = await pool.query(checksQuery, [schema]);
  const unions = unionsOf(checks);
  const tables = Map.groupBy(columns, ({ table }) => table);
  const entries = [...tables].map(([table, own]) => {
    const lines = own.map((column) => `    ${column.name}: ${typeOf(column, unions)};`);
    return `  "${schema}.${table}": {\n${lines.join("\n")}\n  };`;
  });
  const body = entries.join("\n");
  const imports = ["ColumnType", "Generated"].filter((name) => body.includes(`${name}<`));
  return [
    "// Generated from the migrations. Do not edit.",
    `import type { ${imports.join(", ")} } from "kysely";`,
    "",
    `export interface Tables {\n${body}\n}`,
    "",
  ].join("\n");
}
