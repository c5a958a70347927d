import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { rules } from "./rules.ts";
import { merge, percentOf, readTable, sumOf, writeTable } from "./score-table.ts";

const some = { guard: ["guard.ts", "pages.ts"], money: ["ledger.ts"] };
const mutants = (...statuses: readonly string[]) => ({
  mutants: statuses.map((status) => ({ status })),
});
const first = merge(
  new Map(),
  {
    "guard.ts": mutants("Killed", "Timeout", "Survived", "NoCoverage", "CompileError", "Ignored"),
    "ledger.ts": mutants("Killed"),
  },
  "21 Nov 2026",
);

test("a run's breaks are counted by file, what cannot be judged left out", () => {
  expect(first.get("guard.ts")).toEqual({ killed: 2, all: 4, on: "21 Nov 2026" });
  expect(writeTable(some, first)).toBe(`| Rule | Breaks noticed | Score | Run on |
|---|---|---|---|
| **guard** | 2 of 4 | 50.0 % | |
| \`guard.ts\` | 2 of 4 | 50.0 % | 21 Nov 2026 |
| \`pages.ts\` | not run | – | – |
| **money** | 1 of 1 | 100.0 % | |
| \`ledger.ts\` | 1 of 1 | 100.0 % | 21 Nov 2026 |
| **all** | 3 of 5 | 60.0 % | |`);
});

test("a run of some files leaves the others as they were, each with its day", () => {
  const kept = readTable(writeTable(some, first));
  expect(kept).toEqual(first);
  const second = merge(kept, { "guard.ts": mutants("Killed") }, "22 Nov 2026");
  expect(second.get("guard.ts")).toEqual({ killed: 1, all: 1, on: "22 Nov 2026" });
  expect(second.get("ledger.ts")).toEqual(first.get("ledger.ts"));
  expect(percentOf(sumOf(["guard.ts", "ledger.ts"], second))).toBe(100);
});

test("docs/evidence/assurance.md has a row for each rule that is broken, and for no other", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const page = readFileSync(`${root}docs/evidence/assurance.md`, "utf8");
  const [, table = ""] = /<!-- mutation -->\n([\s\S]*?)\n<!-- \/mutation -->/.exec(page) ?? [];
  expect(table.trim()).toBe(writeTable(rules, readTable(table)));
});
