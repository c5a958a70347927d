import { defineCheck, notApplicable } from "../../engine/check.ts";
import { ONLY_TLS13 } from "./reasons.texts.ts";
import { tlsEmsTexts } from "./tls-ems.texts.ts";
import { withSurvey } from "./with-survey.ts";

const EXTENDED_MASTER_SECRET = 23;

/** The extended master secret binds a session to its handshake (RFC 7627 §5); SSL 3 cannot carry it. */
export const tlsEms = defineCheck(tlsEmsTexts, {
  id: "tls-ems",
  category: "tls",
  scope: "address",
  outcomes: {
    supported: { state: "pass", severity: null },
    missing: { state: "warn", severity: "low" },
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
