import { needPackage } from "../debian-package.ts";
import { type FactSet, factSet, suiteFacts } from "../facts.ts";
import { runTool } from "../run-tool.ts";
import { tagsOf, textOf } from "../xml.ts";
import { opensslToIana } from "./cipher-names.ts";
import type { Peer } from "./peer.ts";

/** sslscan: protocols, suites and the certificate, by full handshakes with its own OpenSSL. */
export const sslscan: Peer = {
  name: "sslscan",
  prepare: () => needPackage("sslscan", "sslscan"),
  examine: async ({ host, address, port }) => {
    const args = [
      "--no-colour",
      "--no-heartbleed",
      "--xml=-",
      `--sni-name=${host}`,
      `${address}:${port}`,
    ];
    return sslscanFacts((await runTool("sslscan", args)).stdout);
  },
};

/** Reads sslscan's XML (version 2). */
export function sslscanFacts(xml: string): FactSet {
  const tags = tagsOf(xml);
  const protocol = (type: string, version: string) => {
    const tag = tags.find(
      ({ name, attributes }) =>
        name === "protocol" && attributes.type === type && attributes.version === version,
    );
    return tag && tag.attributes.enabled === "1";
  };
  const suites = tags
    .filter(({ name }) => name === "cipher")
    .map((tag) => tag.attributes.cipher ?? "");
  const reneg = tags.find(({ name }) => name === "renegotiation");
  const compression = tags.find(({ name }) => name === "compression");
  const key = tags.find(({ name }) => name === "pk")?.attributes;
  const signature = textOf(xml, "signature-algorithm");
  const selfSigned = textOf(xml, "self-signed");
  const expired = textOf(xml, "expired");
  return factSet({
    "protocol:ssl2": protocol("ssl", "2"),
    "protocol:ssl3": protocol("ssl", "3"),
    "protocol:tls1.0": protocol("tls", "1.0"),
    "protocol:tls1.1": protocol("tls", "1.1"),
    "protocol:tls1.2": protocol("tls", "1.2"),
    "protocol:tls1.3": protocol("tls", "1.3"),
    ...(suites.length > 0 ? suiteFacts(suites.map(opensslToIana)) : {}),
    "tls.compression": compression && compression.attributes.supported === "1",
    // It tells secure from insecure only where the client may renegotiate at all.
    "tls.secureRenegotiation":
      reneg?.attributes.supported === "1" ? reneg.attributes.secure === "1" : undefined,
    "cert.keyType": key?.type,
    // For elliptic curves it states the strength, not the size.
    "cert.keyBits": key?.type === "RSA" ? Number(key.bits) : undefined,
    "cert.signatureHash": signature && /md5|sha\d+/i.exec(signature)?.[0].toLowerCase(),
    "cert.selfSigned": selfSigned && selfSigned === "true",
    "cert.expired": expired && expired === "true",
  });
}
