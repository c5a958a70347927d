import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildWebIfStale } from "@sekimori/cli/web-build";
import { overBudget, type PageWeights, pageWeights } from "./support/page-weights.ts";

// `node bench/page-weights.ts` prints what each page transfers; with --write it becomes the budget.
const root = fileURLToPath(new URL("..", import.meta.url));
const place = new URL("budgets.json", import.meta.url);
const budgets: PageWeights = JSON.parse(readFileSync(place, "utf8"));
const weights = pageWeights(await buildWebIfStale(root, () => console.log("Building …")));

const kib = (bytes: number | undefined) =>
  bytes === undefined ? "–" : (bytes / 1024).toFixed(1).padStart(7);
console.log(`${"KiB of brotli".padEnd(40)}   now  budget`);
for (const [page, bytes] of Object.entries(weights).sort(([, a], [, b]) => b - a)) {
  console.log(`${page.padEnd(38)}${kib(bytes)} ${kib(budgets[page])}`);
}
if (process.argv.includes("--write")) {
  writeFileSync(place, `${JSON.stringify(weights, undefined, 2)}\n`);
} else {
  const problems = overBudget(weights, budgets);
  for (const problem of problems) console.log(`✗ ${problem}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
