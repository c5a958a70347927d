import { defineCheck } from "../../engine/check.ts";
import { keyOf } from "../tls-survey/key-exchange.ts";
import { withCertificate } from "./certificate/with-certificate.ts";

/**
 * The certificate's key is strong: RSA of 2,048 bits or an elliptic curve of equal strength (RFC 9325
 * §4.5; equivalence by NIST SP 800-57 part 1, table 2).
 */
export const certKey = defineCheck({
  id: "cert-key",
  category: "tls",
  scope: "address",
  title: { ja: "証明書の鍵の強度", en: "Certificate key strength" },
  explanation: {
    ja: "鍵が短いと、計算によって秘密鍵を割り出され、サイトになりすまされます。1,024ビット未満のRSA鍵は現実に破られています。",
    en: "Attackers can compute a short key and impersonate the site. RSA keys below 1,024 bits are broken in practice.",
  },
  remedy: {
    ja: "2,048ビット以上のRSA鍵、または楕円曲線（P-256など）の鍵を新しく作り、証明書を発行し直してください。",
    en: "Create a new RSA key of at least 2,048 bits or an elliptic-curve key (such as P-256) and have the certificate reissued.",
  },
  source: [
    { title: "RFC 9325 §4.5", url: "https://www.rfc-editor.org/rfc/rfc9325#section-4.5" },
    {
      title: "NIST SP 800-57 Part 1 Rev. 5, Table 2",
      url: "https://csrc.nist.gov/pubs/sp/800/57/pt1/r5/final",
    },
  ],
  outcomes: {
    strong: {
      state: "pass",
      severity: null,
      text: {
        ja: "証明書の鍵は十分な強度です（{cert.keyType}、{cert.keyBits}ビット）。",
        en: "The certificate's key is strong enough ({cert.keyType}, {cert.keyBits} bits).",
      },
    },
    short: {
      state: "fail",
      severity: "medium",
      text: {
        ja: "証明書の鍵が短すぎます（{cert.keyType}、{cert.keyBits}ビット）。",
        en: "The certificate's key is too short ({cert.keyType}, {cert.keyBits} bits).",
      },
      cap: "short-key",
    },
    breakable: {
      state: "fail",
      severity: "critical",
      text: {
        ja: "証明書の鍵が{cert.keyBits}ビットしかなく、現実に破られます。",
        en: "The certificate's key has only {cert.keyBits} bits and can be broken in practice.",
      },
      cap: "tiny-key",
    },
  },
  run: (context) =>
    withCertificate(context, ({ leaf }) => {
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
