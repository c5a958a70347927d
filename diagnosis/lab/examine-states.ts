import { rootCertificates, setDefaultCACertificates } from "node:tls";
import { readDebian } from "../data/import/debian.ts";
import { loadData } from "../data/load-data.ts";
import type { Finding } from "../engine/finding.ts";
import { forEachConcurrently } from "../engine/for-each-concurrently.ts";
import type { Grade } from "../engine/grades.ts";
import { consentTo } from "../fixtures/scan.ts";
import { systemClock } from "../net/clock.ts";
import { Network } from "../net/network.ts";
import type { SocketLog } from "../net/socket-log.ts";
import { diagnose } from "../scan/diagnose.ts";
import { ScanRefusedError } from "../scan/errors.ts";
import type { Lab } from "./bring-up.ts";
import tracker from "./debian-tracker.json" with { type: "json" };
import type { LabState } from "./state.ts";

/** What the engine said of one state. */
export type ExaminedState = {
  readonly state: LabState;
  readonly findings: readonly Finding[];
  readonly grade: Grade | null;
  /** Ports found open at the host. */
  readonly ports: readonly number[];
  /** What checks threw apart from network errors. */
  readonly faults: readonly string[];
};

/** The lab's validating resolver. */
export const RESOLVERS = [{ address: "127.0.0.1", port: 53 }];

/** Many domains share two name servers here, and nobody else uses them. */
const LAB_LOAD = {
  httpPerSecond: 1_000,
  connectsPerSecond: 1_000,
  dnsPerSecond: 10_000,
  socketsPerAddress: 20,
};

/**
 * As an operator does who imported Debian's tracker (of its issues those of the built-in sample), and who
 * takes WordPress at its word that only the latest line is supported.
 */
const builtIn = loadData();
const data = {
  ...builtIn,
  tracker: readDebian(tracker),
  releases: [...builtIn.releases, { product: "wordpress", cycle: "6.1", endOfLife: "2023-03-29" }],
};

const AT_ONCE = 6;

/**
 * Examines every state as a customer's domain is examined: the production guard, a validating resolver,
 * the trusted roots of the machine, all checks. Only the pace is another.
 */
export async function examineStates(
  lab: Lab,
  states: readonly LabState[],
  socketLog: SocketLog,
): Promise<readonly ExaminedState[]> {
  setDefaultCACertificates([...rootCertificates, lab.root]);
  const settings = { production: true, clock: systemClock, resolvers: RESOLVERS, socketLog };
  const network = new Network({ ...settings, load: LAB_LOAD });
  const examined = new Map<LabState, ExaminedState>();
  await forEachConcurrently(AT_ONCE, states, async (state) => {
    examined.set(state, await examineState(network, state));
  });
  return states.map((state) => examined.get(state) as ExaminedState);
}

/** Examines one state; what the engine refuses or stumbles over is a fault. */
export async function examineState(network: Network, state: LabState): Promise<ExaminedState> {
  const target = `${state.name}.jp`;
  const findings: Finding[] = [];
  const faults: string[] = [];
  const ports = new Set<number>();
  let grade: Grade | null = null;
  const hosts = (state.hosts ?? []).map((label) => `${label}.${target}`);
  try {
    const events = diagnose(target, {
      network,
      authorisation: { kind: "statement", consent: consentTo(target, ...hosts) },
      approvedHosts: hosts,
      data,
      scanId: "lab",
      aboutUrl: null,
      check: { dkimSelectors: [...(state.dkimSelectors ?? [])] },
      discovery: { words: false },
      onFault: (check, error) => faults.push(`${check}: ${String(error)}`),
    });
    for await (const event of events) {
      if (event.type === "finding") findings.push(event.finding);
      if (event.type === "asset" && event.asset.name === target)
        for (const port of event.asset.ports) ports.add(port);
      if (event.type === "result") grade = event.result.organisation.grade;
    }
  } catch (error) {
    if (!(error instanceof ScanRefusedError)) throw error;
    faults.push(`refused: ${error.reason}`);
  }
  return { state, findings, grade, ports: [...ports], faults };
}
