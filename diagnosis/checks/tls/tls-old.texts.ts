import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `tls-old`. */
export const tlsOldTexts = {
  title: { ja: "TLS 1.0・TLS 1.1の受け入れ", en: "TLS 1.0 and TLS 1.1 accepted" },
  looksAt: {
    ja: "TLS 1.0とTLS 1.1の接続要求を送り、受け入れられるかを調べます。",
    en: "A hello of TLS 1.0 and one of TLS 1.1 are sent, to see whether the server accepts them.",
  },
  explanation: {
    ja: "TLS 1.0と1.1は古い暗号技術に頼っており、2021年に廃止されました。主要なブラウザーはすでに使いません。受け入れていると、古い攻撃手法の余地が残ります。",
    en: "TLS 1.0 and 1.1 rely on outdated cryptography and were retired in 2021. Browsers no longer use them, and accepting them leaves room for old attacks.",
  },
  remedy: {
    ja: "TLS 1.0とTLS 1.1を無効にしてください。古い機器からの接続が必要な場合は、そのための入口を分けてください。",
    en: "Disable TLS 1.0 and TLS 1.1. If old devices must connect, give them a separate entry point.",
  },
  outcomes: {
    refused: { ja: "TLS 1.0とTLS 1.1は拒否されます。", en: "TLS 1.0 and TLS 1.1 are refused." },
    accepted: {
      ja: "廃止された方式（{tls.oldVersions}）を受け入れます。",
      en: "Retired versions are accepted ({tls.oldVersions}).",
    },
  },
  facts: {
    "protocol:tls1.0": { ja: "TLS 1.0に対応している", en: "TLS 1.0 offered" },
    "protocol:tls1.1": { ja: "TLS 1.1に対応している", en: "TLS 1.1 offered" },
    "tls.oldVersions": { ja: "古いTLSのバージョン", en: "Old TLS versions" },
  },
  source: [
    { title: "RFC 8996 §4, §5", url: "https://www.rfc-editor.org/rfc/rfc8996#section-4" },
    {
      title: "NIST SP 800-52 Rev. 2 §3.1",
      url: "https://csrc.nist.gov/pubs/sp/800/52/r2/final",
    },
  ],
} satisfies CheckTexts;
