import { defineCheck, notApplicable, type Observation } from "../../engine/check.ts";
import { ONLY_TLS13 } from "./reasons.ts";
import { withSurvey } from "./with-survey.ts";

const RENEGOTIATION_INFO = 0xff01;

/**
 * TLS compression leaks secrets by length (CRIME, RFC 7457 §2.6; RFC 9325 §3.3 asks to disable it);
 * renegotiation must be bound to the connection (RFC 5746 §3.6). TLS 1.3 knows neither.
 */
export const tlsComp = defineCheck({
  id: "tls-comp",
  category: "tls",
  scope: "address",
  title: {
    ja: "TLSの圧縮と再ネゴシエーションの安全性",
    en: "TLS compression and secure renegotiation",
  },
  explanation: {
    ja: "TLSの圧縮が有効だと、通信の長さからクッキーなどの秘密を推測されます（CRIME）。安全な再ネゴシエーションに対応していないと、通信の先頭に攻撃者のデータを差し込まれます。",
    en: "TLS compression reveals secrets such as cookies through the length of messages (CRIME). Without secure renegotiation, an attacker can insert data ahead of a visitor's.",
  },
  remedy: {
    ja: "TLSの圧縮を無効にし、RFC 5746に対応した版にサーバーソフトウェアを更新してください。",
    en: "Disable TLS compression and update the server software to one that implements RFC 5746.",
  },
  source: [
    { title: "RFC 7457 §2.6", url: "https://www.rfc-editor.org/rfc/rfc7457#section-2.6" },
    { title: "RFC 5746 §3.6", url: "https://www.rfc-editor.org/rfc/rfc5746#section-3.6" },
  ],
  outcomes: {
    sound: {
      state: "pass",
      severity: null,
      text: {
        ja: "TLSの圧縮は無効で、再ネゴシエーションは保護されています。",
        en: "TLS compression is off and renegotiation is protected.",
      },
    },
    compression: {
      state: "fail",
      severity: "medium",
      text: { ja: "TLSの圧縮が有効です。", en: "TLS compression is on." },
    },
    "insecure-renegotiation": {
      state: "fail",
      severity: "medium",
      text: {
        ja: "安全な再ネゴシエーション（RFC 5746）に対応していません。",
        en: "Secure renegotiation (RFC 5746) is not supported.",
      },
    },
  },
  run: (context) =>
    withSurvey(context, ({ classic }) => {
      if (classic.length === 0) return notApplicable(ONLY_TLS13);
      const compressed = classic.some(({ compression }) => compression !== 0);
      const bound = classic.every(({ extensions }) => extensions.includes(RENEGOTIATION_INFO));
      const facts = [
        { name: "tls.compression", value: compressed },
        { name: "tls.secureRenegotiation", value: bound },
      ];
      const found: Observation<"compression" | "insecure-renegotiation">[] = [];
      if (compressed) found.push({ outcome: "compression", facts });
      if (!bound) found.push({ outcome: "insecure-renegotiation", facts });
      return found.length > 0 ? found : { outcome: "sound", facts };
    }),
});
