import { isMet, line, type Report } from "../support/report.ts";
import { benchSideBySide } from "./side-by-side.ts";
import { benchTarpit } from "./tarpit.ts";
import { benchThroughput } from "./throughput.ts";

/* Benchmarks of the diagnosis engine: node bench/diagnosis/main.ts [targets] */

const count = Number(process.argv[2] ?? "2000");
const reports: Report[] = [
  ...(await benchThroughput(count)),
  await benchTarpit(),
  ...(await benchSideBySide()),
];
for (const report of reports) console.log(line(report));
process.exitCode = reports.every(isMet) ? 0 : 1;
