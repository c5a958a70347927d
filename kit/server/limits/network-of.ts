import { isIPv6 } from "node:net";

/** All eight groups of an IPv6 address, without a zone and with "::" written out. */
function groupsOf(address: string): string[] {
  const [plain = ""] = address.split("%");
  const [head = "", tail] = plain.split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const gap = Math.max(0, 8 - first.length - last.length);
  return tail === undefined ? first : [...first, ...Array<string>(gap).fill("0"), ...last];
}

/**
 * What counts as one client: an IPv4 address, or the /64 of an IPv6 address, because a home or a
 * server usually has a whole /64 to itself. IPv4 written as IPv6 counts as IPv4.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const prefix = groupsOf(address)
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(":")}::/64`;
}
