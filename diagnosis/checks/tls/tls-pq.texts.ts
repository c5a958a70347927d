import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `tls-pq`. */
export const tlsPqTexts = {
  title: { ja: "耐量子計算機暗号の鍵交換", en: "Post-quantum key exchange" },
  looksAt: {
    ja: "量子計算機による解読に備えた鍵交換（X25519MLKEM768）に対応しているかを調べます。",
    en: "Whether the key exchange that withstands quantum computers (X25519MLKEM768) is offered.",
  },
  explanation: {
    ja: "今日記録された通信が、将来の量子コンピューターで解読されるおそれがあります。耐量子の鍵交換（X25519MLKEM768）を併用すると、長く秘密にしたい内容を守れます。",
    en: "Traffic recorded today may be decrypted by future quantum computers. Post-quantum key exchange (X25519MLKEM768) protects what must stay secret for a long time.",
  },
  remedy: {
    ja: "OpenSSL 3.5以降などの対応版に更新し、TLS 1.3でX25519MLKEM768を有効にしてください。",
    en: "Update to a library that supports it, such as OpenSSL 3.5, and enable X25519MLKEM768 with TLS 1.3.",
  },
  outcomes: {
    offered: {
      ja: "耐量子の鍵交換（X25519MLKEM768）に対応しています。",
      en: "Post-quantum key exchange (X25519MLKEM768) is offered.",
    },
    absent: {
      ja: "耐量子の鍵交換（X25519MLKEM768）には対応していません。",
      en: "Post-quantum key exchange (X25519MLKEM768) is not offered.",
    },
  },
  facts: {
    "tls.postQuantum": {
      ja: "耐量子の鍵交換に対応している",
      en: "Post-quantum key exchange supported",
    },
  },
  source: [
    {
      title: "Mozilla Server Side TLS",
      url: "https://wiki.mozilla.org/Security/Server_Side_TLS",
    },
    {
      title: "draft-ietf-tls-ecdhe-mlkem",
      url: "https://datatracker.ietf.org/doc/draft-ietf-tls-ecdhe-mlkem/",
    },
  ],
} satisfies CheckTexts;
