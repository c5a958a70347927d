import { defineCheck, type Observation } from "../../engine/check.ts";
import { withSurvey } from "./with-survey.ts";

/**
 * SSL 2 is prohibited (RFC 6176 §3) and SSL 3 must not be used (RFC 7568 §3). Both are asked for with
 * hellos of our own, since no current library can offer them.
 */
export const tlsSsl = defineCheck({
  id: "tls-ssl",
  category: "tls",
  scope: "address",
  title: { ja: "SSL 2.0・SSL 3.0の受け入れ", en: "SSL 2.0 and SSL 3.0 accepted" },
  explanation: {
    ja: "SSL 2.0と3.0は1990年代の方式で、通信を解読する攻撃（DROWN、POODLE）が公開されています。受け入れるだけで、新しい方式の通信まで解読されることがあります。",
    en: "SSL 2.0 and 3.0 date from the 1990s, and attacks that decrypt them (DROWN, POODLE) are public. Merely accepting them can expose newer connections too.",
  },
  remedy: {
    ja: "SSL 2.0とSSL 3.0を無効にし、TLS 1.2とTLS 1.3だけを有効にしてください。",
    en: "Disable SSL 2.0 and SSL 3.0 and enable only TLS 1.2 and TLS 1.3.",
  },
  source: [
    { title: "RFC 6176 §3", url: "https://www.rfc-editor.org/rfc/rfc6176#section-3" },
    { title: "RFC 7568 §3", url: "https://www.rfc-editor.org/rfc/rfc7568#section-3" },
  ],
  outcomes: {
    refused: {
      state: "pass",
      severity: null,
      text: { ja: "SSL 2.0とSSL 3.0は拒否されます。", en: "SSL 2.0 and SSL 3.0 are refused." },
    },
    ssl2: {
      state: "fail",
      severity: "critical",
      text: { ja: "SSL 2.0を受け入れます。", en: "SSL 2.0 is accepted." },
      cap: "sslv2",
    },
    ssl3: {
      state: "fail",
      severity: "high",
      text: { ja: "SSL 3.0を受け入れます。", en: "SSL 3.0 is accepted." },
      cap: "sslv3",
    },
  },
  run: (context) =>
    withSurvey(context, ({ versions }) => {
      const accepted = (["ssl2", "ssl3"] as const).filter((version) => versions.has(version));
      const facts = [
        { name: "protocol:ssl2", value: versions.has("ssl2") },
        { name: "protocol:ssl3", value: versions.has("ssl3") },
      ];
      if (accepted.length === 0) return { outcome: "refused", facts };
      return accepted.map((outcome): Observation<"ssl2" | "ssl3"> => ({ outcome, facts }));
    }),
});
