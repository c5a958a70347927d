import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `cert-key`. */
export const certKeyTexts = {
  title: { ja: "証明書の鍵の強度", en: "Certificate key strength" },
  looksAt: {
    ja: "証明書の鍵の種類と長さを調べます。",
    en: "Type and length of the certificate's key.",
  },
  explanation: {
    ja: "鍵が短いと、計算によって秘密鍵を割り出され、サイトになりすまされます。1,024ビット未満のRSA鍵は現実に破られています。",
    en: "Attackers can compute a short key and impersonate the site. RSA keys below 1,024 bits are broken in practice.",
  },
  remedy: {
    ja: "2,048ビット以上のRSA鍵、または楕円曲線（P-256など）の鍵を新しく作り、証明書を発行し直してください。",
    en: "Create a new RSA key of at least 2,048 bits or an elliptic-curve key (such as P-256) and have the certificate reissued.",
  },
  outcomes: {
    strong: {
      ja: "証明書の鍵は十分な強度です（{cert.keyType}、{cert.keyBits}ビット）。",
      en: "The certificate's key is strong enough ({cert.keyType}, {cert.keyBits} bits).",
    },
    short: {
      ja: "証明書の鍵が短すぎます（{cert.keyType}、{cert.keyBits}ビット）。",
      en: "The certificate's key is too short ({cert.keyType}, {cert.keyBits} bits).",
    },
    breakable: {
      ja: "証明書の鍵が{cert.keyBits}ビットしかなく、現実に破られます。",
      en: "The certificate's key has only {cert.keyBits} bits and can be broken in practice.",
    },
  },
  facts: {
    "cert.keyBits": { ja: "証明書の鍵の長さ", en: "Certificate key size" },
    "cert.keyType": { ja: "証明書の鍵の種類", en: "Certificate key type" },
  },
  source: [
    { title: "RFC 9325 §4.5", url: "https://www.rfc-editor.org/rfc/rfc9325#section-4.5" },
    {
      title: "NIST SP 800-57 Part 1 Rev. 5, Table 2",
      url: "https://csrc.nist.gov/pubs/sp/800/57/pt1/r5/final",
    },
  ],
} satisfies CheckTexts;
