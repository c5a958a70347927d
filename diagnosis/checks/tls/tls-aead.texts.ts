import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `tls-aead`. */
export const tlsAeadTexts = {
  title: { ja: "認証付き暗号（AEAD）への対応", en: "Authenticated encryption (AEAD)" },
  looksAt: {
    ja: "改ざんの検知を備えた暗号方式（AES-GCM、ChaCha20-Poly1305など）に対応しているかを調べます。",
    en: "Whether the server offers ciphers with authentication built in (AES-GCM, ChaCha20-Poly1305 and the like).",
  },
  explanation: {
    ja: "認証付き暗号は、暗号化と改ざん検知を一体で行う現在の標準です。従来のCBC方式だけのサーバーは、パディングや処理時間の差を手がかりにした攻撃を受けやすくなります。",
    en: "Authenticated encryption combines secrecy and integrity and is today's standard. Servers with only the older CBC suites are prone to padding and timing attacks.",
  },
  remedy: {
    ja: "AES-GCMまたはChaCha20-Poly1305の暗号スイートを有効にしてください。",
    en: "Enable AES-GCM or ChaCha20-Poly1305 cipher suites.",
  },
  outcomes: {
    offered: { ja: "認証付き暗号に対応しています。", en: "Authenticated encryption is offered." },
    missing: {
      ja: "認証付き暗号（AES-GCM、ChaCha20-Poly1305など）に対応していません。",
      en: "No authenticated encryption (AES-GCM, ChaCha20-Poly1305) is offered.",
    },
  },
  facts: {
    "cipher.aead": {
      ja: "認証付き暗号（AEAD）に対応している",
      en: "Authenticated encryption (AEAD) offered",
    },
  },
  source: [
    {
      title: "SSL Labs Server Rating Guide",
      url: "https://github.com/ssllabs/research/wiki/SSL-Server-Rating-Guide",
    },
    { title: "RFC 9325 §4.2", url: "https://www.rfc-editor.org/rfc/rfc9325#section-4.2" },
  ],
} satisfies CheckTexts;
