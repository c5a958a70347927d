import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `tls-ssl`. */
export const tlsSslTexts = {
  title: { ja: "SSL 2.0・SSL 3.0の受け入れ", en: "SSL 2.0 and SSL 3.0 accepted" },
  looksAt: {
    ja: "SSL 2.0とSSL 3.0の接続要求を送り、受け入れられるかを調べます。",
    en: "A hello of SSL 2.0 and one of SSL 3.0 are sent, to see whether the server accepts them.",
  },
  explanation: {
    ja: "SSL 2.0と3.0は1990年代の方式で、通信を解読する攻撃（DROWN、POODLE）が公開されています。受け入れるだけで、新しい方式の通信まで解読されることがあります。",
    en: "SSL 2.0 and 3.0 date from the 1990s, and attacks that decrypt them (DROWN, POODLE) are public. Merely accepting them can expose newer connections too.",
  },
  remedy: {
    ja: "SSL 2.0とSSL 3.0を無効にし、TLS 1.2とTLS 1.3だけを有効にしてください。",
    en: "Disable SSL 2.0 and SSL 3.0 and enable only TLS 1.2 and TLS 1.3.",
  },
  outcomes: {
    refused: { ja: "SSL 2.0とSSL 3.0は拒否されます。", en: "SSL 2.0 and SSL 3.0 are refused." },
    ssl2: { ja: "SSL 2.0を受け入れます。", en: "SSL 2.0 is accepted." },
    ssl3: { ja: "SSL 3.0を受け入れます。", en: "SSL 3.0 is accepted." },
  },
  facts: {
    "protocol:ssl2": { ja: "SSL 2.0に対応している", en: "SSL 2.0 offered" },
    "protocol:ssl3": { ja: "SSL 3.0に対応している", en: "SSL 3.0 offered" },
  },
  source: [
    { title: "RFC 6176 §3", url: "https://www.rfc-editor.org/rfc/rfc6176#section-3" },
    { title: "RFC 7568 §3", url: "https://www.rfc-editor.org/rfc/rfc7568#section-3" },
  ],
} satisfies CheckTexts;
