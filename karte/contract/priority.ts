import type { Severity } from "./words.ts";

/** The formula's version. Another one comes with a migration that writes the stored order anew. */
export const priorityVersion = 1;

/** How many findings every place shows as what to do first. */
export const firstThings = 5;

/** What is known of anybody exploiting it; `unknown` is a published flaw of which nobody estimates it. */
export const exploitations = [
  "none",
  "unknown",
  /** EPSS from 0.1. */
  "possible",
  /** EPSS from 0.5. */
  "likely",
  /** As it is, a stranger reads, writes, claims or sends: shown, not inferred. */
  "usable",
  /** In CISA's list of known exploited vulnerabilities, if the version number says the truth. */
  "perhaps-exploited",
  /** In that list, on exactly this build. */
  "exploited",
] as const;
export type Exploitation = (typeof exploitations)[number];

/** What makes a place matter more, or less. */
export const exposures = ["main-name", "data", "sign-in"] as const;
export type Exposure = (typeof exposures)[number];

export interface PriorityFactors {
  readonly severity: Severity;
  readonly exploitation: Exploitation;
  readonly exposure: readonly Exposure[];
  /** Working days beyond its due date. */
  readonly overdue: number;
}

const severityPoints = { critical: 1000, high: 200, medium: 40, low: 8, info: 1 } as const;

const exploitationPercent: Readonly<Record<Exploitation, number>> = {
  none: 100,
  unknown: 100,
  possible: 120,
  likely: 150,
  usable: 150,
  "perhaps-exploited": 150,
  exploited: 400,
};

const exposurePercent: Readonly<Record<Exposure, number>> = {
  "main-name": 25,
  data: 25,
  "sign-in": -20,
};

/** Beyond so many working days it weighs no more. */
export const overdueMost = 15;

/** A probability of EPSS from which exploitation counts as `likely`, and as `possible`. */
export const epssFloors = { likely: 0.5, possible: 0.1 } as const;

/**
 * How urgent a finding is: severity × known exploited × exposed × overdue, rounded half up; 1 to 7,800.
 * A step of severity is a factor of five and everything else together less than that, so that only what
 * is exploited on exactly this build passes a higher severity. `karte.finding_priority` is the same in
 * the database, where lists are sorted.
 */
export function priorityOf({ severity, exploitation, exposure, overdue }: PriorityFactors): number {
  const exposed = exposure.reduce((sum, one) => sum + exposurePercent[one], 100);
  const late = 100 + 2 * Math.min(Math.max(overdue, 0), overdueMost);
  const product = severityPoints[severity] * exploitationPercent[exploitation] * exposed * late;
  return Math.floor((product + 500_000) / 1_000_000);
}

/** The least and the most that a finding of a severity can have. */
export function priorityRange(severity: Severity): readonly [least: number, most: number] {
  return [
    priorityOf({ severity, exploitation: "none", exposure: ["sign-in"], overdue: 0 }),
    priorityOf({
      severity,
      exploitation: "exploited",
      exposure: ["main-name", "data"],
      overdue: overdueMost,
    }),
  ];
}
