import type { Finding } from "../engine/finding.ts";

/** How a check did over the manifest. */
export type CheckScore = {
  readonly check: string;
  /** Problems found, problems missed, false alarms. */
  readonly found: number;
  readonly missed: number;
  readonly false: number;
};

/** What one fixture's examination came to. */
export type Examined = {
  readonly name: string;
  readonly problems: readonly string[];
  readonly tolerated: readonly string[];
  readonly findings: readonly Finding[];
};

/** Counts per check, for all checks that found or should have found something. */
export function scoreChecks(examined: readonly Examined[]): readonly CheckScore[] {
  const ids = new Set(examined.flatMap((one) => [...one.problems, ...objectors(one)]));
  return [...ids].sort().map((check) => {
    const counts = { found: 0, missed: 0, false: 0 };
    for (const one of examined) {
      const objects = objectors(one).has(check);
      if (one.problems.includes(check)) counts[objects ? "found" : "missed"] += 1;
      else if (objects && !one.tolerated.includes(check)) counts.false += 1;
    }
    return { check, ...counts };
  });
}

/** Critical or high findings on fixtures that have no problem at all. */
export function falseAlarmsOnClean(examined: readonly Examined[]): readonly string[] {
  return examined
    .filter(({ problems, tolerated }) => problems.length + tolerated.length === 0)
    .flatMap(({ name, findings }) =>
      findings
        .filter(({ severity }) => severity === "critical" || severity === "high")
        .map(({ check, outcome }) => `${name}: ${check} ${outcome}`),
    );
}

function objectors({ findings }: Examined): ReadonlySet<string> {
  const bad = findings.filter(({ state }) => state === "fail" || state === "warn");
  return new Set(bad.map(({ check }) => check));
}
