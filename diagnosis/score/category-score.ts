import { causeKey } from "../engine/cause.ts";
import type { Category, Finding, Severity } from "../engine/finding.ts";
import { type AppliedCap, type Grade, gradeOf, underCaps, underLimit } from "../engine/grades.ts";
import type { LocalText } from "../engine/text.ts";
import { coverageOf } from "./coverage.ts";
import { ifUndecidedFails, isUndecided, limitsOf, lowestLimit } from "./ends.ts";
import { RATED_BY_BASE, tlsBase } from "./tls-base.ts";

/** Points that a severity costs. */
export const SEVERITY_POINTS: Readonly<Record<Severity, number>> = {
  critical: 40,
  high: 20,
  medium: 10,
  low: 5,
  info: 0,
};

/** Bonuses count only from here up. */
export const BONUS_FLOOR = 90;

/** One step from 100 to the score, so a reader can add it up; only the sum is rounded. */
export interface ScoreStep {
  readonly kind: "base" | "deduction" | "bonus" | "bound" | "cap";
  /** Negative for what was lost. */
  readonly points: number;
  readonly check: string | null;
  readonly finding: string | null;
  readonly text: LocalText;
}

/** The two ends of a score: if everything undecided passed, and if it failed. */
export interface Ends {
  readonly most: number;
  readonly least: number;
}

export interface CategoryScore {
  readonly category: Category;
  /** What it has at most, 0 to 100; null when nothing applies or nothing could be decided ("–"). */
  readonly score: number | null;
  readonly grade: Grade | null;
  /** What is undecided could still change the grade: score and grade are what the host has at most. */
  readonly atMost: boolean;
  /** Before limits; null when nothing applies. */
  readonly ends: Ends | null;
  /** Checks with a result ÷ checks that apply; null when none applies. */
  readonly coverage: number | null;
  readonly steps: readonly ScoreStep[];
  /** Limits that the category's findings set, strictest first. */
  readonly caps: readonly AppliedCap[];
  /** The address these numbers are of, when the category was judged address by address. */
  readonly address: string | null;
}

/**
 * The score of one category from the findings of one host (and, where it was examined address by
 * address, of one address). Findings with one cause cost once, at the worst: ten cookies without a flag are
 * one mistake. What was found counts however much else stayed undecided; what is undecided makes the score
 * an interval, of which the upper end is shown.
 */
export function categoryScore(
  category: Category,
  findings: readonly Finding[],
  address: string | null = null,
): CategoryScore {
  const own = findings.filter((finding) => finding.category === category);
  const coverage = coverageOf(own);
  const caps = limitsOf(own);
  const common = { category, coverage, caps, address };
  const none = { score: null, grade: null, atMost: false, steps: [] };
  if (coverage === null) return { ...common, ...none, ends: null };
  const steps = stepsTo(category, own);
  const ends = { most: earned(steps), least: leastOf(category, own) };
  if (isUndecided(own)) return { ...common, ...none, ends };
  const score = Math.round(underCaps(ends.most, caps));
  const [strictest] = caps;
  if (strictest && score < ends.most)
    steps.push({
      kind: "cap",
      points: score - sumOf(steps),
      check: null,
      finding: strictest.finding,
      text: strictest.reason,
    });
  const grade = gradeOf(score);
  const lowest = gradeOf(Math.round(underLimit(ends.least, lowestLimit(own))));
  return { ...common, score, grade, atMost: lowest !== grade, ends, steps };
}

/** The steps from 100 to what was earned, with what is undecided left out. */
function stepsTo(category: Category, own: readonly Finding[]): ScoreStep[] {
  const steps = [...baseSteps(category, own), ...deductionSteps(category, own)];
  if (sumOf(steps) >= BONUS_FLOOR) steps.push(...bonusSteps(own));
  if (own.some(({ cap, state }) => cap === "unresolvable" && state === "fail"))
    steps.push({ kind: "bound", points: -sumOf(steps), check: null, finding: null, text: NOTHING });
  steps.push(...boundStep(sumOf(steps)));
  return steps;
}

const earned = (steps: readonly ScoreStep[]) => Math.round(sumOf(steps));

