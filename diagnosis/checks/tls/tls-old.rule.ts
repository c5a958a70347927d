import { defineCheck } from "../../engine/check.ts";
import { tlsOldTexts } from "./tls-old.texts.ts";
import { withSurvey } from "./with-survey.ts";

const NAMES = { "tls1.0": "TLS 1.0", "tls1.1": "TLS 1.1" } as const;

/** TLS 1.0 and 1.1 must not be used (RFC 8996 §4, §5; NIST SP 800-52r2 §3.1). */
export const tlsOld = defineCheck(tlsOldTexts, {
  id: "tls-old",
  category: "tls",
  scope: "address",
  outcomes: {
    refused: { state: "pass", severity: null },
    accepted: { state: "fail", severity: "medium", cap: "old-tls" },
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
