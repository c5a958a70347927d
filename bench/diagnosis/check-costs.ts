import type { FixtureNetwork } from "@sekimori/diagnosis/fixture-network";
import { nextMessage } from "../support/child.ts";
import type { CheckCost } from "./check-costs-scanner.ts";
import { startProcess } from "./start-process.ts";

const TARGETS = 40;

/** What each check costs when it runs alone, as a table for people, the dearest first. */
export async function checkCosts(): Promise<string> {
  const host = startProcess("fixture-host", String(TARGETS));
  const scanner = startProcess("check-costs-scanner");
  try {
    const network = await nextMessage<FixtureNetwork>(host);
    scanner.send({ network, count: TARGETS });
    const costs = await nextMessage<readonly CheckCost[]>(scanner);
    const rows = costs.toSorted((left, right) => right.cpuMs - left.cpuMs).map(row);
    const head = "check             CPU ms  connections";
    return [`CPU of each check alone, mean of ${TARGETS} targets`, head, ...rows].join("\n");
  } finally {
    host.disconnect();
    scanner.kill();
  }
}

function row({ check, cpuMs, connections }: CheckCost): string {
  return `${check.padEnd(16)} ${cpuMs.toFixed(2).padStart(7)} ${connections.toFixed(1).padStart(12)}`;
}
