import { defineCheck, notApplicable, type Observation } from "../../engine/check.ts";
import { ONLY_TLS13 } from "./reasons.texts.ts";
import { tlsCompTexts } from "./tls-comp.texts.ts";
import { withSurvey } from "./with-survey.ts";

const RENEGOTIATION_INFO = 0xff01;

/**
 * TLS compression leaks secrets by length (CRIME, RFC 7457 §2.6; RFC 9325 §3.3 asks to disable it);
 * renegotiation must be bound to the connection (RFC 5746 §3.6). TLS 1.3 knows neither.
 */
export const tlsComp = defineCheck(tlsCompTexts, {
  id: "tls-comp",
  category: "tls",
  scope: "address",
  outcomes: {
    sound: { state: "pass", severity: null },
    compression: { state: "fail", severity: "medium" },
    "insecure-renegotiation": { state: "fail", severity: "medium" },
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
