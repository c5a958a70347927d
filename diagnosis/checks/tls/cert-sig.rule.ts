import type { X509Certificate } from "node:crypto";
import { defineCheck, inconclusive } from "../../engine/check.ts";
import { certSigTexts } from "./cert-sig.texts.ts";
import { isSelfSigned } from "./certificate/trust.ts";
import { judgeCertificate } from "./certificate/with-certificate.ts";
import { HASH_UNKNOWN } from "./reasons.texts.ts";

const BROKEN = new Set(["md2", "md4", "md5", "sha1"]);

/**
 * No certificate of the chain is signed with MD5 or SHA-1 (RFC 6151 §2, RFC 6194 §3;
 * Baseline Requirements §7.1.3.2). A root's own signature proves nothing and is not looked at.
 */
export const certSig = defineCheck(certSigTexts, {
  id: "cert-sig",
  category: "tls",
  scope: "address",
  outcomes: {
    sound: { state: "pass", severity: null },
    broken: { state: "fail", severity: "high" },
  },
  run: (context) =>
    judgeCertificate(context, ({ leaf, sent, session }) => {
      const chain = pathFrom(leaf, sent ?? session?.certificates ?? []).filter(
        (certificate, index) => index === 0 || !isSelfSigned(certificate),
      );
      const broken = [...new Set(chain.map(hashOf).filter((hash) => BROKEN.has(hash)))];
      const own = hashOf(leaf);
      const facts = [
        { name: "cert.signatureHash", value: own },
        { name: "cert.brokenHashes", value: broken },
      ];
      if (broken.length > 0) return { outcome: "broken", facts };
      return own === "" ? inconclusive(HASH_UNKNOWN, facts) : { outcome: "sound", facts };
    }),
});

/**
 * The certificates that lead from the server's own upwards. What else is sent takes no part in anybody's
 * verdict; where an authority has two certificates for one key, clients may take the better signed one.
 */
function pathFrom(
  leaf: X509Certificate,
  sent: readonly X509Certificate[],
): readonly X509Certificate[] {
  const path = [leaf];
  for (let last = leaf; path.length <= sent.length; ) {
    const issuers = sent.filter((one) => !path.includes(one) && last.checkIssued(one));
    const next = issuers.find((one) => !BROKEN.has(hashOf(one))) ?? issuers[0];
    if (next === undefined) break;
    path.push(next);
    last = next;
  }
  return path;
}

/** `sha256`, `sha1`, `md5` …; the curve's own name for EdDSA; empty when unknown. */
function hashOf({ signatureAlgorithm = "" }: X509Certificate): string {
  const hash = /(md[245]|sha3?-?(?:1|224|256|384|512))/i.exec(signatureAlgorithm)?.[1];
  if (hash) return hash.toLowerCase().replace("-", "");
  // RSASSA-PSS names its hash in parameters; no authority issues it with less than SHA-256.
  return /^(ed25519|ed448|rsassapss)$/i.exec(signatureAlgorithm)?.[0]?.toLowerCase() ?? "";
}
