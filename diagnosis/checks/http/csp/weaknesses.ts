import { CspEvaluator } from "csp_evaluator/dist/evaluator.js";
import { Severity } from "csp_evaluator/dist/finding.js";
import { CspParser } from "csp_evaluator/dist/parser.js";

/** Longest policy that is evaluated; real ones stay far below. */
const MAX_POLICY = 16_384;

/**
 * What lets scripts of an attacker run in spite of a policy, as `directive value`, by csp_evaluator's
 * rules of severity "high": unsafe-inline, wildcards, whole schemes, missing script-src or object-src,
 * hosts known to serve bypasses.
 */
export function cspWeaknesses(policy: string): readonly string[] {
  const { csp } = new CspParser(policy.slice(0, MAX_POLICY));
  const findings = new CspEvaluator(csp).evaluate();
  const high = findings.filter(({ severity }) => severity === Severity.HIGH);
  return [...new Set(high.map(({ directive, value }) => `${directive} ${value ?? ""}`.trim()))];
}
