import { defineCheck, notApplicable } from "../../engine/check.ts";
import { ONLY_TLS13 } from "./reasons.ts";
import { withSurvey } from "./with-survey.ts";

const EXTENDED_MASTER_SECRET = 23;

/** The extended master secret binds a session to its handshake (RFC 7627 §5); SSL 3 cannot carry it. */
export const tlsEms = defineCheck({
  id: "tls-ems",
  category: "tls",
  scope: "address",
  title: { ja: "拡張マスターシークレット", en: "Extended master secret" },
  explanation: {
    ja: "TLS 1.2以前では、異なる二つの通信の鍵をそろえる攻撃（トリプルハンドシェイク）が知られています。拡張マスターシークレットに対応すると、この攻撃を防げます。",
    en: "In TLS 1.2 and earlier, an attack can make two different connections share the same keys (triple handshake). The extended master secret prevents it.",
  },
  remedy: {
    ja: "拡張マスターシークレット（RFC 7627）に対応した版に、サーバーソフトウェアまたは暗号ライブラリを更新してください。",
    en: "Update the server software or its TLS library to one that supports the extended master secret (RFC 7627).",
  },
  source: [{ title: "RFC 7627 §5", url: "https://www.rfc-editor.org/rfc/rfc7627#section-5" }],
  outcomes: {
    supported: {
      state: "pass",
      severity: null,
      text: {
        ja: "拡張マスターシークレットに対応しています。",
        en: "The extended master secret is supported.",
      },
    },
    missing: {
      state: "warn",
      severity: "low",
      text: {
        ja: "拡張マスターシークレットに対応していません。",
        en: "The extended master secret is not supported.",
      },
    },
  },
  run: (context) =>
    withSurvey(context, ({ classic }) => {
      const hellos = classic.filter(({ version }) => version !== "ssl3");
      if (hellos.length === 0) return notApplicable(ONLY_TLS13);
      const supported = hellos.every(({ extensions }) =>
        extensions.includes(EXTENDED_MASTER_SECRET),
      );
      const facts = [{ name: "tls.extendedMasterSecret", value: supported }];
      return { outcome: supported ? "supported" : "missing", facts };
    }),
});
