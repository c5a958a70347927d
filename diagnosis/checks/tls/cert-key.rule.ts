import { defineCheck } from "../../engine/check.ts";
import { keyOf } from "../tls-survey/key-exchange.ts";
import { certKeyTexts } from "./cert-key.texts.ts";
import { judgeCertificate } from "./certificate/with-certificate.ts";

/**
 * The certificate's key is strong: RSA of 2,048 bits or an elliptic curve of equal strength (RFC 9325
 * §4.5; equivalence by NIST SP 800-57 part 1, table 2).
 */
export const certKey = defineCheck(certKeyTexts, {
  id: "cert-key",
  category: "tls",
  scope: "address",
  outcomes: {
    strong: { state: "pass", severity: null },
    short: { state: "fail", severity: "medium", cap: "short-key" },
    breakable: { state: "fail", severity: "critical", cap: "tiny-key" },
  },
  run: (context) =>
    judgeCertificate(context, ({ leaf }) => {
      const { type, bits, rsaBits } = keyOf(leaf);
      const facts = [
        { name: "cert.keyType", value: type },
        { name: "cert.keyBits", value: bits, unit: "bits" },
        { name: "keyExchange.weakestBits", value: rsaBits, unit: "bits" },
      ] as const;
      if (rsaBits < 1024) return { outcome: "breakable", facts };
      return { outcome: rsaBits < 2048 ? "short" : "strong", facts };
    }),
});
