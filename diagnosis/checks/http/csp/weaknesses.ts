import { CspEvaluator } from "csp_evaluator/dist/evaluator.js";
import { type Finding, Severity, Type } from "csp_evaluator/dist/finding.js";
import { CspParser } from "csp_evaluator/dist/parser.js";

/** Longest policy that is evaluated; real ones stay far below. */
const MAX_POLICY = 16_384;

/** A way past a policy: what it is that could be loaded or run. */
type Way = `${string} ${"inline" | "data" | "net"}`;

/**
 * What lets scripts of an attacker run in spite of all policies of a page together, as `directive value`, by
 * csp_evaluator's rules of severity "high": unsafe-inline, wildcards, whole schemes, missing script-src or
 * object-src, hosts known to serve bypasses. Whatever runs has to pass each policy (CSP3 §4.2.4), so only a
 * way that every one leaves open is one.
 */
export function cspWeaknesses(policies: readonly string[]): readonly string[] {
  const findings = policies.map(highFindings);
  const ways = findings.map((found) => new Set(found.flatMap(waysOf)));
  const shared = new Set(
    findings
      .flat()
      .flatMap(waysOf)
      .filter((way) => ways.every((known) => known.has(way))),
  );
  const open = findings.map((found) =>
    found.filter((finding) => waysOf(finding).some((way) => shared.has(way))),
  );
  const [fewest = []] = open.toSorted((left, right) => left.length - right.length);
  return [...new Set(fewest.map(({ directive, value }) => `${directive} ${value ?? ""}`.trim()))];
}

function highFindings(policy: string): readonly Finding[] {
  const text = withoutNonsense(policy.slice(0, MAX_POLICY));
  return evaluate(text).filter(({ severity }) => severity === Severity.HIGH);
}

function waysOf({ type, directive, value = "" }: Finding): readonly Way[] {
  const targets =
    directive === "default-src" ? ["script", "object"] : [directive.split("-")[0] ?? ""];
  const kinds =
    type === Type.MISSING_DIRECTIVES
      ? (["inline", "data", "net"] as const)
      : type === Type.SCRIPT_UNSAFE_INLINE
        ? (["inline"] as const)
        : value.startsWith("data:")
          ? (["data"] as const)
          : (["net"] as const);
  return targets.flatMap((target) => kinds.map((kind): Way => `${target} ${kind}`));
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
