import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildWebIfStale } from "@sekimori/cli/web-build";
import { describe, expect, test } from "vitest";
import { overBudget, type PageWeights, pageWeights } from "./support/page-weights.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const budgets: PageWeights = JSON.parse(
  readFileSync(new URL("budgets.json", import.meta.url), "utf8"),
);

const karteBudgets: PageWeights = JSON.parse(
  readFileSync(new URL("karte-budgets.json", import.meta.url), "utf8"),
);

const consoleBudgets: PageWeights = JSON.parse(
  readFileSync(new URL("console-budgets.json", import.meta.url), "utf8"),
);

describe("what pages transfer", () => {
  test("is within the budgets, and the sign-in page within 100 KiB (node bench/page-weights.ts prints them)", async () => {
    const weights = pageWeights(await buildWebIfStale(root, "portal", () => undefined));
    expect(overBudget(weights, budgets)).toEqual([]);
    expect(weights["sign-in/login-page"]).toBeLessThanOrEqual(100 * 1024);
  }, 180_000);

  test("of the management application is within its budgets, and its list within 180 kB", async () => {
    const weights = pageWeights(await buildWebIfStale(root, "karte", () => undefined));
    expect(overBudget(weights, karteBudgets)).toEqual([]);
    expect(weights["domains/site-list-page"]).toBeLessThanOrEqual(180_000);
  }, 180_000);

  test("of the operator's console is within its budgets", async () => {
    const weights = pageWeights(await buildWebIfStale(root, "console", () => undefined));
    expect(overBudget(weights, consoleBudgets)).toEqual([]);
  }, 180_000);

  test.for<[string, PageWeights, PageWeights, RegExp[]]>([
    ["the same", { a: 1000 }, { a: 1000 }, []],
    ["smaller", { a: 900 }, { a: 1000 }, []],
    ["grown by 5 %", { a: 1050 }, { a: 1000 }, []],
    ["grown by more", { a: 1051, b: 5 }, { a: 1000, b: 5 }, [/^a transfers 1051/]],
    ["new", { a: 1, b: 1 }, { a: 1 }, [/^b has no budget/]],
    ["gone", { a: 1 }, { a: 1, b: 1 }, [/^b has a budget but/]],
  ])("%s", ([, weights, allowed, problems]) => {
    const found = overBudget(weights, allowed);
    expect(found).toHaveLength(problems.length);
    for (const [at, problem] of problems.entries()) expect(found[at]).toMatch(problem);
  });
});
