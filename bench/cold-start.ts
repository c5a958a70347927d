import { runProduct } from "@sekimori/e2e/running-product";
import { median } from "./support/load.ts";
import type { Report } from "./support/report.ts";

const rounds = 3;

/** Seconds from starting the command to all parts ready, on a database that exists already. */
export async function benchColdStart(dataFolder: string): Promise<Report> {
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    const product = await runProduct({}, dataFolder);
    seconds.push((performance.now() - began) / 1000);
    await product.stop();
  }
  return {
    name: "start after the first, seconds",
    figure: median(seconds),
    wanted: { atMost: 5 },
    detail: `${rounds} starts: ${seconds.map((one) => one.toFixed(2)).join(", ")}`,
  };
}
