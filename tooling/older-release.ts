import * as database from "@sekimori/kit-server/database";
import { parse } from "libpg-query";

// What a migration may do while processes of the release before still serve: it adds. Whatever takes
// something away that they read or write waits for a release of which nobody uses it any more.

/** A parsed node: one key that names its kind. PostgreSQL's own parser gives them. */
type Node = Readonly<Record<string, unknown>>;

const record = (value: unknown): Node =>
  typeof value === "object" && value !== null ? (value as Node) : {};
const nodes = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.map(record) : []);
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** What older processes know by name, and how it is called. */
const known: Readonly<Record<string, string>> = {
  OBJECT_TABLE: "table",
  OBJECT_COLUMN: "column",
  OBJECT_VIEW: "view",
  OBJECT_FUNCTION: "function",
  OBJECT_SEQUENCE: "sequence",
  OBJECT_SCHEMA: "schema",
  OBJECT_TYPE: "type",
};

const tableOf = (relation: unknown): string => {
  const { schemaname, relname } = record(relation);
  return [text(schemaname), text(relname)].filter(Boolean).join(".");
};

/** The parts of a qualified name, of a statement that drops. */
function nameOf(object: Node): string {
  const parts =
    nodes(record(object.List).items).length > 0
      ? nodes(record(object.List).items)
      : nodes(record(object.ObjectWithArgs).objname);
  const names = parts.map((part) => text(record(part.String).sval));
  return names.length > 0 ? names.join(".") : text(record(object.String).sval);
}

/** Kinds of constraints of a column that give a row of an older process its value. */
const gives: ReadonlySet<string> = new Set([
  "CONSTR_DEFAULT",
  "CONSTR_IDENTITY",
  "CONSTR_GENERATED",
]);

function ofNewColumn(table: string, definition: Node): string | undefined {
  const kinds = nodes(definition.constraints).map(({ Constraint }) =>
    text(record(Constraint).contype),
  );
  const isRequired = kinds.some((kind) => ["CONSTR_NOTNULL", "CONSTR_PRIMARY"].includes(kind));
  if (!isRequired || kinds.some((kind) => gives.has(kind))) return undefined;
  return `adds the column ${table}.${text(definition.colname)}, which older inserts leave out`;
}

function ofColumnChange(table: string, { subtype, name, def }: Node): string | undefined {
  const column = `${table}.${text(name)}`;
  switch (subtype) {
    case "AT_DropColumn":
      return `drops the column ${column}`;
    case "AT_AlterColumnType":
      return `changes the type of ${column}`;
    case "AT_SetNotNull":
      return `requires ${column}`;
    case "AT_ColumnDefault":
      return def === undefined ? `takes the default of ${column} away` : undefined;
    case "AT_AddColumn":
      return ofNewColumn(table, record(record(def).ColumnDef));
    case "AT_AddConstraint": {
      const constraint = text(record(record(record(def).Constraint)).conname);
      return `holds new rows of ${table} to the constraint ${constraint || "without a name"}`;
    }
    default:
      return undefined;
  }
}

function ofStatement(statement: Node, made: ReadonlySet<string>): readonly string[] {
  const { AlterTableStmt, RenameStmt, DropStmt } = statement;
  if (AlterTableStmt !== undefined) {
    const { relation, cmds } = record(AlterTableStmt);
    const table = tableOf(relation);
    if (made.has(table)) return [];
    return nodes(cmds).flatMap((one) => ofColumnChange(table, record(one.AlterTableCmd)) ?? []);
  }
  if (RenameStmt !== undefined) {
    const { renameType, relation, subname } = record(RenameStmt);
    const kind = known[text(renameType)];
    const table = tableOf(relation);
    const place = kind === "column" ? `${table}.${text(subname)}` : table;
    return kind === undefined || made.has(table) ? [] : [`renames the ${kind} ${place}`.trim()];
  }
  if (DropStmt !== undefined) {
    const { removeType, objects } = record(DropStmt);
    const kind = known[text(removeType)];
    return kind === undefined
      ? []
      : nodes(objects).map((object) => `drops the ${kind} ${nameOf(object)}`);
  }
  return [];
}

/** A check that only lets more through, by a line that names it. */
const wider = /^-- Wider: ([a-z0-9_]+)\.$/gm;

/**
 * What processes of the release before would fail at once this SQL is applied, a sentence each.
 *
 * @throws Error where PostgreSQL would not parse it
 */
export async function brokenForOlder(sql: string): Promise<readonly string[]> {
  const { stmts } = (await parse(sql)) as { readonly stmts?: unknown };
  const statements = nodes(stmts).map(({ stmt }) => record(stmt));
  const made = new Set(
    statements.flatMap(({ CreateStmt }) =>
      CreateStmt === undefined ? [] : [tableOf(record(CreateStmt).relation)],
    ),
  );
  const widened = new Set([...sql.matchAll(wider)].map(([, name]) => name));
  return statements
    .flatMap((statement) => ofStatement(statement, made))
    .filter((sentence) => {
      const [, constraint] = / to the constraint (\S+)$/.exec(sentence) ?? [];
      return constraint === undefined || !widened.has(constraint);
    });
}

/** The release since which nothing uses what the file takes away, as `migrate --plan` reads it. */
export const unusedSince = (sql: string): readonly number[] | undefined =>
  database.unusedSince(sql)?.split(".").map(Number);

/** Whether a release came before another. */
export function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}
