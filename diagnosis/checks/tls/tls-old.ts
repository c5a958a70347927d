import { defineCheck } from "../../engine/check.ts";
import { withSurvey } from "./with-survey.ts";

const NAMES = { "tls1.0": "TLS 1.0", "tls1.1": "TLS 1.1" } as const;

/** TLS 1.0 and 1.1 must not be used (RFC 8996 §4, §5; NIST SP 800-52r2 §3.1). */
export const tlsOld = defineCheck({
  id: "tls-old",
  category: "tls",
  scope: "address",
  title: { ja: "TLS 1.0・TLS 1.1の受け入れ", en: "TLS 1.0 and TLS 1.1 accepted" },
  explanation: {
    ja: "TLS 1.0と1.1は古い暗号技術に頼っており、2021年に廃止されました。主要なブラウザーはすでに使いません。受け入れていると、古い攻撃手法の余地が残ります。",
    en: "TLS 1.0 and 1.1 rely on outdated cryptography and were retired in 2021. Browsers no longer use them, and accepting them leaves room for old attacks.",
  },
  remedy: {
    ja: "TLS 1.0とTLS 1.1を無効にしてください。古い機器からの接続が必要な場合は、そのための入口を分けてください。",
    en: "Disable TLS 1.0 and TLS 1.1. If old devices must connect, give them a separate entry point.",
  },
  source: [
    { title: "RFC 8996 §4, §5", url: "https://www.rfc-editor.org/rfc/rfc8996#section-4" },
    {
      title: "NIST SP 800-52 Rev. 2 §3.1",
      url: "https://csrc.nist.gov/pubs/sp/800/52/r2/final",
    },
  ],
  outcomes: {
    refused: {
      state: "pass",
      severity: null,
      text: { ja: "TLS 1.0とTLS 1.1は拒否されます。", en: "TLS 1.0 and TLS 1.1 are refused." },
    },
    accepted: {
      state: "fail",
      severity: "medium",
      text: {
        ja: "廃止された方式（{tls.oldVersions}）を受け入れます。",
        en: "Retired versions are accepted ({tls.oldVersions}).",
      },
      cap: "old-tls",
    },
  },
  run: (context) =>
    withSurvey(context, ({ versions }) => {
      const old = (["tls1.0", "tls1.1"] as const).filter((version) => versions.has(version));
      const facts = [
        { name: "protocol:tls1.0", value: versions.has("tls1.0") },
        { name: "protocol:tls1.1", value: versions.has("tls1.1") },
        { name: "tls.oldVersions", value: old.map((version) => NAMES[version]) },
      ];
      return { outcome: old.length > 0 ? "accepted" : "refused", facts };
    }),
});
