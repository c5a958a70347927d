import type { Finding, Severity } from "../../engine/finding.ts";

let serial = 0;

/** A finding that passes, of a check of its own unless one is named. */
export function finding(more: Partial<Finding> = {}): Finding {
  serial += 1;
  return {
    key: `k${serial}`,
    check: `c${serial}`,
    category: "http",
    asset: "host:a.jp",
    place: { host: "a.jp" },
    state: "pass",
    severity: null,
    outcome: "x",
    subject: null,
    summary: { ja: "要約", en: "summary" },
    evidence: [],
    unconfirmed: false,
    cap: null,
    bonus: 0,
    observedAt: "2026-11-21T00:00:00.000Z",
    ...more,
  };
}

export const fail = (severity: Severity, more: Partial<Finding> = {}) =>
  finding({ state: "fail", severity, ...more });
