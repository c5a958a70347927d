import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadData } from "../../data/load-data.ts";
import { forEachConcurrently } from "../../engine/for-each-concurrently.ts";
import { consentTo } from "../../fixtures/scan.ts";
import { systemClock } from "../../net/clock.ts";
import { DEFAULT_NET_LIMITS } from "../../net/limits.ts";
import { Network } from "../../net/network.ts";
import { diagnose } from "../../scan/diagnose.ts";
import { ScanRefusedError } from "../../scan/errors.ts";
import { LIARS } from "../addresses.ts";
import type { Lab } from "../bring-up.ts";
import { RESOLVERS } from "../examine-states.ts";
import { Watch } from "../safety.ts";
import { certify } from "../servers/site.ts";
import type { LabState } from "../state.ts";
import { BAIT_ADDRESSES, BAIT_PORTS, type HostileDomain } from "./hostile-domain.ts";
import { type Paces, pacesOf } from "./paces.ts";
import { PacketCount } from "./packet-count.ts";
import type { Plan } from "./serve-hostile.ts";

const LOG = "/lab/hostile/log";
const READY = "/lab/hostile/ready";

/** What the hostile domains came to. */
export type HostileResult = {
  readonly domains: number;
  readonly sockets: number;
  /** Sockets to addresses that are not public. */
  readonly forbidden: readonly string[];
  /** Packets to such addresses, and to where there is no route. */
  readonly packets: readonly string[];
  readonly unrouted: number;
  /** Whether a packet of the lab's own making was seen. */
  readonly counts: boolean;
  /** Connections that the baits saw. */
  readonly baited: readonly string[];
  /** The longest diagnosis, in seconds, and what did not end well. */
  readonly longest: { readonly name: string; readonly seconds: number };
  readonly faults: readonly string[];
  /** Those that were turned away before anything was sent, with the reason. */
  readonly refused: readonly string[];
  readonly paces: Paces;
};

/** The state that gives a hostile domain its zone and its address. */
export function stateOf({ name, records, delegation }: HostileDomain): LabState {
  const zone = {
    signing: "none" as const,
    ...(records ? { records } : {}),
    ...(delegation ? { delegation } : {}),
  };
  return { name, area: "clean hosts", zone, finds: [] };
}

/** Seconds that a diagnosis may last: its own limit, and what it takes to tell the result. */
const BUDGET_S = DEFAULT_NET_LIMITS.targetMs / 1000 + 15;

const AT_ONCE = 40;

/** Many domains share two name servers here. The rest is what customers' hosts are examined with. */
const LOAD = { dnsPerSecond: 10_000 };

/** Examines every hostile domain with the production guard, limits and pace. */
export async function examineHostile(
  lab: Lab,
  domains: readonly HostileDomain[],
  states: readonly LabState[],
): Promise<HostileResult> {
  const attacker = await serveHostile(lab, domains, states);
  const capture = new PacketCount(lab.room);
  const obstacle = await capture.start();
  const watch = new Watch();
  const network = new Network({
    production: true,
    clock: systemClock,
    resolvers: RESOLVERS,
    socketLog: watch.log,
    load: LOAD,
  });
  const faults = obstacle === null ? [] : [`packets cannot be counted: ${obstacle}`];
  const refused: string[] = [];
  let longest = { name: "", seconds: 0 };
  await forEachConcurrently(AT_ONCE, domains, async ({ name }) => {
    const started = performance.now();
    const end = await endOf(network, `${name}.jp`);
    for (const fault of end.faults) faults.push(`${name}: ${fault}`);
    if (end.refused !== null) refused.push(`${name}: ${end.refused}`);
    const seconds = (performance.now() - started) / 1000;
    if (seconds > longest.seconds) longest = { name, seconds: Math.round(seconds) };
    if (seconds > BUDGET_S) faults.push(`${name}: took ${Math.round(seconds)} s`);
  });
  if (attacker.exitCode !== null)
    faults.push(`the attacker fell over: ${lab.room.lastWords("hostile").slice(-600)}`);
  const { sockets, forbidden, unrouted } = watch.read();
  const { packets, counts } = await capture.read();
  const log = readFileSync(LOG, "utf8").split("\n");
  return {
    domains: domains.length,
    sockets,
    forbidden,
    packets,
    unrouted,
    counts,
    baited: log.filter((line) => line.includes(" BAIT ")),
    longest,
    faults,
    refused,
    paces: pacesOf(log),
  };
}

type End = { readonly faults: readonly string[]; readonly refused: string | null };

/** Diagnoses one to its end; tells what went wrong. To be refused is an end as well. */
async function endOf(network: Network, target: string): Promise<End> {
  const faults: string[] = [];
  let ended = false;
  try {
    const events = diagnose(target, {
      network,
      authorisation: { kind: "statement", consent: consentTo(target) },
      data: loadData(),
      scanId: "hostile",
      aboutUrl: null,
      discovery: { words: false },
      onFault: (check, error) => faults.push(`${check}: ${String(error)}`),
    });
    for await (const event of events) if (event.type === "result") ended = true;
  } catch (error) {
    if (error instanceof ScanRefusedError) return { faults, refused: error.reason };
    return { faults: [...faults, String(error)], refused: null };
  }
  return { faults: ended ? faults : [...faults, "ended without a result"], refused: null };
}

/** Starts the attacker's machines, which are a process of their own. */
async function serveHostile(
  lab: Lab,
  domains: readonly HostileDomain[],
  states: readonly LabState[],
): Promise<ChildProcess> {
  const { room } = lab;
  const placeOf = new Map(states.map((state) => [state.name, lab.hostOf(state)]));
  const listeners: Plan["listeners"][number][] = [];
  for (const { name, acts = [], certificate } of domains) {
    const host = `${name}.jp`;
    const files = acts.some(({ tls }) => tls)
      ? await certify(room, `/lab/tls/hostile/${name}`, host, certificate)
      : null;
    for (const { port, manner, tls } of acts)
      listeners.push({
        address: placeOf.get(name)?.v4 ?? "",
        port,
        manner,
        tls: tls && files ? { chain: files.chain, key: files.key } : null,
      });
  }
  const lies = domains.flatMap(({ name, lie }) =>
    lie === undefined ? [] : [{ domain: `${name}.jp`, lie, address: placeOf.get(name)?.v4 ?? "" }],
  );
  await room.run("ip", [
    "-batch",
    room.file(
      "/lab/hostile/addresses",
      BAIT_ADDRESSES.filter((address) => !/^(127\.|::1$)/.test(address))
        .map(
          (address) => `addr add ${address}/${address.includes(":") ? "128 nodad" : "32"} dev lo\n`,
        )
        .join("")
        .replaceAll("/128 nodad dev lo", "/128 dev lo nodad"),
    ),
  ]);
  const plan: Plan = {
    log: room.file(LOG, ""),
    ready: READY,
    listeners,
    baits: BAIT_ADDRESSES.flatMap((address) => BAIT_PORTS.map((port) => ({ address, port }))),
    liars: LIARS,
    lies,
  };
  const file = room.file("/lab/hostile/plan.json", JSON.stringify(plan));
  const attacker = room.daemon("hostile", process.execPath, [
    join(import.meta.dirname, "serve-hostile.ts"),
    file,
  ]);
  for (let tries = 0; !existsSync(READY); tries += 1) {
    if (tries > 600) throw new Error(`the attacker does not start: ${room.lastWords("hostile")}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return attacker;
}
