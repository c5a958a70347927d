import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `tls-fs`. */
export const tlsFsTexts = {
  title: { ja: "前方秘匿性", en: "Forward secrecy" },
  looksAt: {
    ja: "前方秘匿性のある鍵交換（ECDHE、DHE）に対応しているか、証明書の鍵でそのまま鍵を運ぶ方式（RSA）が残っていないかを調べます。",
    en: "Whether key exchange with forward secrecy (ECDHE, DHE) is offered, and whether key transport by the certificate's own RSA key still is.",
  },
  explanation: {
    ja: "前方秘匿性のない通信は、記録しておけば、後にサーバーの秘密鍵が漏れたときにすべて解読できます。前方秘匿性があれば、過去の通信は守られます。",
    en: "Without forward secrecy, all recorded traffic can be decrypted once the server's private key leaks. With forward secrecy, past traffic stays safe.",
  },
  remedy: {
    ja: "ECDHEを使う暗号スイートだけを有効にし、RSA鍵交換（名前がTLS_RSA_で始まるもの）を無効にしてください。",
    en: "Enable only suites with ECDHE and disable RSA key exchange (names that begin with TLS_RSA_).",
  },
  outcomes: {
    always: {
      ja: "すべての接続に前方秘匿性があります。",
      en: "Every connection has forward secrecy.",
    },
    "static-offered": {
      ja: "前方秘匿性のない鍵交換も受け入れます：{tls.static}",
      en: "Key exchange without forward secrecy is accepted too: {tls.static}",
    },
    never: {
      ja: "前方秘匿性のある鍵交換に対応していません。",
      en: "No key exchange with forward secrecy is offered.",
    },
  },
  facts: {
    "cipher.forwardSecrecy": { ja: "前方秘匿性がある", en: "Forward secrecy offered" },
    "cipher.staticRsa": { ja: "RSA鍵交換に対応している", en: "RSA key exchange offered" },
    "keyExchange.strongestBits": { ja: "最も強い鍵交換の強度", en: "Strongest key exchange" },
    "tls.static": {
      ja: "前方秘匿性のない暗号スイート",
      en: "Cipher suites without forward secrecy",
    },
  },
  terms: [
    {
      term: { ja: "前方秘匿性", en: "forward secrecy" },
      meaning: {
        ja: "サーバーの鍵が後で漏れても、過去の通信を解読できない性質です。",
        en: "Past connections stay secret even when the server's key leaks later.",
      },
    },
  ],
  source: [
    { title: "RFC 9325 §4.1, §7.3", url: "https://www.rfc-editor.org/rfc/rfc9325#section-4.1" },
  ],
} satisfies CheckTexts;
