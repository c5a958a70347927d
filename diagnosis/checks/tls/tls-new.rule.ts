import { defineCheck } from "../../engine/check.ts";
import { tlsNewTexts } from "./tls-new.texts.ts";
import { withSurvey } from "./with-survey.ts";

/**
 * TLS 1.2 must and TLS 1.3 should be offered (RFC 9325 §3.1.1). Without either, current browsers cannot
 * connect at all.
 */
export const tlsNew = defineCheck(tlsNewTexts, {
  id: "tls-new",
  category: "tls",
  scope: "address",
  outcomes: {
    modern: { state: "pass", severity: null },
    "no-tls13": { state: "warn", severity: "low" },
    neither: { state: "fail", severity: "high", cap: "no-modern-tls" },
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
