import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

interface Range {
  readonly network: ipaddr.IPv4 | ipaddr.IPv6;
  readonly prefix: number;
  readonly reason: string;
}

function range(network: string, prefix: number, reason: string): Range {
  return { network: ipaddr.parse(network), prefix, reason };
}

/*
 * IANA's special-purpose registries (RFC 6890 and updates) beyond what ipaddr.js names, and single
 * addresses that cloud providers answer on from inside.
 */
const EXTRA_V4: readonly Range[] = [
  range("0.0.0.0", 8, "this network"),
  range("168.63.129.16", 32, "cloud platform service"),
];
const EXTRA_V6: readonly Range[] = [
  range("::", 96, "IPv4-compatible"),
  range("100::", 63, "discard-only and dummy"),
  range("2001::", 23, "IETF protocol assignments"),
  range("2001:db8::", 32, "documentation"),
  range("3fff::", 20, "documentation"),
  range("5f00::", 16, "segment routing"),
];
/** Only this block is handed out as global unicast today (RFC 4291, IANA). */
const GLOBAL_V6: Range = range("2000::", 3, "global unicast");

/** Canonical text of an IP address, or null when `text` is not exactly one (no zone, no octal). */
export function canonicalAddress(text: string): string | null {
  if (isIP(text) === 0 || text.includes("%")) return null;
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text).toString();
  if (text.includes(":") && ipaddr.IPv6.isValid(text)) return ipaddr.IPv6.parse(text).toString();
  return null;
}

/**
 * Why an address must not be contacted, or null when it is ordinary public unicast. Embedded IPv4
 * forms (mapped, compatible, NAT64, 6to4, Teredo) are refused as such, whatever they carry.
 */
export function specialAddressReason(text: string): string | null {
  const canonical = canonicalAddress(text);
  if (canonical === null) return "not an IP address";
  const address = ipaddr.parse(canonical);
  const named = address.range();
  if (named !== "unicast") return named;
  if (address.kind() === "ipv4") return inRanges(address, EXTRA_V4);
  if (inRanges(address, [GLOBAL_V6]) === null) return "outside global unicast";
  return inRanges(address, EXTRA_V6);
}

function inRanges(address: ipaddr.IPv4 | ipaddr.IPv6, ranges: readonly Range[]): string | null {
  return ranges.find(({ network, prefix }) => address.match(network, prefix))?.reason ?? null;
}
