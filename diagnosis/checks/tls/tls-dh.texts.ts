import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `tls-dh`. */
export const tlsDhTexts = {
  title: { ja: "DHE鍵交換の強度", en: "Strength of DHE key exchange" },
  looksAt: {
    ja: "サーバーがDHE鍵交換で使う素数の長さを調べます。",
    en: "The length of the prime that the server uses for DHE key exchange.",
  },
  explanation: {
    ja: "DHE鍵交換の数（素数）が短いと、事前計算によって通信を解読できます（Logjam）。1,024ビット未満は現実に破られ、1,024ビットも大きな組織なら破れると考えられています。",
    en: "With short primes, DHE can be broken by precomputation (Logjam). Below 1,024 bits this is practical, and 1,024 bits is thought to be within reach of large organizations.",
  },
  remedy: {
    ja: "DHEを無効にしてECDHEだけを使うか、2,048ビット以上のパラメーター（RFC 7919のffdhe2048など）を設定してください。",
    en: "Disable DHE in favor of ECDHE, or configure parameters of at least 2,048 bits, such as ffdhe2048 (RFC 7919).",
  },
  outcomes: {
    strong: {
      ja: "DHE鍵交換は{tls.dhBits}ビットです。",
      en: "DHE key exchange uses {tls.dhBits} bits.",
    },
    short: {
      ja: "DHE鍵交換が{tls.dhBits}ビットで、推奨の2,048ビットに届きません。",
      en: "DHE key exchange uses {tls.dhBits} bits, less than the recommended 2,048.",
    },
    breakable: {
      ja: "DHE鍵交換が{tls.dhBits}ビットしかなく、現実に破られます。",
      en: "DHE key exchange uses only {tls.dhBits} bits and can be broken in practice.",
    },
  },
  facts: {
    "tls.dhBits": { ja: "DH鍵交換の長さ", en: "Diffie-Hellman group size" },
  },
  source: [
    { title: "RFC 9325 §4.5", url: "https://www.rfc-editor.org/rfc/rfc9325#section-4.5" },
    { title: "CVE-2015-4000 (Logjam)", url: "https://weakdh.org/" },
  ],
} satisfies CheckTexts;
