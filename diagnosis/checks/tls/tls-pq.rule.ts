import { defineCheck } from "../../engine/check.ts";
import { tlsPqTexts } from "./tls-pq.texts.ts";
import { withSurvey } from "./with-survey.ts";

/**
 * The hybrid group X25519MLKEM768, which Mozilla's server-side TLS recommendations (6.0) put first
 * (draft-ietf-tls-ecdhe-mlkem). For information: nothing is broken without it today.
 */
export const tlsPq = defineCheck(tlsPqTexts, {
  id: "tls-pq",
  category: "tls",
  scope: "address",
  outcomes: {
    offered: { state: "pass", severity: null },
    absent: { state: "info", severity: "info" },
  },
  run: (context) =>
    withSurvey(context, ({ postQuantum }) => ({
      outcome: postQuantum ? "offered" : "absent",
      facts: [{ name: "tls.postQuantum", value: postQuantum }],
    })),
});
