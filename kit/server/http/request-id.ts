import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
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
    const [address = "", prefix] = entry.split("/");
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

const acceptable = /^[\w.:-]{8,64}$/;

/** Makes the id of each request; a trusted proxy may have given it one already. */
export function requestIds(isTrusted: TrustedPeers): (raw: IncomingMessage) => string {
  return (raw) => {
    const given = raw.headers["x-request-id"];
    if (
      typeof given === "string" &&
      acceptable.test(given) &&
      isTrusted(raw.socket.remoteAddress ?? "")
    ) {
      return given;
    }
    return randomUUID();
  };
}
