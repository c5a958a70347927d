import { BlockList, isIP, isIPv6 } from "node:net";

/** Which peers are our own proxies: their X-Forwarded-* headers and request ids are believed. */
export type TrustedPeers = (address: string) => boolean;

/**
 * @param addresses IP addresses or networks ("10.0.0.0/8", "::1"); empty trusts nobody.
 * @throws Error when one is neither.
 */
export function trustedPeers(addresses: readonly string[]): TrustedPeers {
  const trusted = new BlockList();
  for (const entry of addresses) {
    const [address = "", prefix, ...rest] = entry.split("/");
    const isWhole = rest.length === 0 && /^\d{1,3}$/.test(prefix ?? "0");
    // What stands behind the stroke and is no number would otherwise count as 0, and so everybody.
    if (isIP(address) === 0 || !isWhole) throw new Error(`${entry} is no address and no network`);
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    // Nobody is trusted by something that is no address.
    if (isIP(address) === 0) return false;
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
    return trusted.check(plain, isIPv6(plain) ? "ipv6" : "ipv4");
  };
}

/** Whether something names addresses at all. */
export function isNetwork(entry: string): boolean {
  try {
    trustedPeers([entry]);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether an entry trusts more than any network of one's own: more than a /8 of IPv4, or a /16 of
 * IPv6. A corner of IPv6 is all of IPv4, by several spellings, so its effect there is looked at.
 */
export function trustsTooMany(entry: string): boolean {
  const [address = "", prefix = "128"] = entry.split("/");
  if (!isNetwork(entry) || (isIPv6(address) && Number(prefix) < 16)) return true;
  const isTrusted = trustedPeers([entry]);
  const parts = Array.from({ length: 256 }, (_, first) => `${first}.0.0.1`).filter(isTrusted);
  return parts.length > 1;
}
