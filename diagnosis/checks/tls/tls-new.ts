import { defineCheck } from "../../engine/check.ts";
import { withSurvey } from "./with-survey.ts";

/**
 * TLS 1.2 must and TLS 1.3 should be offered (RFC 9325 §3.1.1). Without either, current browsers cannot
 * connect at all.
 */
export const tlsNew = defineCheck({
  id: "tls-new",
  category: "tls",
  scope: "address",
  title: { ja: "TLS 1.2・TLS 1.3への対応", en: "TLS 1.2 and TLS 1.3 offered" },
  explanation: {
    ja: "TLS 1.3は最も安全で速い方式です。TLS 1.2にも1.3にも対応していないサーバーには、現在のブラウザーは接続できません。",
    en: "TLS 1.3 is the safest and fastest version. Current browsers cannot connect to a server that offers neither TLS 1.3 nor TLS 1.2.",
  },
  remedy: {
    ja: "TLS 1.3を有効にし、TLS 1.2を併用してください。対応していない場合は、サーバーソフトウェアかOpenSSLなどの暗号ライブラリを更新してください。",
    en: "Enable TLS 1.3 alongside TLS 1.2. If it is not available, update the server software or its TLS library.",
  },
  source: [
    { title: "RFC 9325 §3.1.1", url: "https://www.rfc-editor.org/rfc/rfc9325#section-3.1.1" },
    { title: "RFC 8446", url: "https://www.rfc-editor.org/rfc/rfc8446" },
  ],
  outcomes: {
    modern: {
      state: "pass",
      severity: null,
      text: { ja: "TLS 1.3に対応しています。", en: "TLS 1.3 is offered." },
    },
    "no-tls13": {
      state: "warn",
      severity: "low",
      text: { ja: "TLS 1.3に対応していません。", en: "TLS 1.3 is not offered." },
    },
    neither: {
      state: "fail",
      severity: "high",
      text: {
        ja: "TLS 1.2にもTLS 1.3にも対応していません。",
        en: "Neither TLS 1.2 nor TLS 1.3 is offered.",
      },
      cap: "no-modern-tls",
    },
  },
  run: (context) =>
    withSurvey(context, ({ versions }) => {
      const facts = [
        { name: "protocol:tls1.2", value: versions.has("tls1.2") },
        { name: "protocol:tls1.3", value: versions.has("tls1.3") },
      ];
      if (versions.has("tls1.3")) return { outcome: "modern", facts };
      return { outcome: versions.has("tls1.2") ? "no-tls13" : "neither", facts };
    }),
});
