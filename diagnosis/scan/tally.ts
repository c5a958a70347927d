import type { Finding, Severity, State } from "../engine/finding.ts";

/** Counts findings as they pass and says which were seen before. */
export class Tally {
  readonly states: Record<State, number> = {
    pass: 0,
    fail: 0,
    warn: 0,
    info: 0,
    "not-applicable": 0,
    inconclusive: 0,
  };
  readonly severities: Record<Severity, number> = {
    critical: 0,
    high: 0,
    medium: 0,
    low: 0,
    info: 0,
  };
  readonly #keys = new Set<string>();

  /** False when the same was reported before, for example by another address of the host. */
  add(finding: Finding): boolean {
    if (this.#keys.has(finding.key)) return false;
    this.#keys.add(finding.key);
    this.states[finding.state] += 1;
    if (finding.severity !== null) this.severities[finding.severity] += 1;
    return true;
  }
}
