import { defineCheck, notApplicable } from "../../engine/check.ts";
import { NO_DHE } from "./reasons.texts.ts";
import { tlsDhTexts } from "./tls-dh.texts.ts";
import { withSurvey } from "./with-survey.ts";

/**
 * Finite-field Diffie-Hellman with at least 2,048 bits (RFC 9325 §4.5); below 1,024 it can be broken in
 * practice (Logjam, CVE-2015-4000). Groups of RFC 7919 are not offered while asking, so the server shows
 * the parameters it keeps for everyone else. The group is a key like the certificate's, and limits the grade
 * as that does (decision 41).
 */
export const tlsDh = defineCheck(tlsDhTexts, {
  id: "tls-dh",
  category: "tls",
  scope: "address",
  outcomes: {
    strong: { state: "pass", severity: null },
    short: { state: "fail", severity: "medium", cap: "short-key" },
    breakable: { state: "fail", severity: "high" },
  },
  run: (context) =>
    withSurvey(context, ({ classic }) => {
      const sizes = classic.flatMap(({ dhBits, suite }) =>
        dhBits === null || suite.anonymous ? [] : [dhBits],
      );
      if (sizes.length === 0) return notApplicable(NO_DHE);
      const bits = Math.min(...sizes);
      const facts = [
        { name: "tls.dhBits", value: bits, unit: "bits" },
        { name: "keyExchange.weakestBits", value: bits, unit: "bits" },
      ] as const;
      if (bits < 1024) return { outcome: "breakable", facts };
      return { outcome: bits < 2048 ? "short" : "strong", facts };
    }),
});
