import { isMet, line, type Report } from "../support/report.ts";
import { measureGrowth, sizesOf } from "./measure.ts";

/** `BENCH_SHARE=0.1` takes a tenth of everything; in `BENCH_DATA` the accounts stay for the next time. */
export async function benchGrowth(): Promise<boolean> {
  const reports: Report[] = [];
  await measureGrowth({
    sizes: sizesOf(Number(process.env.BENCH_SHARE ?? "1")),
    effort: { rounds: 5, seconds: 5, members: 16, times: 40 },
    tell(report) {
      reports.push(report);
      console.log(line(report));
    },
    kept: process.env.BENCH_DATA,
    progress: (step) => console.log(`  ${step}`),
  });
  return reports.every(isMet);
}
