/** What of a migration takes the longer, the more rows a table has. */
export interface Work {
  readonly act: "update" | "copy" | "index" | "check" | "rewrite";
  /** As "schema.table"; of a copy, whose rows are read. */
  readonly table: string;
}

/** Comments, texts and bodies of functions, in which words mean nothing. */
const silent = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$/g;

const indexed = /^create (?:unique )?index (?:concurrently )?.*?\bon (?:only )?([\w".]+)/;
const changed = /^(?:update|delete from) (?:only )?([\w".]+)/;
const copied = /^insert into .*?\bselect\b.*?\bfrom ([\w".]+)/;
const altered = /^alter table (?:if exists )?(?:only )?([\w".]+) (.*)$/;
const made = /^create (?:unlogged )?table (?:if not exists )?([\w".]+)/;

/** A column whose value is made for every row that is there already. */
const filled =
  /\badd (?:column )?[^,]*(?:\bgenerated always as \(.*\) stored\b|\bdefault (?:gen_random_uuid|clock_timestamp|random|nextval|uuidv7)\b)/;
const retyped = /\balter (?:column )?[\w"]+ (?:set data )?type\b/;
const keyed = /\badd (?:constraint [\w"]+ )?(?:unique|primary key|exclude)\b/;
const checked =
  /\badd (?:constraint [\w"]+ )?(?:check|foreign key)\b|\bset not null\b|\bvalidate constraint\b|\badd column [^,]*\b(?:check|references)\b/;

function ofAlteration(actions: string): readonly Work["act"][] {
  if (filled.test(actions) || retyped.test(actions)) return ["rewrite"];
  return [
    ...(keyed.test(actions) ? (["index"] as const) : []),
    ...(checked.test(actions) && !/\bnot valid\b/.test(actions) ? (["check"] as const) : []),
  ];
}

/** A statement's works, its tables named as it names them. */
function ofStatement(statement: string): readonly Work[] {
  const [, onIndex] = indexed.exec(statement) ?? [];
  if (onIndex !== undefined) return [{ act: "index", table: onIndex }];
  const [, table] = changed.exec(statement) ?? [];
  if (table !== undefined) return [{ act: "update", table }];
  const [, source] = copied.exec(statement) ?? [];
  if (source !== undefined) return [{ act: "copy", table: source }];
  const [, alteredTable = "", actions = ""] = altered.exec(statement) ?? [];
  return ofAlteration(actions).map((act) => ({ act, table: alteredTable }));
}

/**
 * What a migration's file has to do with rows that are there already, by a look at its words: tables
 * that it makes itself have none. An estimate, for people; nothing is decided by it.
 */
export function worksOf(sql: string, schema: string): readonly Work[] {
  const full = (table: string) => {
    const plain = table.replaceAll('"', "");
    return plain.includes(".") ? plain : `${schema}.${plain}`;
  };
  const statements = sql
    .replace(silent, (part) => (part.startsWith("'") || part.startsWith("$") ? "''" : " "))
    .split(";")
    .map((statement) => statement.trim().replace(/\s+/g, " ").toLowerCase());
  const own = new Set(statements.map((one) => full(made.exec(one)?.[1] ?? "")));
  return statements
    .flatMap(ofStatement)
    .map(({ act, table }) => ({ act, table: full(table) }))
    .filter(({ table }) => !own.has(table));
}
