import { createHash } from "node:crypto";
import type { Finding } from "@sekimori/diagnosis/finding";
import {
  born,
  type FindingLife,
  type LifeEvent,
  type LifeReason,
  transition,
} from "@sekimori/karte-contract/finding-life";
import type { FindingState } from "@sekimori/karte-contract/words";

/** A stored finding as far as a run needs it. */
export interface KnownFinding {
  readonly id: string;
  readonly key: string;
  readonly check: string;
  readonly host: string;
  readonly life: FindingLife;
}

/** What one run saw. */
export interface Seen {
  /** Everything the engine streamed, passes included. */
  readonly findings: readonly Finding[];
  /** Hosts that were examined. */
  readonly hosts: ReadonlySet<string>;
  /** Hosts whose names lead nowhere any more. */
  readonly vanished: ReadonlySet<string>;
  /** Of a re-check: the only check that was made. */
  readonly onlyCheck: string | null;
}

export interface FindingChange {
  readonly known: KnownFinding | null;
  readonly life: FindingLife;
  readonly from: FindingState | null;
  readonly reason: LifeReason | null;
  /** What was reported now; null where it was not. */
  readonly report: Finding | null;
}

export type Reported = Finding & { readonly severity: NonNullable<Finding["severity"]> };

/** Whether something is to be mended: what passes or only informs is no finding of karte. */
export function isReported(finding: Finding): finding is Reported {
  return (finding.state === "fail" || finding.state === "warn") && finding.severity !== null;
}

/** Facts that change by themselves from day to day say nothing about a change of the thing. */
const passing = new Set(["days", "seconds"]);

/** Changes whenever what the check saw does. */
export function evidenceDigest({ outcome, subject, evidence }: Finding): string {
  const facts = evidence
    .filter(({ unit }) => unit === undefined || !passing.has(unit))
    .map(({ name, value }) => [name, value])
    .toSorted((a, b) => String(a[0]).localeCompare(String(b[0])));
  const text = JSON.stringify([outcome, subject, facts]);
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

/** What a run says about a finding that it did not report. */
function unreported(known: KnownFinding, seen: Seen): LifeEvent {
  if (seen.vanished.has(known.host)) return { kind: "asset-gone" };
  const same = seen.findings.filter(
    ({ check, place }) => check === known.check && place.host === known.host,
  );
  const isDecided = same.length > 0 && same.every(({ state }) => state !== "inconclusive");
  return seen.hosts.has(known.host) && isDecided ? { kind: "not-reported" } : { kind: "undecided" };
}

/**
 * What becomes of a domain's findings after a run: pure, by the one transition function. Not seen
 * is not fixed: only the same check, completed on the same host, closes a finding.
 */
export function findingsAfter(
  stored: readonly KnownFinding[],
  seen: Seen,
  now: number,
): FindingChange[] {
  const reported = new Map(seen.findings.filter(isReported).map((one) => [one.key, one]));
  const changes: FindingChange[] = [];
  for (const known of stored) {
    if (seen.onlyCheck !== null && known.check !== seen.onlyCheck) continue;
    const report = reported.get(known.key) ?? null;
    reported.delete(known.key);
    const event: LifeEvent = report
      ? { kind: "seen", severity: report.severity, evidence: evidenceDigest(report) }
      : unreported(known, seen);
    const next = transition(known.life, event, now);
    if (next === undefined) continue;
    changes.push({ known, life: next.life, from: known.life.state, reason: next.reason, report });
  }
  for (const report of reported.values()) {
    const life = born(report.severity, evidenceDigest(report));
    changes.push({ known: null, life, from: null, reason: "seen-first", report });
  }
  return changes;
}
