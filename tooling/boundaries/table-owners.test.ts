import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import * as karte from "./karte-tables.ts";
import * as portal from "./portal-tables.ts";
import { type TableRule, tablesUsed, tableUsers } from "./table-use.ts";

test.each([
  ['db.selectFrom("karte.run as r")', "run", "read"],
  ['db.updateTable("karte.run")', "run", "write"],
  ["sql`delete from karte.run where id = 1`", "run", "write"],
  ["sql`insert into karte.run (id) select id from karte.domain`", "domain", "read"],
  ['db\n  .insertInto(\n    "karte.run",\n  )', "run", "write"],
] as const)("is seen: %s", (source, table, use) => {
  expect(tablesUsed(source, "karte").get(table)).toBe(use);
});

test("a function and a comment are no use of a table", () => {
  expect(tablesUsed("// karte.run\nselect karte.take(1)", "karte").size).toBe(0);
});

interface List {
  readonly copies?: string;
  readonly tables: Readonly<Record<string, TableRule>>;
}

test.each([
  ["karte", "portal"],
  ["portal", "karte"],
])("%s names no table of %s", (application, other) => {
  expect([...tableUsers(application, other).keys()]).toEqual([]);
});

describe.each<[string, List]>([
  ["portal", portal],
  ["karte", karte],
])("tables of %s", (application, { copies, tables }) => {
  const generated = readFileSync(
    fileURLToPath(
      new URL(`../../${application}/server/database/generated/tables.ts`, import.meta.url),
    ),
    "utf8",
  );
  const known = new Set(
    [...generated.matchAll(new RegExp(`"${application}\\.([a-z_]+)"`, "g"))].map(
      ([, name = ""]) => name,
    ),
  );
  const used = new Map([...tableUsers(application)].filter(([table]) => known.has(table)));

  test("are known", () => {
    expect(known.size).toBeGreaterThan(40);
    expect(used.size).toBeGreaterThan(40);
  });

  test("have an owner, and are used by others only as listed", () => {
    const expected = [...used].map(([table, features]) => {
      const { owner, writers = {}, readers = {} } = tables[table] ?? { owner: "nobody" };
      const unlisted = [...features].flatMap(([feature, use]) => {
        if (feature === owner || feature === copies || feature in writers) return [];
        return use === "read" && feature in readers ? [] : [`${feature} may not ${use}`];
      });
      const stale = [
        ...Object.keys(writers).filter((feature) => features.get(feature) !== "write"),
        ...Object.keys(readers).filter((feature) => features.get(feature) !== "read"),
        ...(features.has(owner) ? [] : [owner]),
      ];
      return { table, unlisted, stale };
    });
    expect(expected.filter(({ unlisted, stale }) => unlisted.length + stale.length > 0)).toEqual(
      [],
    );
    expect(Object.keys(tables).filter((table) => !used.has(table))).toEqual([]);
  });
});
