import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildWebIfStale } from "@sekimori/cli/web-build";
import { overBudget, type PageWeights, pageWeights } from "./support/page-weights.ts";

// `node bench/page-weights.ts` prints what each page transfers; with --write it becomes the budget.
const root = fileURLToPath(new URL("..", import.meta.url));
const applications = {
  portal: "budgets.json",
  karte: "karte-budgets.json",
  console: "console-budgets.json",
} as const;

const kib = (bytes: number | undefined) =>
  bytes === undefined ? "–" : (bytes / 1024).toFixed(1).padStart(7);

for (const [application, file] of Object.entries(applications)) {
  const place = new URL(file, import.meta.url);
  const budgets: PageWeights = JSON.parse(readFileSync(place, "utf8"));
  const announce = () => console.log("Building …");
  const weights = pageWeights(
    await buildWebIfStale(root, application as keyof typeof applications, announce),
  );
  console.log(`\n${`${application}, KiB of brotli`.padEnd(40)}   now  budget`);
  for (const [page, bytes] of Object.entries(weights).sort(([, a], [, b]) => b - a)) {
    console.log(`${page.padEnd(38)}${kib(bytes)} ${kib(budgets[page])}`);
  }
  if (process.argv.includes("--write")) {
    writeFileSync(place, `${JSON.stringify(weights, undefined, 2)}\n`);
    continue;
  }
  const problems = overBudget(weights, budgets);
  for (const problem of problems) console.log(`✗ ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
