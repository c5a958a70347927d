import type { Check } from "./check.ts";
import type { CheckContext } from "./context.ts";
import type { Cap, Finding } from "./finding.ts";
import { runCheck } from "./run-check.ts";
import type { LocalText } from "./text.ts";

/** The severities that cost something: what a check of the site found at another of its services. */
export type Fault = "critical" | "high" | "medium" | "low";

/** What a check of the site objects to at another port. */
export interface Objection {
  readonly outcome: Fault;
  /** Tells objections of one service apart, and stays the same across scans. */
  readonly subject: string;
  /** The limit that the finding sets for the site holds wherever the same is found. */
  readonly cap: Cap | null;
  readonly finding: Finding;
}

/** The outcomes of a check that passes on what the site's checks found elsewhere, one for each severity. */
export const FAULTS = {
  critical: { state: "fail", severity: "critical" },
  high: { state: "fail", severity: "high" },
  medium: { state: "fail", severity: "medium" },
  low: { state: "warn", severity: "low" },
} as const;

/** One sentence for all of them. */
export function forEachFault(text: LocalText): Readonly<Record<Fault, LocalText>> {
  return { critical: text, high: text, medium: text, low: text };
}

/**
 * Runs checks of the site in a context that takes them to another port: each thing that they object to,
 * and "undecided" for each that they could not decide.
 *
 * @throws what a check throws that is no network error: its fault is the caller's.
 */
export async function* objectionsAt(
  port: number,
  checks: readonly Check[],
  context: CheckContext,
): AsyncGenerator<Objection | "undecided"> {
  for (const check of checks)
    for await (const finding of runCheck(check, context, rethrow)) {
      const { state, severity, cap } = finding;
      if (state === "inconclusive") yield "undecided";
      if (severity === null || severity === "info") continue;
      const of = [port, finding.check, finding.outcome, finding.subject ?? ""];
      yield { outcome: severity, subject: of.join(" ").trim(), cap, finding };
    }
}

function rethrow(_check: string, error: unknown): never {
  throw error;
}
