import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A table's owner, and by feature what others use it for. */
export interface TableRule {
  readonly owner: string;
  readonly writers?: Readonly<Record<string, string>>;
  readonly readers?: Readonly<Record<string, string>>;
}

export type Use = "read" | "write";

const write =
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto|insert into|update|delete from|truncate)\s*\(?\s*["'`]?$/i;

/** A source without its comments. */
export const codeOf = (source: string): string =>
  source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");

/** The tables of a schema that a source file names, and whether it writes them. */
export function tablesUsed(source: string, schema: string): ReadonlyMap<string, Use> {
  const code = codeOf(source);
  const used = new Map<string, Use>();
  // A name before a bracket is a function, one between slashes a file.
  for (const match of code.matchAll(new RegExp(`\\b${schema}\\.([a-z_]+)\\b(?!\\()`, "g"))) {
    const [, table = ""] = match;
    const before = code.slice(Math.max(0, match.index - 40), match.index);
    if (write.test(before)) used.set(table, "write");
    else if (!used.has(table)) used.set(table, "read");
  }
  return used;
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/** By table of a schema, its own unless named, the features of an application's server that use it. */
export function tableUsers(
  application: string,
  schema = application,
): ReadonlyMap<string, ReadonlyMap<string, Use>> {
  const folder = `${root}${application}/server/features`;
  const users = new Map<string, Map<string, Use>>();
  for (const file of globSync("**/*.ts", { cwd: folder })) {
    // What is generated is data; an address in it may look like a table.
    if (/\.test\.ts$|(^|\/)(testing|generated)\//.test(file)) continue;
    const [feature = ""] = file.split("/");
    for (const [table, use] of tablesUsed(readFileSync(`${folder}/${file}`, "utf8"), schema)) {
      const features = users.get(table) ?? new Map<string, Use>();
      if (use === "write" || !features.has(feature)) features.set(feature, use);
      users.set(table, features);
    }
  }
  return users;
}
