import type { FixtureNetwork } from "@sekimori/diagnosis/fixture-network";
import { nextMessage } from "../support/child.ts";
import type { Report } from "../support/report.ts";
import type { ScannerReport } from "./scanner.ts";
import { startProcess } from "./start-process.ts";

/** Measured: 15.5 to 17.9 in runs of 200 and 300 targets, idle and beside other work. */
const MOST_BARE_REQUESTS = 20;

/** Targets per CPU second, memory for the first and the next half, sockets left open. */
export async function benchThroughput(count: number): Promise<readonly Report[]> {
  const host = startProcess("fixture-host", String(count));
  const scanner = startProcess("scanner");
  try {
    const network = await nextMessage<FixtureNetwork>(host);
    scanner.send({ network, count });
    const { halves, bareSeconds } = await nextMessage<ScannerReport>(scanner);
    const [first, second] = halves;
    const cpu = first.cpuSeconds + second.cpuSeconds;
    const wall = first.wallSeconds + second.wallSeconds;
    const bareRequests = cpu / count / bareSeconds;
    const perTarget = (first.connections + second.connections) / count;
    const grades = JSON.stringify(first.grades);
    return [
      {
        name: "targets per CPU second, full catalogue, limits off",
        figure: count / cpu,
        wanted: { atLeast: 40 },
        detail: `${count} targets, ${cpu.toFixed(1)} s of CPU, ${wall.toFixed(1)} s, ${perTarget.toFixed(1)} connections each; grades ${grades}`,
      },
      {
        name: "CPU of a target, in bare requests over TLS of the same run",
        figure: bareRequests,
        wanted: { atMost: MOST_BARE_REQUESTS },
        detail: `one takes ${(bareSeconds * 1000).toFixed(2)} ms of CPU: a slow or busy machine slows both`,
      },
      {
        name: `peak memory after ${first.targets} targets, MB`,
        figure: first.peakMegabytes,
        wanted: { atMost: 300 },
        detail: "highest resident set of the scanning process, by the kernel",
      },
      {
        name: `more memory for the next ${second.targets}, MB`,
        figure: second.peakMegabytes - first.peakMegabytes,
        wanted: { atMost: 20 },
        detail: `peak ${second.peakMegabytes.toFixed(0)} MB at the end`,
      },
      {
        name: "sockets left open",
        figure: second.liveSockets,
        wanted: { atMost: 0 },
        detail: "by the engine's own socket log",
      },
    ];
  } finally {
    host.disconnect();
    scanner.kill();
  }
}
