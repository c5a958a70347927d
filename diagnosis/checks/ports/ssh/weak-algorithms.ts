import type { SshAlgorithms } from "./handshake.ts";

/** SHOULD NOT or MUST NOT by RFC 9142 §4: 1024-bit groups and SHA-1. */
const WEAK_KEY_EXCHANGE =
  /^(diffie-hellman-group1-sha1|diffie-hellman-group-exchange-sha1|rsa1024-sha1|gss-(gex|group1|group14)-sha1-.*)$/;
/** DSA is 1024 bits with SHA-1 (RFC 4253 §6.6); `ssh-rsa` signs with SHA-1 (RFC 8332 §1). */
const WEAK_HOST_KEY = /^(ssh-dss|ssh-rsa)$/;
/** RC4 (RFC 8758), 64-bit blocks, and CBC, which the protocol's padding betrays (CVE-2008-5161). */
const WEAK_CIPHER = /^(none|arcfour.*|des.*|.*-cbc|.*-cbc@.*)$/;
/** MD5, and tags cut to 96 bits. */
const WEAK_MAC = /^(none|hmac-md5.*|.*-96|.*-96-etm@openssh\.com|hmac-ripemd160.*)$/;

/** The offered algorithms that no server should offer any more, in the order offered. */
export function weakAlgorithms(offered: SshAlgorithms): readonly string[] {
  return [
    ...offered.keyExchange.filter((name) => WEAK_KEY_EXCHANGE.test(name)),
    ...offered.hostKeys.filter((name) => WEAK_HOST_KEY.test(name)),
    ...offered.ciphers.filter((name) => WEAK_CIPHER.test(name)),
    ...offered.macs.filter((name) => WEAK_MAC.test(name)),
  ];
}
