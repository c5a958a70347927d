import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { required, ruleFiles, rules } from "./rules.ts";
import { merge, percentOf, readTable, sumOf, writeTable } from "./score-table.ts";

// Writes what a run found between the marks in docs/evidence/assurance.md, and ends with 1 below what is required.

const root = fileURLToPath(new URL("../..", import.meta.url));
const { files } = z
  .object({
    files: z.record(z.string(), z.object({ mutants: z.array(z.object({ status: z.string() })) })),
  })
  .parse(JSON.parse(readFileSync(`${root}.cache/mutation.json`, "utf8")));

const page = `${root}docs/evidence/assurance.md`;
const text = readFileSync(page, "utf8");
const marked = /(<!-- mutation -->\n)([\s\S]*?)(\n<!-- \/mutation -->)/;
const [, , former] = marked.exec(text) ?? [];
if (former === undefined) throw new Error("docs/evidence/assurance.md has no marks for the table");

const on = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" }).format(new Date());
const scores = merge(readTable(former), files, on);
const table = writeTable(rules, scores);
writeFileSync(
  page,
  text.replace(marked, (_, before: string, __, after: string) => `${before}\n${table}\n${after}`),
);
const percent = percentOf(sumOf(ruleFiles, scores));
console.log(`${percent.toFixed(1)} % of the breaks were noticed; ${required} % are required.`);
if (percent < required) process.exitCode = 1;
