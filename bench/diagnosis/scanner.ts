import { systemClock } from "@sekimori/diagnosis/clock";
import type { FixtureNetwork } from "@sekimori/diagnosis/fixture-network";
import type { Network } from "@sekimori/diagnosis/network";
import { median } from "../support/load.ts";
import { bareRequestSeconds } from "./bare-requests.ts";
import { fleetNetwork, scanOne } from "./scan-one.ts";
import { targetName } from "./targets.ts";

/*
 * The engine alone in its process: scans two halves of the fleet with the load limits off and tells
 * the CPU time and the highest memory of each half.
 */

/** What the process tells at its end. */
export interface ScannerReport {
  readonly halves: readonly [HalfReport, HalfReport];
  /** CPU of one bare request over TLS, in the same run. */
  readonly bareSeconds: number;
}

export interface HalfReport {
  readonly targets: number;
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  readonly peakMegabytes: number;
  readonly liveSockets: number;
  readonly connections: number;
  readonly grades: Readonly<Record<string, number>>;
}

const AT_ONCE = 8;

process.once(
  "message",
  async ({ network: fixtures, count }: { network: FixtureNetwork; count: number }) => {
    const network = fleetNetwork(fixtures);
    const half = Math.floor(count / 2);
    // Before, between and after: a neighbour that comes or goes meanwhile shows in both.
    const bare = [await bareRequestSeconds(fixtures)];
    const first = await scanRange(network, 0, half);
    bare.push(await bareRequestSeconds(fixtures));
    const second = await scanRange(network, half, count);
    bare.push(await bareRequestSeconds(fixtures));
    // Destroyed sockets report their end a little later.
    await systemClock.sleep(500);
    const halves = [first, { ...second, liveSockets: network.log.live }];
    process.send?.({ halves, bareSeconds: median(bare) });
    process.disconnect();
  },
);

async function scanRange(network: Network, from: number, to: number): Promise<HalfReport> {
  const cpu = process.cpuUsage();
  const began = performance.now();
  const grades: Record<string, number> = {};
  let connections = 0;
  let next = from;
  const worker = async () => {
    while (next < to) {
      const target = targetName(next);
      next += 1;
      const result = await scanOne(network, target);
      const grade = result.organisation.grade ?? "–";
      grades[grade] = (grades[grade] ?? 0) + 1;
      connections += result.connections;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const { user, system } = process.cpuUsage(cpu);
  // The kernel's own highest mark since the process began: looking it up costs the scans nothing.
  const { maxRSS } = process.resourceUsage();
  return {
    targets: to - from,
    cpuSeconds: (user + system) / 1e6,
    wallSeconds: (performance.now() - began) / 1000,
    peakMegabytes: maxRSS / 1_024,
    liveSockets: network.log.live,
    connections,
    grades,
  };
}
