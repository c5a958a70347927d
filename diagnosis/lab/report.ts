import type { HostileResult } from "./hostile/examine-hostile.ts";
import { counterCounts, type Safety } from "./safety.ts";

/** The sentence on what left the engine during the examination of the states. */
export async function safetyLines({
  sockets,
  forbidden,
  unrouted,
}: Safety): Promise<readonly string[]> {
  const counts = (await counterCounts()) ? "counts" : "DOES NOT COUNT";
  return [
    `Safety: ${sockets} sockets, ${forbidden.length} of them to addresses that are not public; ${unrouted} packets of the namespace for which there was no route (the counter ${counts}).`,
    ...forbidden,
  ];
}

/** What the hostile domains came to, and each thing that must not be. */
export function hostileLines(result: HostileResult): readonly string[] {
  const { domains, sockets, forbidden, packets, unrouted, counts, baited, longest } = result;
  const { faults, refused, paces } = result;
  return [
    `Hostile: ${domains} domains, each diagnosed to its end (the longest, ${longest.name}, in ${longest.seconds} s), ${refused.length} of them turned away before anything was sent. Past the guard: ${forbidden.length} of ${sockets} sockets, ${packets.length} packets captured to special addresses (the capture ${counts ? "counts" : "DOES NOT COUNT"}), ${unrouted} packets without a route, ${baited.length} connections at the baits.`,
    `Pace there, as the attackers saw it: ${paces.requests} requests, ${paces.mostRequests} at most in any second at one address; ${paces.connections} connections, ${paces.mostConnections} at most in any second.`,
    ...[...forbidden, ...packets.slice(0, 20), ...baited.slice(0, 20), ...faults, ...refused],
  ];
}

/** How many things went wrong among the hostile domains. */
export function hostileFaults({
  forbidden,
  packets,
  unrouted,
  counts,
  baited,
  faults,
}: HostileResult) {
  return (
    forbidden.length + packets.length + unrouted + baited.length + faults.length + (counts ? 0 : 1)
  );
}
