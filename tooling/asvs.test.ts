import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = readFileSync(`${root}docs/evidence/asvs.md`, "utf8");
const rows = [
  ...page.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| (.+?) \| (met|partly|not yet) \| (.+) \|$/gm),
].map(([, id = "", , , state = "", evidence = ""]) => ({ id, state, evidence }));

test("each of the 224 requirements has one row with a state", () => {
  expect(rows).toHaveLength(224);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(224);
});

test("the sum is right", () => {
  const count = (state: string) => rows.filter((row) => row.state === state).length;
  expect(page).toContain(
    `**224 requirements: ${count("met")} met, ${count("partly")} partly, ${count("not yet")} not yet.**`,
  );
});

test("names only files that exist", () => {
  const named = rows.flatMap(({ evidence }) =>
    [
      ...evidence.matchAll(
        /`((?:kit|portal|karte|console|cli|e2e|docs|tooling|sandbox|bench)\/[\w./-]+)`/g,
      ),
    ].map(([, path]) => path ?? ""),
  );
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
});
