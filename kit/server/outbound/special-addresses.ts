import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** An address range and its prefix length. */
export type Network = readonly [Address, number];

/**
 * Special-purpose ranges (IANA's registries, RFC 6890 and updates) that ipaddr.js takes for
 * ordinary ones, and an address that a cloud answers on from inside.
 */
const furtherRanges: readonly Network[] = [
  ipaddr.parseCIDR("0.0.0.0/8"),
  ipaddr.parseCIDR("168.63.129.16/32"),
  ipaddr.parseCIDR("::/96"),
  ipaddr.parseCIDR("100::/63"),
  ipaddr.parseCIDR("2001::/23"),
  ipaddr.parseCIDR("2001:db8::/32"),
  ipaddr.parseCIDR("3fff::/20"),
  ipaddr.parseCIDR("5f00::/16"),
];

/** The only block of IPv6 that is handed out as global unicast (RFC 4291). */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

const contains = ([network, prefix]: Network, address: Address): boolean =>
  network.kind() === address.kind() && address.match(network, prefix);

/** Exactly one IP address in its canonical form; undefined for all else (zones, octal parts). */
export function canonicalAddress(text: string): string | undefined {
  if (isIP(text) === 0 || text.includes("%")) return undefined;
  return ipaddr.parse(text).toString();
}

/**
 * What kind of special address this is; undefined for ordinary public unicast. IPv6 addresses that
 * carry an IPv4 one (mapped, NAT64, 6to4, Teredo) are special, whatever they carry.
 */
export function specialKind(text: string): string | undefined {
  const canonical = canonicalAddress(text);
  if (canonical === undefined) return "no address";
  const address = ipaddr.parse(canonical);
  const kind = address.range();
  if (kind !== "unicast") return kind;
  if (address.kind() === "ipv6" && !contains(globalUnicast, address)) return "unassigned";
  return furtherRanges.some((range) => contains(range, address)) ? "reserved" : undefined;
}

/** Reads "10.1.0.0/16". @throws Error unless it is a private range (RFC 1918, RFC 4193). */
export function privateNetwork(text: string): Network {
  const [network, prefix] = ipaddr.parseCIDR(text);
  const [first, last] =
    network.kind() === "ipv4"
      ? [ipaddr.IPv4.networkAddressFromCIDR(text), ipaddr.IPv4.broadcastAddressFromCIDR(text)]
      : [ipaddr.IPv6.networkAddressFromCIDR(text), ipaddr.IPv6.broadcastAddressFromCIDR(text)];
  const isPrivate = [first, last].every((end) => ["private", "uniqueLocal"].includes(end.range()));
  if (!isPrivate) throw new Error(`${text} is not a private network.`);
  return [network, prefix];
}

/** Whether the text is a private network, for settings. */
export function isPrivateNetwork(text: string): boolean {
  try {
    privateNetwork(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether an address, private or not, lies in one of the networks. */
export function isWithin(text: string, networks: readonly Network[]): boolean {
  const address = ipaddr.parse(text);
  return networks.some((network) => contains(network, address));
}
