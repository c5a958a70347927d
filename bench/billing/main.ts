// `npm run bench billing`: a month of 100,000 contracts, from the run's start to the last paid invoice.
import { cpus, loadavg } from "node:os";
import { isMet, line, type Report } from "../support/report.ts";
import { type BillingFigures, measureBilling } from "./measure.ts";

const contracts = Number(process.env.BENCH_CONTRACTS ?? "100000");
/** What a smaller run may take, by the pace that the whole size asks for. */
const withinSeconds = (180 * contracts) / 100_000;
const withinMs = Math.max(60_000, withinSeconds * 20_000);

function detailOf(figures: BillingFigures): string {
  const { processor, issuingSeconds, shares } = figures;
  const seconds = (value: number) => value.toFixed(1);
  const sum = processor.workers + processor.company + processor.database;
  return [
    `${contracts} contracts; first charged after ${seconds(issuingSeconds)} s; at most ${figures.inFlight} calls in flight`,
    `processor seconds: workers ${seconds(processor.workers)}, company ${seconds(processor.company)}, PostgreSQL ${seconds(processor.database)}, so at least ${seconds(sum / cpus().length)} s on ${cpus().length} idle cores, and ${((sum * 1_000) / contracts).toFixed(2)} s for 1,000 contracts`,
    `divided over the workers' places: ${shares.map(seconds).join(", ")}`,
    `load of the machine ${seconds(loadavg()[0] ?? 0)}`,
  ].join("; ");
}

const wrong = (name: string, figures: BillingFigures): Report => ({
  name: `billing, ${name}: contracts, yen or mails that differ`,
  figure: figures.wrong.length,
  wanted: { atMost: 0 },
  detail: figures.wrong.join("; ") || "both sides' books agree",
});

const memory = (name: string, figures: BillingFigures): Report => ({
  name: `billing, ${name}: most memory of a worker, MiB`,
  figure: figures.peakMiB,
  wanted: { atMost: 300 },
  detail: "resident, as the kernel counts it",
});

export async function benchBilling(): Promise<boolean> {
  const reports: Report[] = [];
  const tell = (...list: readonly Report[]) => {
    reports.push(...list);
    for (const report of list) console.log(line(report));
  };
  const plain = await measureBilling({ contracts, latencyMs: 0, workers: 1, withinMs });
  tell(
    {
      name: "billing, seconds for a month",
      figure: plain.seconds,
      wanted: { atMost: withinSeconds },
      detail: detailOf(plain),
    },
    memory("one worker", plain),
    wrong("one worker", plain),
  );
  console.log(
    `  PDFs made at their first request: ${plain.documentsPerSecond.toFixed(1)} a second`,
  );
  const slow = await measureBilling({ contracts, latencyMs: 50, workers: 1, withinMs });
  tell(
    {
      name: "billing, charges a second at 50 ms latency, 32 in flight",
      figure: slow.chargesPerSecond,
      wanted: { atLeast: 576 },
      detail: detailOf(slow),
    },
    wrong("50 ms latency", slow),
  );
  const killed = await measureBilling({
    contracts,
    latencyMs: 0,
    workers: 2,
    kill: { everyMs: 10_000 },
    withinMs: 2 * withinMs,
  });
  tell(
    {
      name: "billing, seconds with two workers, one killed every 10 s",
      figure: killed.seconds,
      wanted: { atMost: 10 * withinSeconds + 60 },
      detail: `${killed.kills} killed; ${detailOf(killed)}`,
    },
    memory("two workers", killed),
    wrong("killed workers", killed),
  );
  return reports.every(isMet);
}
