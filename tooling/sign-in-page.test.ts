import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

// What the page claims of our ways to log in is shown by a test, under the title that is named there.

const root = fileURLToPath(new URL("..", import.meta.url));
const page = readFileSync(`${root}docs/evidence/sign-in.md`, "utf8");
const evidence = page
  .split("\n")
  .filter((line) => /^\| (?!What is asked for|Case )\S/.test(line))
  .map((line) => {
    const cells = line.split(" | ");
    return { row: cells[0] ?? "", shown: cells.at(-1) ?? "" };
  });

const tests = evidence.flatMap(({ row, shown }) =>
  [...shown.matchAll(/`([\w./-]+\.(?:test|e2e)\.ts)`(?: \((“[^)]*”)\))?/g)].map(
    ([, file = "", titles = ""]) => ({
      row,
      file,
      titles: [...titles.matchAll(/“([^”]+)”/g)].map(([, title = ""]) => title),
    }),
  ),
);

test("each row names a test", () => {
  expect(evidence).toHaveLength(15 + 17 + 25);
  const shown = new Set(tests.map(({ row }) => row));
  expect(evidence.map(({ row }) => row).filter((row) => !shown.has(row))).toEqual([]);
});

test("each test is there, under its title", () => {
  const missing = tests.flatMap(({ row, file, titles }) => {
    const text = existsSync(root + file) ? readFileSync(root + file, "utf8") : undefined;
    if (text === undefined) return [{ row, file }];
    return titles
      .filter((title) => !text.includes(`"${title}"`))
      .map((title) => ({ row, file, title }));
  });
  expect(missing).toEqual([]);
  expect(tests.flatMap(({ titles }) => titles).length).toBeGreaterThan(45);
});
