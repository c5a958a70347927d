import type { Finding, Severity } from "../engine/finding.ts";
import type { Grade } from "../engine/grades.ts";
import type { Area, LabState } from "./state.ts";

/** One comparison with the manifest. */
export type Comparison = {
  readonly state: string;
  readonly area: Area;
  /** `check:outcome`, `nothing else`, or the grade. */
  readonly claim: string;
  readonly relation: "agree" | "we-miss" | "we-wrongly-claim";
  /** Severity of what was wrongly claimed. */
  readonly severity: Severity | null;
};

/** Checks whose every objection in a state of the area has to be foreseen, low ones too. */
const OF_AREA: Readonly<Record<Area, RegExp>> = {
  TLS: /^(tls|cert)-/,
  "HTTP headers": /^http-(redirect|hsts|csp|frame|nosniff|referrer|cookie|leak|none)$/,
  "exposed files": /^(exp-files|app-print)$/,
  "security.txt": /^http-sectxt$/,
  "CORS, mixed content": /^http-(cors|mixed|sri)$/,
  "DNS, DNSSEC": /^dns-/,
  SPF: /^mail-spf$/,
  "DMARC, DKIM": /^mail-(dmarc|dkim)$/,
  "MX, STARTTLS, DANE": /^mail-(mx|starttls|dane|nullmx)$/,
  "open ports": /^(port|svc)-/,
  "JS libraries": /^sw-version$/,
  versions: /^sw-version$/,
  "clean hosts": /^$/,
};

/**
 * Sets what the engine reported about a state against the truth: each claim that must or must not be
 * there is one comparison, that nothing else was reported is one more, and so is the grade where the
 * state says which.
 */
export function judge(
  state: LabState,
  findings: readonly Finding[],
  grade: Grade | null = null,
): Comparison[] {
  const objections = findings.filter(({ severity }) => severity !== null);
  const row = (
    claim: string,
    relation: Comparison["relation"],
    severity: Severity | null = null,
  ): Comparison => ({ state: state.name, area: state.area, claim, relation, severity });
  const rows: Comparison[] = state.finds.map((claim) =>
    row(claim, objections.some((one) => meets(claim, one)) ? "agree" : "we-miss"),
  );
  const { gradeAtMost } = state;
  if (gradeAtMost !== undefined)
    rows.push(
      row(`grade ${gradeAtMost} at most`, (grade ?? "A") >= gradeAtMost ? "agree" : "we-miss"),
    );
  const forbidden = state.lacks ?? [];
  for (const claim of forbidden) {
    const found = objections.find((one) => meets(claim, one));
    if (found === undefined) rows.push(row(`not ${claim}`, "agree"));
    else rows.push(row(`not ${claim}`, "we-wrongly-claim", found.severity));
  }
  const foreseen = [...state.finds, ...forbidden, ...(state.tolerates ?? [])];
  const surprises = objections.filter(
    (one) =>
      one.severity !== "info" &&
      !foreseen.some((claim) => meets(claim, one)) &&
      (weighs(one.severity) || OF_AREA[state.area].test(one.check)),
  );
  const told = new Map(surprises.map((one) => [`${one.check}:${one.outcome}`, one.severity]));
  for (const check of undecided(state, findings, foreseen))
    rows.push(row(`${check} decided`, "we-miss"));
  if (told.size === 0) rows.push(row("nothing else", "agree"));
  for (const [claim, severity] of told) rows.push(row(claim, "we-wrongly-claim", severity));
  return rows;
}

/** Checks of the state's area that came to no result, though nothing speaks against one. */
function undecided(
  { area, finds }: LabState,
  findings: readonly Finding[],
  foreseen: readonly string[],
): readonly string[] {
  // A fault may well leave other checks without an answer.
  if (finds.length > 0) return [];
  const open = findings.filter(({ state }) => state === "inconclusive").map(({ check }) => check);
  const excused = new Set(foreseen.map((claim) => claim.split(":")[0]));
  return [...new Set(open)].filter(
    (check) => (area === "clean hosts" || OF_AREA[area].test(check)) && !excused.has(check),
  );
}

function meets(claim: string, { check, outcome, subject }: Finding): boolean {
  const [id, wanted, about] = claim.split(":");
  return (
    id === check &&
    (wanted ?? outcome) === outcome &&
    (about === undefined || subject?.includes(about) === true)
  );
}

function weighs(severity: Severity | null): boolean {
  return severity === "critical" || severity === "high" || severity === "medium";
}
