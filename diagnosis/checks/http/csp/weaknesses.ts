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
  const findings = evaluate(withoutNonsense(policy.slice(0, MAX_POLICY)));
  const high = findings.filter(({ severity }) => severity === Severity.HIGH);
  return [...new Set(high.map(({ directive, value }) => `${directive} ${value ?? ""}`.trim()))];
}

function evaluate(policy: string) {
  return new CspEvaluator(new CspParser(policy).csp).evaluate();
}

/** Browsers ignore a source they cannot read (CSP3 §2.3.1); the evaluator's rules throw over it. */
function withoutNonsense(policy: string): string {
  try {
    evaluate(policy);
    return policy;
  } catch {
    const directives = policy.split(";").map((directive) => {
      const [name = "", ...sources] = directive.trim().split(/\s+/);
      return [name, ...sources.filter(isReadable)].join(" ");
    });
    return directives.join("; ");
  }
}

function isReadable(source: string): boolean {
  try {
    evaluate(`script-src ${source}`);
    return true;
  } catch {
    return false;
  }
}
