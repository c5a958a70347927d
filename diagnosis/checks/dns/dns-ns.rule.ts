import { defineCheck, inconclusive } from "../../engine/check.ts";
import { NET_REASONS } from "../../engine/reasons.ts";
import { dnsNsTexts } from "./dns-ns.texts.ts";
import { type NameServer, nameServers } from "./name-servers.ts";
import { NO_NAME_SERVERS } from "./reasons.texts.ts";

/**
 * Two or more name servers, in different networks. RFC 2182 §3.1 asks for servers that are topologically
 * and geographically dispersed; seen from outside, that is another /24 of IPv4 or /48 of IPv6. One of them at
 * least has to be reachable over IPv4 (RFC 3901 §3).
 */
export const dnsNs = defineCheck(dnsNsTexts, {
  id: "dns-ns",
  category: "dns",
  scope: "zone",
  outcomes: {
    diverse: { state: "pass", severity: null },
    single: { state: "warn", severity: "low" },
    "ipv6-only": { state: "fail", severity: "medium" },
    "same-network": { state: "warn", severity: "low" },
  },
  async run(context) {
    const servers = await nameServers(context);
    const networks = new Set(servers.flatMap((server) => server.addresses).map(networkOf));
    const facts = [
      { name: "dns.nameServers", value: servers.map((server) => server.name) },
      { name: "dns.nameServerCount", value: servers.length },
      { name: "dns.networkCount", value: networks.size },
    ];
    if (servers.length === 0) return inconclusive(NO_NAME_SERVERS, facts);
    if (
      servers.every(
        ({ hasV4, isAlias, special, failure }) =>
          hasV4 === false && failure !== "no-address" && special.length === 0 && !isAlias,
      )
    )
      return { outcome: "ipv6-only", facts };
    if (servers.length === 1) return { outcome: "single", facts };
    if (isDiverse(servers)) return { outcome: "diverse", facts };
    // A server that could not be located may be the one in another network.
    const unknown = servers.find(
      (server) => server.failure !== null && server.failure !== "no-address",
    );
    if (unknown?.failure) return inconclusive(NET_REASONS[unknown.failure], facts);
    return { outcome: "same-network", facts };
  },
});

/** One server's second address, of the other family, is no second place. */
function isDiverse(servers: readonly NameServer[]): boolean {
  const [first = [], ...others] = servers.map(({ addresses }) => addresses.map(networkOf));
  const all = [...new Set([...first, ...others.flat()])];
  const v6 = all.filter((network) => network.includes(":"));
  if (v6.length > 1 || all.length - v6.length > 1) return true;
  const known = others.filter((networks) => networks.length > 0);
  return first.length > 0 && known.some((own) => !own.some((network) => first.includes(network)));
}

/** /24 of an IPv4 address, /48 of an IPv6 address in canonical text. */
function networkOf(address: string): string {
  if (!address.includes(":")) return address.split(".").slice(0, 3).join(".");
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const rest = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: 8 - groups.length - rest.length }, () => "0");
  return [...groups, ...zeros, ...rest].slice(0, 3).join(":");
}
