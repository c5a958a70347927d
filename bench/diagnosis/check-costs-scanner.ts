import { allChecks } from "@sekimori/diagnosis/checks";
import type { FixtureNetwork } from "@sekimori/diagnosis/fixture-network";
import type { Network } from "@sekimori/diagnosis/network";
import { fleetNetwork, scanOne } from "./scan-one.ts";
import { targetName } from "./targets.ts";

/* The engine alone in its process: runs one check after the other over the same targets. */

export interface CheckCost {
  /** A check's id, or what the row stands for. */
  readonly check: string;
  /** Of one target, without what a scan of no check costs. */
  readonly cpuMs: number;
  readonly connections: number;
}

type Checks = typeof allChecks;

process.once(
  "message",
  async ({ network: fixtures, count }: { network: FixtureNetwork; count: number }) => {
    const network = fleetNetwork(fixtures);
    const measure = (checks: Checks) => meanCost(network, checks, count);
    // The first round compiles; only then is anything worth measuring.
    for (let round = 0; round < 3; round += 1) await measure(allChecks);
    const whole = await measure(allChecks);
    const nothing = await measure([]);
    const costs: CheckCost[] = [
      { check: "(the whole scan)", ...whole },
      { check: "(no check)", ...nothing },
    ];
    for (const check of allChecks) {
      await measure([check]);
      const { cpuMs, connections } = await measure([check]);
      costs.push({ check: check.id, cpuMs: Math.max(0, cpuMs - nothing.cpuMs), connections });
    }
    process.send?.(costs);
    process.disconnect();
  },
);

async function meanCost(network: Network, checks: Checks, count: number) {
  const cpu = process.cpuUsage();
  let connections = 0;
  for (let index = 0; index < count; index += 1) {
    const discovery = { references: false, words: false };
    const result = await scanOne(network, targetName(index), { checks, discovery });
    connections += result.connections;
  }
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMs: (user + system) / 1_000 / count, connections: connections / count };
}
