import { readFileSync } from "node:fs";
import { systemClock } from "../net/clock.ts";
import { DEFAULT_LOAD_LIMITS } from "../net/limits.ts";
import { Network } from "../net/network.ts";
import { examineState, RESOLVERS } from "./examine-states.ts";
import type { Room } from "./room.ts";
import type { LabState } from "./state.ts";

/** How hard one host was asked. */
export type Pace = {
  /** By its own server's log: when each request came in. */
  readonly requests: Counted;
  /** By the kernel's time of each first packet of a connection; null where it cannot be captured. */
  readonly connections: Counted | null;
};

type Counted = {
  readonly count: number;
  readonly seconds: number;
  readonly mostInASecond: number;
  readonly shortestGapMs: number;
};

/** Examines a host of nginx with the limits that customers' hosts are examined with. */
export async function measurePace(room: Room, state: LabState, address: string): Promise<Pace> {
  const before = requestTimes(address).length;
  const capture = await captureConnections(room, address);
  const network = new Network({ production: true, clock: systemClock, resolvers: RESOLVERS });
  await examineState(network, state);
  const connections = await capture();
  return {
    requests: counted(requestTimes(address).slice(before)),
    connections: connections === null ? null : counted(connections),
  };
}

/** One line for the report, and whether the host felt more than is promised. */
export function paceLine(name: string, { requests, connections }: Pace) {
  const { httpPerSecond, connectsPerSecond } = DEFAULT_LOAD_LIMITS;
  const told = ({ count, seconds, mostInASecond, shortestGapMs }: Counted, what: string) =>
    `${count} ${what} in ${seconds} s, ${mostInASecond} at most in any second, ${shortestGapMs} ms at least between two`;
  const connects =
    connections === null ? "no capture of packets" : told(connections, "connections");
  return {
    line: `Pace: ${told(requests, `requests to ${name}`)} (nginx's own log); ${connects} (the kernel's time of each first packet).`,
    broken:
      requests.mostInASecond > httpPerSecond ||
      (connections !== null && connections.mostInASecond > connectsPerSecond),
  };
}

function counted(unsorted: readonly number[]): Counted {
  const times = unsorted.toSorted((left, right) => left - right);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const within = times.map((from) => times.filter((at) => at >= from && at < from + 1).length);
  return {
    count: times.length,
    seconds: Math.round((times.at(-1) ?? 0) - (times[0] ?? 0)),
    mostInASecond: Math.max(0, ...within),
    shortestGapMs: gaps.length === 0 ? 0 : Math.round(Math.min(...gaps) * 1_000),
  };
}

/** Seconds at which requests came in at that address: the time of the log's line less the time they took. */
function requestTimes(address: string): readonly number[] {
  const lines = readFileSync("/lab/nginx/access.log", "utf8").split("\n");
  return lines
    .map((line) => line.split(" "))
    .filter(([, at]) => at === address)
    .map((words) => Number(words[0]) - Number(words.at(-1)));
}

/** Captures the SYN of each connection to an address; the answer ends it and tells when each came. */
async function captureConnections(
  room: Room,
  address: string,
): Promise<() => Promise<readonly number[] | null>> {
  const file = "/lab/pace.pcap";
  const syn = `dst host ${address} and tcp[tcpflags] & (tcp-syn|tcp-ack) == tcp-syn`;
  const options = ["-i", "lo", "-n", "-p", "-U", "--immediate-mode", "-Z", "root"];
  const capture = room.daemon("pace", "/usr/bin/tcpdump", [...options, "-w", file, syn]);
  for (let tries = 0; !/listening on/.test(room.lastWords("pace")); tries += 1) {
    if (tries > 100) return async () => null;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return async () => {
    await new Promise((resolve) => {
      capture.once("exit", resolve);
      capture.kill("SIGINT");
    });
    const read = await room.run("/usr/bin/tcpdump", ["-n", "-tt", "-q", "-Z", "root", "-r", file]);
    const lines = read.split("\n").filter((line) => line !== "");
    return lines.map((line) => Number(line.split(" ")[0]));
  };
}
