import type { Severity } from "../engine/finding.ts";
import type { DiagnoseArguments } from "./arguments.ts";
import { EXIT } from "./exit-codes.ts";
import { isProblem, type Report } from "./report/report.ts";

const ORDER: readonly Severity[] = ["info", "low", "medium", "high", "critical"];

/** The exit code that a finished report deserves, by its lowest grade and its gravest finding. */
export function verdict(
  { result, findings, partial }: Report,
  { minimumGrade, failOn }: Pick<DiagnoseArguments, "minimumGrade" | "failOn">,
): number {
  if (result.status === "stopped") return EXIT.stopped;
  if (failOn !== "never") {
    const limit = ORDER.indexOf(failOn);
    const grave = (severity: Severity | null) =>
      severity !== null && ORDER.indexOf(severity) >= limit;
    if (findings.some((one) => isProblem(one) && grave(one.severity))) return EXIT.belowGrade;
  }
  // Some checks alone have no grade to miss.
  if (partial) return EXIT.good;
  const grades = [result.organisation.grade, ...result.hosts.map(({ grade }) => grade)];
  const known = grades.filter((grade) => grade !== null).sort();
  const worst = known.at(-1);
  if (worst === undefined) return EXIT.noGrade;
  return worst > minimumGrade ? EXIT.belowGrade : EXIT.good;
}
