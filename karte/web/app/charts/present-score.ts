import type { GradePoint } from "@sekimori/karte-contract/endpoints/run-view";

interface PresentScore {
  readonly score: number;
  readonly grade: NonNullable<GradePoint["grade"]>;
}

/**
 * What a history ends with. Undefined where the latest scan could not give a score: what was before
 * it is past, and not how things are.
 */
export function presentScore(history: readonly GradePoint[]): PresentScore | undefined {
  const last = history.at(-1);
  if (last === undefined || last.score === null || last.grade === null) return;
  return { score: last.score, grade: last.grade };
}
