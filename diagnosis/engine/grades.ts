import type { Cap, Finding } from "./finding.ts";
import type { LocalText } from "./text.ts";

export type Grade = "A" | "B" | "C" | "D" | "E";

const FLOORS: readonly (readonly [number, Grade])[] = [
  [80, "A"],
  [65, "B"],
  [50, "C"],
  [35, "D"],
];

/** The most points that each grade can have: a limit on the grade limits the number too. */
const CEILINGS: Readonly<Record<Grade, number>> = { A: 100, B: 79, C: 64, D: 49, E: 34 };

/** Best grade that stays possible under each cap. */
export const CAP_GRADES: Readonly<Record<Cap, Grade>> = {
  "untrusted-certificate": "E",
  "expired-certificate": "E",
  "misnamed-certificate": "E",
  sslv2: "E",
  sslv3: "C",
  "null-or-export": "E",
  "tiny-key": "E",
  "short-key": "B",
  "old-tls": "B",
  rc4: "B",
  "no-forward-secrecy": "B",
  "no-aead": "B",
  "no-modern-tls": "C",
  "no-https": "C",
  "no-redirect": "B",
  "no-dmarc": "C",
  unresolvable: "E",
};

/** A limit on the grade and the finding that set it. */
export interface AppliedCap {
  readonly grade: Grade;
  readonly finding: string;
  readonly reason: LocalText;
}

/** The grade of a number from 0 to 100. */
export function gradeOf(score: number): Grade {
  return FLOORS.find(([floor]) => score >= floor)?.[1] ?? "E";
}

/** The worse of two grades. */
export function worseGrade(left: Grade, right: Grade): Grade {
  return left > right ? left : right;
}

/**
 * The number that is left of a score under the strictest of some limits: within the limit's own grade, by how
 * good the rest is, so that of two hosts under one limit the better one still stands higher. Not rounded: what a finding is worth
 * may be less than a point.
 */
export function underCaps(score: number, caps: readonly Pick<AppliedCap, "grade">[]): number {
  return caps.reduce((least, { grade }) => Math.min(least, withinGrade(score, grade)), score);
}

/** The same under one limit, or none. */
export function underLimit(score: number, limit: Grade | null): number {
  return limit === null ? score : Math.min(score, withinGrade(score, limit));
}

function withinGrade(score: number, grade: Grade): number {
  const floor = FLOORS.find(([, one]) => one === grade)?.[0] ?? 0;
  return floor + ((CEILINGS[grade] - floor) * score) / 100;
}

/** Every limit these findings set, strictest first. */
export function capsOf(findings: readonly Finding[]): readonly AppliedCap[] {
  const caps = findings.flatMap((finding): AppliedCap[] => {
    const grade = capOf(finding);
    return grade === null ? [] : [{ grade, finding: finding.key, reason: finding.summary }];
  });
  return caps.sort(
    (left, right) =>
      right.grade.localeCompare(left.grade) || left.finding.localeCompare(right.finding),
  );
}

/** Only what was found limits: a check that passed or was not decided has no cap. */
function capOf({ state, severity, cap }: Finding): Grade | null {
  if (state !== "fail" && state !== "warn") return null;
  const grades: Grade[] = cap === null ? [] : [CAP_GRADES[cap]];
  if (severity === "critical") grades.push("E");
  if (severity === "high") grades.push("C");
  return grades.reduce<Grade | null>(
    (worst, next) => (worst ? worseGrade(worst, next) : next),
    null,
  );
}
