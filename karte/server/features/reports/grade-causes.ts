import type { Grade, Severity } from "@sekimori/karte-contract/words";
import type { Localized } from "@sekimori/kit-contract/locale";

/** What a run left behind, as far as its grade can be explained by it. */
export interface RunTrace {
  readonly scoreVersion: string;
  readonly hosts: readonly { readonly host: string; readonly score: number | null }[];
  readonly findings: readonly {
    readonly key: string;
    readonly check: string;
    readonly host: string;
    readonly severity: Severity;
    readonly summary: Localized;
  }[];
}

/** Why a grade is another than before. */
export type GradeCause =
  | { readonly kind: "score-version"; readonly from: string; readonly to: string }
  | {
      readonly kind: "appeared" | "disappeared" | "severity";
      readonly host: string;
      readonly check: string;
      /** The check's: grades are made of it. */
      readonly severity: Severity;
      /** What a policy says now, where that is another. */
      readonly inForce?: Severity;
      readonly summary: Localized;
    }
  | { readonly kind: "asset-found" | "asset-gone" | "undecided"; readonly host: string };

export interface GradeChange {
  readonly domain: string;
  readonly at: string;
  readonly from: Grade | null;
  readonly to: Grade | null;
  readonly scoreFrom: number | null;
  readonly scoreTo: number | null;
  readonly causes: readonly GradeCause[];
}

/**
 * Everything that differs between two runs and can move the grade, the heaviest first: the rules of
 * the score, what appeared or went, hosts that came or went; and where a host's score moved without
 * any of these, that checks there could not be decided. Two runs of different scores always have a
 * cause.
 *
 * @param ruled severities that policies say now, by the findings' keys
 */
export function causesBetween(
  before: RunTrace,
  after: RunTrace,
  ruled: ReadonlyMap<string, Severity> = new Map(),
): readonly GradeCause[] {
  const causes: GradeCause[] = [];
  if (before.scoreVersion !== after.scoreVersion) {
    causes.push({ kind: "score-version", from: before.scoreVersion, to: after.scoreVersion });
  }
  const old = new Map(before.findings.map((one) => [one.key, one]));
  const fresh = new Map(after.findings.map((one) => [one.key, one]));
  const of = ({ key, host, check, severity, summary }: RunTrace["findings"][number]) => {
    const inForce = ruled.get(key);
    return {
      ...{ host, check, severity, summary },
      ...(inForce !== undefined && inForce !== severity && { inForce }),
    };
  };
  for (const one of after.findings) {
    const known = old.get(one.key);
    if (known === undefined) causes.push({ kind: "appeared", ...of(one) });
    else if (known.severity !== one.severity) causes.push({ kind: "severity", ...of(one) });
  }
  for (const one of before.findings) {
    if (!fresh.has(one.key)) causes.push({ kind: "disappeared", ...of(one) });
  }
  const scores = new Map(before.hosts.map(({ host, score }) => [host, score]));
  const explained = new Set(causes.flatMap((cause) => ("host" in cause ? [cause.host] : [])));
  for (const { host, score } of after.hosts) {
    if (!scores.has(host)) causes.push({ kind: "asset-found", host });
    else if (scores.get(host) !== score && !explained.has(host)) {
      causes.push({ kind: "undecided", host });
    }
  }
  const still = new Set(after.hosts.map(({ host }) => host));
  for (const { host } of before.hosts) {
    if (!still.has(host)) causes.push({ kind: "asset-gone", host });
  }
  const rank: Readonly<Record<Severity, number>> = {
    critical: 1,
    high: 2,
    medium: 3,
    low: 4,
    info: 5,
  };
  const weight = (cause: GradeCause) =>
    cause.kind === "score-version" ? 0 : "severity" in cause ? rank[cause.severity] : 6;
  return causes.toSorted((a, b) => weight(a) - weight(b));
}
