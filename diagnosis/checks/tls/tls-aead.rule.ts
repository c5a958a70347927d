import { defineCheck } from "../../engine/check.ts";
import { acceptedSuites } from "../tls-survey/strength.ts";
import { tlsAeadTexts } from "./tls-aead.texts.ts";
import { withSurvey } from "./with-survey.ts";

/** Authenticated encryption is offered; the SSL Labs rating guide caps servers without it at B. */
export const tlsAead = defineCheck(tlsAeadTexts, {
  id: "tls-aead",
  category: "tls",
  scope: "address",
  outcomes: {
    offered: { state: "pass", severity: null },
    missing: { state: "fail", severity: "medium", cap: "no-aead" },
  },
  run: (context) =>
    withSurvey(context, (seen) => {
      const offered = acceptedSuites(seen).some(({ aead }) => aead);
      const facts = [{ name: "cipher.aead", value: offered }];
      return { outcome: offered ? "offered" : "missing", facts };
    }),
});
