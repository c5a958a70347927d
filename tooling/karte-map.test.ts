import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const map = readFileSync(`${root}docs/evidence/karte-map.md`, "utf8");
const rows = map.split("\n").filter((line) => /^\| (?!What|---)/.test(line));

test("the map of the management application names only files that exist", () => {
  const named = [...map.matchAll(/`([a-z0-9]+\/[\w./-]+)`/g)].map(([, path]) => path);
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
});

test("each line has code, something that shows it, and a known state", () => {
  expect(rows.length).toBeGreaterThan(25);
  for (const row of rows) {
    const [, , code, shown, state] = row.split("|").map((cell) => cell.trim());
    expect(
      [code, shown].every((cell) => cell?.includes("`")),
      row,
    ).toBe(true);
    expect(state).toMatch(/^(done|partly: .+)$/);
  }
});