/** The lower end: what is undecided fails, beside all that was found. */
function leastOf(category: Category, own: readonly Finding[]): number {
  const undecided = own.filter(({ state }) => state === "inconclusive");
  // How bad a protocol or cipher could be has no lower bound but 0.
  if (category === "tls" && undecided.some(({ check }) => RATED_BY_BASE.has(check))) return 0;
  const failing = ifUndecidedFails(own).map((finding, at): Finding => {
    if (own[at]?.state !== "inconclusive") return finding;
    // A mistake of its own: that another is known of the same cause makes this one no less possible.
    return { ...finding, cause: { kind: "record", name: `undecided ${causeKey(finding)}` } };
  });
  return earned(stepsTo(category, failing));
}

function sumOf(steps: readonly ScoreStep[]): number {
  return steps.reduce((sum, step) => sum + step.points, 100);
}

function baseSteps(category: Category, findings: readonly Finding[]): readonly ScoreStep[] {
  if (category !== "tls") return [];
  return tlsBase(findings).map(({ part, points, weight }) => ({
    kind: "base" as const,
    points: (points - 100) * weight,
    check: null,
    finding: null,
    text: BASE_TEXTS[part],
  }));
}

const BASE_TEXTS: Readonly<Record<"protocol" | "key-exchange" | "cipher", LocalText>> = {
  protocol: {
    ja: "プロトコルの基礎点（配点30％、最良と最悪の平均）",
    en: "Base for protocols (30 %, mean of the best and the worst)",
  },
  "key-exchange": {
    ja: "鍵交換の基礎点（配点30％、最良と最悪の平均）",
    en: "Base for key exchange (30 %, mean of the best and the worst)",
  },
  cipher: {
    ja: "暗号の基礎点（配点40％、最良と最悪の平均）",
    en: "Base for ciphers (40 %, mean of the best and the worst)",
  },
};

function deductionSteps(category: Category, findings: readonly Finding[]): readonly ScoreStep[] {
  const failed = findings.filter(({ state }) => state === "fail" || state === "warn");
  const lossOf = (finding: Finding) => {
    const isRated = category === "tls" && RATED_BY_BASE.has(finding.check);
    return isRated || finding.severity === null ? 0 : SEVERITY_POINTS[finding.severity];
  };
  const paid = new Set<string>();
  return onePer(failed, lossOf, (one) => `${causeKey(one)} ${one.check}`).map((finding) => {
    const cause = causeKey(finding);
    const loss = paid.has(cause) ? 0 : lossOf(finding);
    paid.add(cause);
    return stepOf("deduction", loss === 0 ? 0 : -loss, finding);
  });
}

function bonusSteps(findings: readonly Finding[]): readonly ScoreStep[] {
  const better = findings.filter(({ bonus, state }) => bonus > 0 && state === "pass");
  return onePer(
    better,
    ({ bonus }) => bonus,
    ({ check }) => check,
  ).map((finding) => stepOf("bonus", finding.bonus, finding));
}

/** What takes a sum back between 0 and 100. */
function boundStep(sum: number): readonly ScoreStep[] {
  const points = Math.min(100, Math.max(0, sum)) - sum;
  const text = points > 0 ? FLOOR : CEILING;
  return points === 0 ? [] : [{ kind: "bound", points, check: null, finding: null, text }];
}

const NOTHING: LocalText = {
  ja: "名前を引けないため、0点です",
  en: "0, because nobody can look the name up",
};
const FLOOR: LocalText = {
  ja: "0点を下回ることはありません",
  en: "No score is below 0",
};
const CEILING: LocalText = {
  ja: "100点を超えることはありません",
  en: "No score is above 100",
};

/** The weightiest finding of each kind, weightiest first: whatever the order in which checks ended. */
function onePer(
  findings: readonly Finding[],
  weight: (finding: Finding) => number,
  kind: (finding: Finding) => string,
) {
  const ordered = findings.toSorted(
    (left, right) => weight(right) - weight(left) || (left.key < right.key ? -1 : 1),
  );
  const chosen = new Map<string, Finding>();
  for (const finding of ordered) if (!chosen.has(kind(finding))) chosen.set(kind(finding), finding);
  return [...chosen.values()];
}

function stepOf(kind: ScoreStep["kind"], points: number, finding: Finding): ScoreStep {
  const { check, key, summary } = finding;
  return { kind, points, check, finding: key, text: summary };
}
