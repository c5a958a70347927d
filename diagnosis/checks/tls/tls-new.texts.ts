import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `tls-new`. */
export const tlsNewTexts = {
  title: { ja: "TLS 1.2・TLS 1.3への対応", en: "TLS 1.2 and TLS 1.3 offered" },
  looksAt: {
    ja: "TLS 1.2とTLS 1.3に対応しているかを調べます。",
    en: "Whether the server speaks TLS 1.2 and TLS 1.3.",
  },
  explanation: {
    ja: "TLS 1.3は最も安全で速い方式です。TLS 1.2にも1.3にも対応していないサーバーには、現在のブラウザーは接続できません。",
    en: "TLS 1.3 is the safest and fastest version. Current browsers cannot connect to a server that offers neither TLS 1.3 nor TLS 1.2.",
  },
  remedy: {
    ja: "TLS 1.3を有効にし、TLS 1.2を併用してください。対応していない場合は、サーバーソフトウェアかOpenSSLなどの暗号ライブラリを更新してください。",
    en: "Enable TLS 1.3 alongside TLS 1.2. If it is not available, update the server software or its TLS library.",
  },
  outcomes: {
    modern: { ja: "TLS 1.3に対応しています。", en: "TLS 1.3 is offered." },
    "no-tls13": { ja: "TLS 1.3に対応していません。", en: "TLS 1.3 is not offered." },
    neither: {
      ja: "TLS 1.2にもTLS 1.3にも対応していません。",
      en: "Neither TLS 1.2 nor TLS 1.3 is offered.",
    },
  },
  facts: {
    "protocol:tls1.2": { ja: "TLS 1.2に対応している", en: "TLS 1.2 offered" },
    "protocol:tls1.3": { ja: "TLS 1.3に対応している", en: "TLS 1.3 offered" },
  },
  terms: [
    {
      term: { ja: "TLS", en: "TLS" },
      meaning: {
        ja: "通信を暗号化し、相手が本物かを確かめる方式です。HTTPSの土台です。",
        en: "Encrypts a connection and verifies who is at the other end. HTTPS is built on it.",
      },
    },
  ],
  source: [
    { title: "RFC 9325 §3.1.1", url: "https://www.rfc-editor.org/rfc/rfc9325#section-3.1.1" },
    { title: "RFC 8446", url: "https://www.rfc-editor.org/rfc/rfc8446" },
  ],
} satisfies CheckTexts;
