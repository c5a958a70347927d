import type { Cap, Finding } from "../engine/finding.ts";
import type { LocalText } from "../engine/text.ts";

export type Grade = "A" | "B" | "C" | "D" | "E";

const FLOORS: readonly (readonly [number, Grade])[] = [
  [80, "A"],
  [65, "B"],
  [50, "C"],
  [35, "D"],
];

/** Best grade that stays possible under each cap. */
export const CAP_GRADES: Readonly<Record<Cap, Grade>> = {
  "untrusted-certificate": "E",
  "expired-certificate": "E",
  "misnamed-certificate": "E",
  sslv2: "E",
  "null-or-export": "E",
  "tiny-key": "E",
  sslv3: "B",
  "old-tls": "B",
  rc4: "B",
  "no-forward-secrecy": "B",
  "no-aead": "B",
  "no-modern-tls": "C",
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

/** Every limit these findings set, strictest first. */
export function capsOf(findings: readonly Finding[]): readonly AppliedCap[] {
  const caps = findings.flatMap((finding): AppliedCap[] => {
    const grades: Grade[] = [];
    if (finding.cap !== null) grades.push(CAP_GRADES[finding.cap]);
    if (finding.state === "fail" || finding.state === "warn") {
      if (finding.severity === "critical") grades.push("E");
      if (finding.severity === "high") grades.push("C");
    }
    const grade = grades.reduce<Grade | null>(
      (worst, next) => (worst ? worseGrade(worst, next) : next),
      null,
    );
    return grade === null ? [] : [{ grade, finding: finding.key, reason: finding.summary }];
  });
  return caps.sort((left, right) => right.grade.localeCompare(left.grade));
}
