import { systemClock } from "@sekimori/diagnosis/clock";
import type { FixtureNetwork } from "@sekimori/diagnosis/fixture-network";
import { Network } from "@sekimori/diagnosis/network";
import { nextMessage } from "../support/child.ts";
import type { Report } from "../support/report.ts";
import { scanOne } from "./scan-one.ts";
import { startProcess } from "./start-process.ts";
import { TARPITS, targetName } from "./targets.ts";

const TARGETS = 20;
/** Good targets have addresses of their own: ten share one machine in the fleet. */
const STEP = 10;

/** How much later good targets are done, at p95, while tarpits are scanned too; limits on. */
export async function benchTarpit(): Promise<Report> {
  const host = startProcess("fixture-host", String(TARGETS * STEP));
  try {
    const fixtures = await nextMessage<FixtureNetwork>(host);
    await round(fixtures, []);
    const alone = await round(fixtures, []);
    const beside = await round(fixtures, TARPITS);
    return {
      name: "delay of others by tarpits at p95, per cent",
      figure: (beside / alone - 1) * 100,
      wanted: { atMost: 5 },
      detail: `${TARGETS} targets alone ${alone.toFixed(2)} s, beside ${TARPITS.length} tarpits ${beside.toFixed(2)} s, load limits on`,
    };
  } finally {
    host.disconnect();
  }
}

/** Seconds until 95 % of the good targets are done. */
async function round(fixtures: FixtureNetwork, tarpits: readonly string[]): Promise<number> {
  const network = new Network({ production: false, fixtures, clock: systemClock });
  const stop = new AbortController();
  const stuck = tarpits.map((name) => scanOne(network, name, { signal: stop.signal }));
  const good = Array.from({ length: TARGETS }, async (_, index) => {
    const began = performance.now();
    await scanOne(network, targetName(index * STEP));
    return (performance.now() - began) / 1000;
  });
  const seconds = (await Promise.all(good)).sort((left, right) => left - right);
  stop.abort();
  await Promise.all(stuck);
  return seconds[Math.ceil(TARGETS * 0.95) - 1] ?? 0;
}
