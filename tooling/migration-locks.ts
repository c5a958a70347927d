import { wayOf } from "@sekimori/kit-server/database";
import { parse } from "libpg-query";

// What a migration may do to tables that are large and in use: nothing that keeps others from them for
// longer than a moment. `kit/server/database/apply-migration.ts` gives a file three ways to be applied.

/** A parsed node: one key that names its kind. PostgreSQL's own parser gives them. */
type Node = Readonly<Record<string, unknown>>;

const record = (value: unknown): Node =>
  typeof value === "object" && value !== null ? (value as Node) : {};
const nodes = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.map(record) : []);
const tableOf = (relation: unknown) => {
  const { schemaname, relname } = record(relation);
  return [schemaname, relname].filter(Boolean).join(".");
};

interface Change {
  readonly table: string;
  readonly what: "changes rows of" | "copies rows into";
}

/** What a statement does with rows of a table, however many they are. */
function changeBy({ UpdateStmt, DeleteStmt, InsertStmt }: Node): Change | undefined {
  const changing = UpdateStmt ?? DeleteStmt;
  if (changing !== undefined) {
    return { table: tableOf(record(changing).relation), what: "changes rows of" };
  }
  const { relation, selectStmt } = record(InsertStmt);
  const { fromClause } = record(record(selectStmt).SelectStmt);
  if (fromClause === undefined) return undefined;
  return { table: tableOf(relation), what: "copies rows into" };
}

function ofAlteration(table: string, { subtype, name, def }: Node): string | undefined {
  const { Constraint } = record(def);
  if (subtype === "AT_ValidateConstraint") return `looks at every row of ${table} for ${name}`;
  if (subtype !== "AT_AddConstraint") return undefined;
  const { contype, conname, skip_validation: isLater, indexname } = record(Constraint);
  if (isLater === true || indexname !== undefined) return undefined;
  return contype === "CONSTR_UNIQUE" || contype === "CONSTR_PRIMARY"
    ? `makes the index of ${conname} on ${table}`
    : `looks at every row of ${table} for ${conname}`;
}

function ofStatement(statement: Node, made: ReadonlySet<string>): readonly string[] {
  const change = changeBy(statement);
  if (change) return made.has(change.table) ? [] : [`${change.what} ${change.table}`];
  const { IndexStmt, AlterTableStmt } = statement;
  if (IndexStmt !== undefined) {
    const table = tableOf(record(IndexStmt).relation);
    return made.has(table) ? [] : [`makes an index on ${table}`];
  }
  const { relation, cmds } = record(AlterTableStmt);
  const table = tableOf(relation);
  if (made.has(table)) return [];
  return nodes(cmds).flatMap((one) => ofAlteration(table, record(one.AlterTableCmd)) ?? []);
}

const isAloneConcurrent = ({ IndexStmt, DropStmt }: Node) => {
  const { concurrent, if_not_exists: unlessThere } = record(IndexStmt);
  const { concurrent: isDropped, missing_ok: ifThere } = record(DropStmt);
  return (concurrent === true && unlessThere === true) || (isDropped === true && ifThere === true);
};

/** Whether a statement is nothing but a look at rows that are there: its lock lets others write. */
const onlyLooks = ({ AlterTableStmt }: Node) => {
  const parts = nodes(record(AlterTableStmt).cmds).map(({ AlterTableCmd }) =>
    record(AlterTableCmd),
  );
  return parts.length > 0 && parts.every(({ subtype }) => subtype === "AT_ValidateConstraint");
};

/**
 * What this SQL would keep others waiting for, the longer the larger a table is, a sentence each.
 *
 * @throws Error where PostgreSQL would not parse it
 */
export async function longLocks(sql: string): Promise<readonly string[]> {
  const { stmts } = (await parse(sql)) as { readonly stmts?: unknown };
  const statements = nodes(stmts).map(({ stmt }) => record(stmt));
  const [first = {}] = statements;
  const isAlone = statements.length === 1;
  switch (wayOf(sql)) {
    case "in portions":
      return isAlone && changeBy(first) && /\blimit \d+/i.test(sql)
        ? []
        : ["goes in portions, and is not one statement that changes rows up to a limit"];
    case "concurrently":
      return isAlone && isAloneConcurrent(first)
        ? []
        : ["goes concurrently, and is not one “create index concurrently if not exists”"];
    case "at once": {
      if (statements.every(onlyLooks)) return [];
      const made = new Set(
        statements.flatMap(({ CreateStmt }) =>
          CreateStmt === undefined ? [] : [tableOf(record(CreateStmt).relation)],
        ),
      );
      return statements.flatMap((statement) => ofStatement(statement, made));
    }
  }
}
