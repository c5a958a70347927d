import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { allChecks } from "@sekimori/diagnosis/checks";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const map = readFileSync(`${root}docs/evidence/diagnosis-map.md`, "utf8");

test("the map of the diagnosis has every check, and no other", () => {
  const named = [...map.matchAll(/^\| `([a-z0-9-]+)`: /gm)].map(([, id]) => id);
  expect(named.sort()).toEqual(allChecks.map(({ id }) => id).sort());
});

test("it names only files that exist", () => {
  const named = [...map.matchAll(/`((?:diagnosis|bench)\/[\w./-]+)`/g)].map(([, path]) => path);
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
});

test("the state of every line is known", () => {
  const rows = map.split("\n").filter((line) => /^\| (?!What|---)/.test(line));
  expect(rows.length).toBeGreaterThan(allChecks.length + 15);
  for (const row of rows) expect(row.split("|").at(-2)?.trim()).toMatch(/^(done|partly: .+)$/);
});
