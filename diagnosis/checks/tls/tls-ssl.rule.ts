import { defineCheck, type Observation } from "../../engine/check.ts";
import { tlsSslTexts } from "./tls-ssl.texts.ts";
import { withSurvey } from "./with-survey.ts";

/**
 * SSL 2 is prohibited (RFC 6176 §3) and SSL 3 must not be used (RFC 7568 §3). Both are asked for with
 * hellos of our own, since no current library can offer them.
 */
export const tlsSsl = defineCheck(tlsSslTexts, {
  id: "tls-ssl",
  category: "tls",
  scope: "address",
  outcomes: {
    refused: { state: "pass", severity: null },
    ssl2: { state: "fail", severity: "critical", cap: "sslv2" },
    ssl3: { state: "fail", severity: "high", cap: "sslv3" },
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
