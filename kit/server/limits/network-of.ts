import { isIPv6 } from "node:net";

/** Groups of 16 bits between single colons. */
const groupsIn = (part: string) => (part === "" ? [] : part.split(":"));

/** All eight groups of an IPv6 address, without a zone and with "::" written out. */
function groupsOf(address: string): string[] {
  const [plain = ""] = address.split("%");
  const [first = [], last = []] = plain.split("::").map(groupsIn);
  const gap = Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array<string>(gap).fill("0"), ...last];
}

/** A network that counts as one client, and how many times a limit's points it may spend. */
export interface CountedNetwork {
  readonly name: string;
  readonly share: number;
}

/**
 * Prefixes of IPv6 by their bits. A home or a server has a /64 to itself and often a whole /56 or
 * /48 to choose from, so the wider ones are counted too; a /48 may hold several households.
 */
const widths: readonly (readonly [bits: 64 | 56 | 48, share: number])[] = [
  [64, 1],
  [56, 2],
  [48, 8],
];

/**
 * What an address counts as: itself for IPv4, its /64, /56 and /48 for IPv6. IPv4 written as IPv6
 * counts as IPv4.
 */
export function networksOf(address: string): readonly CountedNetwork[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return [{ name: mapped, share: 1 }];
  if (!isIPv6(address)) return [{ name: address, share: 1 }];
  const groups = groupsOf(address)
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16));
  const [, , , fourth = 0] = groups;
  return widths.map(([bits, share]) => {
    const last = bits === 64 ? fourth : bits === 56 ? fourth & 0xff00 : 0;
    const prefix = [...groups.slice(0, 3), last].map((group) => group.toString(16));
    return { name: `${prefix.join(":")}::/${bits}`, share };
  });
}
