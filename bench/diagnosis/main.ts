import { isMet, line, type Report } from "../support/report.ts";
import { checkCosts } from "./check-costs.ts";
import { benchSideBySide } from "./side-by-side.ts";
import { benchTarpit } from "./tarpit.ts";
import { benchThroughput } from "./throughput.ts";

/* Benchmarks of the diagnosis engine: node bench/diagnosis/main.ts [targets] [part …] */

const [count = "2000", ...wanted] = process.argv.slice(2);
const parts: Readonly<Record<string, () => Promise<readonly Report[]>>> = {
  throughput: () => benchThroughput(Number(count)),
  tarpit: async () => [await benchTarpit()],
  "side-by-side": benchSideBySide,
};
const isWanted = (part: string) => wanted.length === 0 || wanted.includes(part);

let met = true;
for (const [part, bench] of Object.entries(parts)) {
  if (!isWanted(part)) continue;
  for (const report of await bench()) {
    // Each at once: the parts that keep the pace take minutes, however few the targets are.
    console.log(line(report));
    met &&= isMet(report);
  }
}
if (isWanted("costs")) console.log(await checkCosts());
process.exitCode = met ? 0 : 1;
