import { defineCheck } from "../../engine/check.ts";
import type { Fact } from "../../engine/finding.ts";
import { enforcedPolicies, runsNothing } from "./csp/policies.ts";
import { cspWeaknesses } from "./csp/weaknesses.ts";
import { httpCspTexts } from "./http-csp.texts.ts";
import { withDocument } from "./page/front-page.ts";

/**
 * A Content Security Policy that stops injected scripts (CSP Level 3; MDN HTTP Observatory,
 * "content-security-policy"). When a page carries several, scripts must pass all, so what each leaves open counts.
 */
export const httpCsp = defineCheck(httpCspTexts, {
  id: "http-csp",
  category: "http",
  scope: "address",
  outcomes: {
    sound: { state: "pass", severity: null },
    unsafe: { state: "fail", severity: "medium" },
    "report-only": { state: "fail", severity: "medium" },
    absent: { state: "fail", severity: "medium" },
  },
  run: (context) =>
    withDocument(context, (page) => {
      const policies = enforcedPolicies(page);
      const reportOnly = page.header("content-security-policy-report-only") !== null;
      const facts: Fact[] = [
        { name: "csp.policy", value: policies.map(({ text }) => text) },
        { name: "csp.present", value: policies.length > 0 },
        { name: "csp.reportOnly", value: reportOnly },
      ];
      if (policies.length === 0) return { outcome: reportOnly ? "report-only" : "absent", facts };
      // Nothing runs in a sandbox that does not allow it (CSP3 §6.3.2).
      const gaps = policies.some(runsNothing)
        ? []
        : cspWeaknesses(policies.map(({ text }) => text));
      facts.push({ name: "csp.unsafe", value: gaps.length > 0 });
      const weaknesses = { name: "csp.weaknesses", value: gaps };
      return { outcome: gaps.length > 0 ? "unsafe" : "sound", facts: [...facts, weaknesses] };
    }),
});
