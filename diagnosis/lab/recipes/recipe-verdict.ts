import type { Finding, Severity } from "../../engine/finding.ts";
import type { ExaminedState } from "../examine-states.ts";
import { isTried, recipesOf } from "./applied.ts";

/** What became of the recipes of one lab: what was mended, what is still there, what came new. */
export type RecipeVerdict = {
  readonly states: number;
  /** `check` → how many of its findings went. */
  readonly gone: ReadonlyMap<string, number>;
  readonly left: readonly string[];
  readonly harm: readonly string[];
};

const ORDER: readonly (Severity | null)[] = [null, "info", "low", "medium", "high", "critical"];
/** Compares the scan before the recipes with the scan after them. */
export function recipeVerdict(
  before: readonly ExaminedState[],
  after: readonly ExaminedState[],
): RecipeVerdict {
  const gone = new Map<string, number>();
  const left: string[] = [];
  const harm: string[] = [];
  for (const { state, findings, faults } of after) {
    const earlier = before.find((one) => one.state.name === state.name)?.findings ?? [];
    harm.push(...faults.map((fault) => `${state.name}: ${fault}`));
    for (const finding of earlier.filter(isTried)) {
      const recipes = recipesOf(state, finding, earlier);
      if (recipes.length === 0) continue;
      const still = findings.find((one) => isSame(one, finding) && !isWithdrawn(one));
      if (still === undefined) gone.set(finding.check, (gone.get(finding.check) ?? 0) + 1);
      else if (
        !recipes.some(([part, text]) => part === "zone" && hasMoreSteps(text)) &&
        !isFirstStep(still, finding)
      )
        left.push(`${state.name}: ${said(still)}`);
    }
    for (const finding of findings) {
      const worst = Math.max(
        0,
        ...earlier.filter((one) => one.check === finding.check).map(weight),
      );
      if (weight(finding) > worst && finding.severity !== "info")
        harm.push(`${state.name}: ${said(finding)}`);
    }
  }
  return { states: after.length, gone, left, harm };
}

const weight = ({ severity }: Finding) => ORDER.indexOf(severity);
const said = ({ check, outcome, subject }: Finding) =>
  `${check}:${outcome}${subject === null ? "" : ` (${subject})`}`;

const isSame = (one: Finding, other: Finding) =>
  one.severity !== null && one.check === other.check && one.subject === other.subject;

/** A key of DKIM that its owner has withdrawn is told for information. */
const isWithdrawn = ({ check, outcome }: Finding) => check === "mail-dkim" && outcome === "revoked";

/** What isolates a page goes by two steps: after the first one, what embedded content has to agree to is left. */
function isFirstStep({ check, evidence }: Finding, { evidence: earlier }: Finding): boolean {
  const missing = (facts: Finding["evidence"]) =>
    facts.flatMap(({ name, value }) => (name === "isolation.missing" ? value : []));
  return (
    check === "http-isolation" &&
    missing(earlier).length > 1 &&
    missing(evidence).join() === "cross-origin-embedder-policy"
  );
}

/** DMARC goes by steps with weeks between: where more of them follow, the first one is not to end it. */
const hasMoreSteps = (recipe: string) => recipe.includes("\n; +");

/** The verdict in lines for the lab's report. */
export function recipeLines({ states, gone, left, harm }: RecipeVerdict): readonly string[] {
  const sum = [...gone.values()].reduce((total, one) => total + one, 0);
  const each = [...gone].sort().map(([check, count]) => `${check} ${count}`);
  return [
    `Recipes were applied to ${states} states and all was scanned again: ${sum} findings are gone (${each.join(", ")}), ${left.length} are still there, ${harm.length} came new.`,
    ...left.map((one) => `STILL THERE ${one}`),
    ...harm.map((one) => `CAME NEW ${one}`),
  ];
}
