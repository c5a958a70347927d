import type { Category, Finding, Severity } from "../engine/finding.ts";
import { type AppliedCap, capsOf, type Grade, gradeOf, underCaps } from "../engine/grades.ts";
import type { LocalText } from "../engine/text.ts";
import { coverageOf, isDecided, MIN_COVERAGE } from "./coverage.ts";
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

export interface CategoryScore {
  readonly category: Category;
  /** 0 to 100; null when nothing applies or nothing could be decided ("–"). */
  readonly score: number | null;
  readonly grade: Grade | null;
  /** Too little was decided: the score is what the host has at most. */
  readonly atMost: boolean;
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
 * address, of one address). Several findings of one check cost once, at the worst: ten cookies
 * without a flag are one mistake. What was found counts however much else stayed undecided.
 */
export function categoryScore(
  category: Category,
  findings: readonly Finding[],
  address: string | null = null,
): CategoryScore {
  const own = findings.filter((finding) => finding.category === category);
  const coverage = coverageOf(own);
  const caps = capsOf(own);
  if (!own.some(isDecided))
    return {
      category,
      score: null,
      grade: null,
      atMost: false,
      coverage,
      steps: [],
      caps,
      address,
    };
  const steps = [...baseSteps(category, own), ...deductionSteps(category, own)];
  if (sumOf(steps) >= BONUS_FLOOR) steps.push(...bonusSteps(own));
  steps.push(...boundStep(sumOf(steps)));
  const earned = Math.round(sumOf(steps));
  const score = underCaps(earned, caps);
  const [strictest] = caps;
  if (strictest && score < earned)
    steps.push({
      kind: "cap",
      points: score - sumOf(steps),
      check: null,
      finding: strictest.finding,
      text: strictest.reason,
    });
  const atMost = coverage !== null && coverage < MIN_COVERAGE;
  return { category, score, grade: gradeOf(score), atMost, coverage, steps, caps, address };
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
  return onePerCheck(failed, lossOf).map((finding) => {
    const rated = category === "tls" && RATED_BY_BASE.has(finding.check);
    const loss = rated ? 0 : lossOf(finding);
    return stepOf("deduction", loss === 0 ? 0 : -loss, finding);
  });
}

function bonusSteps(findings: readonly Finding[]): readonly ScoreStep[] {
  const better = findings.filter(({ bonus, state }) => bonus > 0 && state === "pass");
  return onePerCheck(better, ({ bonus }) => bonus).map((finding) =>
    stepOf("bonus", finding.bonus, finding),
  );
}

/** What takes a sum back between 0 and 100. */
function boundStep(sum: number): readonly ScoreStep[] {
  const points = Math.min(100, Math.max(0, sum)) - sum;
  const text = points > 0 ? FLOOR : CEILING;
  return points === 0 ? [] : [{ kind: "bound", points, check: null, finding: null, text }];
}

const FLOOR: LocalText = {
  ja: "0点を下回ることはありません",
  en: "No score is below 0",
};
const CEILING: LocalText = {
  ja: "100点を超えることはありません",
  en: "No score is above 100",
};

/** The weightiest finding of each check, weightiest first: whatever the order in which checks ended. */
function onePerCheck(findings: readonly Finding[], weight: (finding: Finding) => number) {
  const ordered = findings.toSorted(
    (left, right) => weight(right) - weight(left) || (left.key < right.key ? -1 : 1),
  );
  const chosen = new Map<string, Finding>();
  for (const finding of ordered) if (!chosen.has(finding.check)) chosen.set(finding.check, finding);
  return [...chosen.values()];
}

function lossOf({ severity }: Finding): number {
  return severity === null ? 0 : SEVERITY_POINTS[severity];
}

function stepOf(kind: ScoreStep["kind"], points: number, finding: Finding): ScoreStep {
  const { check, key, summary } = finding;
  return { kind, points, check, finding: key, text: summary };
}
