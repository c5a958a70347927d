import type { X509Certificate } from "node:crypto";
import type { CheckContext } from "../../../engine/context.ts";
import { recover, unlessEnded } from "../../../net/recover.ts";
import { DerError, derAt, derValues } from "./der-values.ts";
import { isSelfSigned } from "./trust.ts";

const BROKEN = new Set(["md2", "md4", "md5", "sha1"]);
/** 1.3.14.3.2.26, as DER has it. */
const SHA1 = "2b0e03021a";

/** `sha256`, `sha1`, `md5` …; the curve's own name for EdDSA; empty when unknown. */
export function hashOf({ signatureAlgorithm = "", raw }: X509Certificate): string {
  const hash = /(md[245]|sha3?-?(?:1|224|256|384|512))/i.exec(signatureAlgorithm)?.[1];
  if (hash) return hash.toLowerCase().replace("-", "");
  if (/^rsassapss$/i.test(signatureAlgorithm)) return hashOfPss(raw);
  return /^(ed25519|ed448)$/i.exec(signatureAlgorithm)?.[0]?.toLowerCase() ?? "";
}

/** RSASSA-PSS names its hash in parameters, and leaves SHA-1 out as what is meant without (RFC 4055 §3.1). */
function hashOfPss(certificate: Uint8Array): string {
  try {
    const named = derValues(derAt(certificate, 0, 1, 1).content).find(({ tag }) => tag === 0xa0);
    if (named === undefined) return "sha1";
    const hash = Buffer.from(derAt(named.content, 0, 0).content).toString("hex");
    return hash === SHA1 ? "sha1" : "rsassapss";
  } catch (error) {
    if (error instanceof DerError) return "";
    throw error;
  }
}

export const isBroken = (certificate: X509Certificate) => BROKEN.has(hashOf(certificate));

/** Broken hashes among the certificates that lead from the server's own upwards. */
export function brokenHashes(
  leaf: X509Certificate,
  sent: readonly X509Certificate[],
): readonly string[] {
  const path = pathFrom(leaf, sent).filter((one, at) => at === 0 || !isSelfSigned(one));
  return [...new Set(path.filter(isBroken).map(hashOf))];
}

/**
 * What else is sent takes no part in anybody's verdict; where an authority has two certificates for one key,
 * clients may take the better signed one.
 */
function pathFrom(
  leaf: X509Certificate,
  sent: readonly X509Certificate[],
): readonly X509Certificate[] {
  const path = [leaf];
  for (let last = leaf; path.length <= sent.length; ) {
    const issuers = sent.filter((one) => !path.includes(one) && last.checkIssued(one));
    const next = issuers.find((one) => !isBroken(one)) ?? issuers[0];
    if (next === undefined) break;
    path.push(next);
    last = next;
  }
  return path;
}

/**
 * Whether a client that refuses broken hashes trusts the path all the same (OpenSSL's level 1): it ends at a root
 * that clients have, and what is sent beyond, as a cross-signed root, is not looked at.
 */
export async function isTrustedWithout({ tls }: CheckContext): Promise<boolean> {
  const asked = tls.handshake({ ciphers: "ALL:!aNULL:!eNULL:@SECLEVEL=1" });
  const session = await recover(
    asked,
    unlessEnded(() => null),
  );
  return session?.trusted ?? false;
}
