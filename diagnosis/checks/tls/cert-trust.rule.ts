import { defineCheck, inconclusive } from "../../engine/check.ts";
import { certTrustTexts } from "./cert-trust.texts.ts";
import { commonName, trustOf } from "./certificate/trust.ts";
import { judgeCertificate } from "./certificate/with-certificate.ts";
import { CHAIN_UNDECIDED, NO_HANDSHAKE } from "./reasons.texts.ts";

/**
 * The chain leads to a root that browsers ship (path validation, RFC 5280 §6.1). A chain with a gap that
 * browsers may fill is left to cert-chain, the dates of the certificate to cert-expiry.
 */
export const certTrust = defineCheck(certTrustTexts, {
  id: "cert-trust",
  category: "tls",
  scope: "address",
  outcomes: {
    trusted: { state: "pass", severity: null },
    dated: { state: "pass", severity: null },
    "self-signed": { state: "fail", severity: "high", cap: "untrusted-certificate" },
    "unknown-root": { state: "fail", severity: "high", cap: "untrusted-certificate" },
    invalid: { state: "fail", severity: "high", cap: "untrusted-certificate" },
  },
  run: (context) =>
    judgeCertificate(context, (seen) => {
      const trust = trustOf(seen, context.clock.now());
      if (trust === "unknown") return inconclusive(NO_HANDSHAKE);
      const facts = [
        { name: "cert.trusted", value: trust === "trusted" },
        { name: "cert.selfSigned", value: trust === "self-signed" },
        { name: "cert.issuer", value: commonName(seen.leaf.issuer) },
        { name: "cert.trustError", value: seen.session?.trustError ?? "" },
      ];
      return trust === "incomplete"
        ? inconclusive(CHAIN_UNDECIDED, facts)
        : { outcome: trust, facts };
    }),
});
