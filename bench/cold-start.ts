import { type RunningProduct, runProduct } from "@sekimori/e2e/running-product";
import { nextMessage, startChild } from "./support/child.ts";
import { median } from "./support/load.ts";
import { startPortalProcess } from "./support/portal-process.ts";
import type { Report } from "./support/report.ts";

const rounds = 3;

/** Seconds from starting the command to all parts ready, on a database that exists already. */
export async function benchColdStart(dataFolder: string): Promise<Report> {
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    const product = await runProduct({}, { dataFolder });
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

const processRounds = 5;

/** From starting one portal process to its first answer, as a multiple of a bare Fastify's. */
export async function benchProcessStart(
  product: RunningProduct,
  dataFolder: string,
): Promise<Report> {
  // The first start compiles what the later ones find compiled.
  await (await startPortalProcess(product, dataFolder)).stop();
  const ratios: number[] = [];
  const results: string[] = [];
  for (let round = 0; round < processRounds; round++) {
    const began = performance.now();
    const child = startChild("bare-fastify", [product.databaseUrl]);
    const { port } = await nextMessage<{ port: number }>(child);
    await (await fetch(`http://127.0.0.1:${port}/row/row-1`)).text();
    const bare = performance.now() - began;
    child.disconnect();
    const portal = await startPortalProcess(product, dataFolder);
    await portal.stop();
    ratios.push(portal.millisecondsToAnswer / bare);
    results.push(`${portal.millisecondsToAnswer.toFixed(0)} ms against ${bare.toFixed(0)} ms`);
  }
  return {
    name: "start of a portal process, times a bare Fastify's",
    figure: median(ratios),
    wanted: { atMost: 2.5 },
    detail: results.join("; "),
  };
}
