import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProduct } from "@sekimori/e2e/running-product";
import type { Report } from "./support/report.ts";

const rounds = 5;

async function secondsToReady(dataFolder: string, withCompany: boolean): Promise<number> {
  const began = performance.now();
  // It waits for the disk, as `npm start` does.
  const product = await runProduct({}, { dataFolder, withCompany, isDurable: true });
  const seconds = (performance.now() - began) / 1000;
  await product.stop();
  return seconds;
}

/** What the sample company adds to the first start, which loads its past, and to the next. */
export async function benchSampleCompany(): Promise<readonly Report[]> {
  const first: Record<"with" | "without", number[]> = { with: [], without: [] };
  const next: typeof first = { with: [], without: [] };
  for (let round = 0; round < rounds; round++) {
    // In turn, so that a machine that grows busy is busy for both.
    for (const kind of ["without", "with"] as const) {
      const folder = mkdtempSync(join(tmpdir(), "sekimori-bench-"));
      try {
        first[kind].push(await secondsToReady(folder, kind === "with"));
        next[kind].push(await secondsToReady(folder, kind === "with"));
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }
  }
  const report = (name: string, seconds: typeof first, atMost: number): Report => {
    const list = (of: readonly number[]) => of.map((one) => one.toFixed(2)).join(", ");
    return {
      name: `sample company, seconds added to ${name}`,
      // The fastest of each: what else the machine does only ever adds.
      figure: Math.min(...seconds.with) - Math.min(...seconds.without),
      wanted: { atMost },
      detail: `with it ${list(seconds.with)}; without ${list(seconds.without)}`,
    };
  };
  return [report("the first start", first, 10), report("the next", next, 2)];
}
