import { getServers } from "node:dns";
import { networkInterfaces } from "node:os";
import type { ResolverEndpoint } from "./connector.ts";

/** The recursive resolvers of this machine (RFC 5952 text with an optional port). */
export function systemResolvers(): readonly ResolverEndpoint[] {
  return getServers().map((server) => {
    const [, bracketed, bracketPort] = /^\[(.+)\]:(\d+)$/.exec(server) ?? [];
    if (bracketed) return { address: bracketed, port: Number(bracketPort) };
    const [, plain, plainPort] = /^([\d.]+):(\d+)$/.exec(server) ?? [];
    return { address: plain ?? server, port: Number(plainPort ?? 53) };
  });
}

/** True when an interface has a global IPv6 address. */
export function machineHasIpv6(): boolean {
  return Object.values(networkInterfaces()).some((list) =>
    list?.some((entry) => entry.family === "IPv6" && /^[23]/.test(entry.address)),
  );
}
