import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { circling } from "./circling.ts";
import * as operator from "./console-features.ts";
import * as karte from "./karte-features.ts";
import * as portal from "./portal-features.ts";

type List = Pick<typeof portal, "betweenFoundations" | "edges" | "foundations">;

/** By feature, all that it may import. */
function graphOf({ betweenFoundations, edges, foundations }: List) {
  const graph = new Map<string, readonly string[]>();
  for (const [feature, used] of Object.entries(edges)) {
    const below = foundations.includes(feature)
      ? Object.keys(betweenFoundations[feature] ?? {})
      : foundations;
    graph.set(feature, [...Object.keys(used), ...below]);
  }
  return graph;
}

/** The features that a feature's files name in their imports. */
function imported(application: string, feature: string): ReadonlySet<string> {
  const folder = fileURLToPath(
    new URL(`../../${application}/server/features/${feature}`, import.meta.url),
  );
  const sources = globSync("**/*.ts", {
    cwd: folder,
    exclude: (name) => name.endsWith(".test.ts"),
  });
  return new Set(
    sources.flatMap((file) =>
      [...readFileSync(`${folder}/${file}`, "utf8").matchAll(/from "(?:\.\.\/)+([a-z-]+)\//g)].map(
        ([, name = ""]) => name,
      ),
    ),
  );
}

/** What a service or a repository asks of a connection that a route has at hand. */
const databaseWork =
  /\.(transaction|selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`|from "kysely"/;

test.each([
  'await db.selectFrom("karte.run").execute();',
  "await db.transaction().execute(write);",
  "await sql`select 1`.execute(db);",
  'import type { Kysely } from "kysely";',
])("is seen in a route: %s", (line) => {
  expect(line).toMatch(databaseWork);
});

describe.each<[string, List, number]>([
  ["portal", portal, 10],
  ["karte", karte, 10],
  ["console", operator, 1],
])("features of %s", (application, list, least) => {
  const graph = graphOf(list);

  test("build on each other in one direction", () => {
    expect(circling(graph)).toEqual([]);
  });

  test("that went in a circle would be seen", () => {
    const [lowest = ""] = [...graph].find(([, uses]) => uses.length === 0) ?? [];
    const [highest = ""] = [...graph].find(([, uses]) => uses.includes(lowest)) ?? [];
    const knotted = new Map(graph).set(lowest, [highest]);
    expect(circling(knotted)).toEqual(expect.arrayContaining([lowest, highest]));
  });

  test("that all may ask build on no feature that is none", () => {
    for (const feature of list.foundations) {
      expect(Object.keys(list.edges[feature] ?? {})).toEqual([]);
    }
  });

  test("have no statement and no transaction in their routes", () => {
    const folder = fileURLToPath(new URL(`../../${application}/server/features`, import.meta.url));
    const routes = globSync("**/*routes.ts", { cwd: folder });
    expect(routes.length).toBeGreaterThan(least);
    expect(
      routes.filter((file) => databaseWork.test(readFileSync(`${folder}/${file}`, "utf8"))),
    ).toEqual([]);
  });

  test("use every edge that is listed", () => {
    const unused = [list.edges, list.betweenFoundations].flatMap((edges) =>
      Object.entries(edges).flatMap(([feature, used]) => {
        const found = imported(application, feature);
        return Object.keys(used).flatMap((name) =>
          found.has(name) ? [] : [`${feature} → ${name}`],
        );
      }),
    );
    expect(unused).toEqual([]);
  });
});
