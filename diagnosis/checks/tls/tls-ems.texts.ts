import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `tls-ems`. */
export const tlsEmsTexts = {
  title: { ja: "拡張マスターシークレット", en: "Extended master secret" },
  looksAt: {
    ja: "TLS 1.2の拡張マスターシークレットに対応しているかを調べます。",
    en: "Whether the extended master secret of TLS 1.2 is supported.",
  },
  explanation: {
    ja: "TLS 1.2以前では、異なる二つの通信の鍵をそろえる攻撃（トリプルハンドシェイク）が知られています。拡張マスターシークレットに対応すると、この攻撃を防げます。",
    en: "In TLS 1.2 and earlier, an attack can make two different connections share the same keys (triple handshake). The extended master secret prevents it.",
  },
  remedy: {
    ja: "拡張マスターシークレット（RFC 7627）に対応した版に、サーバーソフトウェアまたは暗号ライブラリを更新してください。",
    en: "Update the server software or its TLS library to one that supports the extended master secret (RFC 7627).",
  },
  outcomes: {
    supported: {
      ja: "拡張マスターシークレットに対応しています。",
      en: "The extended master secret is supported.",
    },
    missing: {
      ja: "拡張マスターシークレットに対応していません。",
      en: "The extended master secret is not supported.",
    },
  },
  facts: {
    "tls.extendedMasterSecret": {
      ja: "拡張マスターシークレットに対応している",
      en: "Extended master secret supported",
    },
  },
  source: [{ title: "RFC 7627 §5", url: "https://www.rfc-editor.org/rfc/rfc7627#section-5" }],
} satisfies CheckTexts;
