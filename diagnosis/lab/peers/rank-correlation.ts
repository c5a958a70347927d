/** Two tools' numbers for the same site, the higher the better. */
export type ScorePair = { readonly ours: number; readonly theirs: number };

/**
 * Spearman's rank correlation, from -1 (the opposite order) to 1 (the same); equal numbers share the mean
 * of their ranks. null where one of the two says the same of every site.
 */
export function rankCorrelation(pairs: readonly ScorePair[]): number | null {
  const ours = ranksOf(pairs.map((pair) => pair.ours));
  const theirs = ranksOf(pairs.map((pair) => pair.theirs));
  const middle = (pairs.length + 1) / 2;
  const product = (left: readonly number[], right: readonly number[]) =>
    left.reduce((sum, rank, at) => sum + (rank - middle) * ((right[at] ?? 0) - middle), 0);
  const spread = Math.sqrt(product(ours, ours) * product(theirs, theirs));
  return spread === 0 ? null : product(ours, theirs) / spread;
}

function ranksOf(values: readonly number[]): readonly number[] {
  const sorted = values.toSorted((left, right) => left - right);
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2 + 1);
}
