import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `tls-null`. */
export const tlsNullTexts = {
  title: {
    ja: "暗号化しない方式・匿名の方式・輸出用の弱い方式",
    en: "Unencrypted, anonymous and EXPORT ciphers",
  },
  looksAt: {
    ja: "暗号化しない方式、相手を確認しない匿名の方式、輸出用に弱められた方式だけを提示し、受け入れられるかを調べます。",
    en: "Only suites without encryption, without authentication or weakened for export are offered, to see whether the server accepts one.",
  },
  explanation: {
    ja: "暗号化しない方式（NULL）、相手を確かめない方式（匿名）、意図的に弱めた輸出用の方式（EXPORT）を受け入れると、通信の盗聴や改ざんが現実的になります。",
    en: "Ciphers that do not encrypt (NULL), do not verify who answers (anonymous) or were deliberately weakened (EXPORT) make eavesdropping and tampering practical.",
  },
  remedy: {
    ja: "NULL、匿名（aNULL）、EXPORTの暗号スイートをすべて無効にしてください。",
    en: "Disable all NULL, anonymous (aNULL) and EXPORT cipher suites.",
  },
  outcomes: {
    refused: {
      ja: "暗号化や認証を欠く方式は拒否されます。",
      en: "Ciphers without encryption or authentication are refused.",
    },
    accepted: {
      ja: "保護にならない暗号スイートを受け入れます：{tls.unprotected}",
      en: "Cipher suites without any protection are accepted: {tls.unprotected}",
    },
  },
  facts: {
    "cipher.anonymous": {
      ja: "相手を確認しない暗号に対応している",
      en: "Anonymous ciphers offered",
    },
    "cipher.export": { ja: "輸出用の弱い暗号に対応している", en: "Export ciphers offered" },
    "cipher.null": { ja: "暗号化しない方式に対応している", en: "Null ciphers offered" },
    "cipher.weakestBits": { ja: "最も弱い暗号の強度", en: "Weakest cipher" },
    "keyExchange.weakestBits": { ja: "最も弱い鍵交換の強度", en: "Weakest key exchange" },
    "tls.unprotected": {
      ja: "保護にならない暗号スイート",
      en: "Cipher suites that protect nothing",
    },
  },
  source: [
    { title: "RFC 9325 §4.1", url: "https://www.rfc-editor.org/rfc/rfc9325#section-4.1" },
    { title: "RFC 5246 A.5", url: "https://www.rfc-editor.org/rfc/rfc5246#appendix-A.5" },
  ],
} satisfies CheckTexts;
