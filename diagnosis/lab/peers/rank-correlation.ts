/** Two tools' numbers for the same site, the higher the better. */
export type ScorePair = { readonly ours: number; readonly theirs: number };

/** Such a pair with the state of the lab it is of. */
export type SiteScores = ScorePair & { readonly state: string; readonly area: string };

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

const ALL = "all of them";

/**
 * The table of the rank correlation with MDN HTTP Observatory, by area and over all sites, with the scores
 * that it comes from: whoever doubts a figure can compute it.
 */
export function rankTable(scores: readonly SiteScores[]): readonly string[] {
  const areas = [...Map.groupBy(scores, ({ area }) => area)];
  const rows = areas.map(([area, own]) => {
    const sites = own.toSorted((a, b) => a.state.localeCompare(b.state, "en"));
    return [...headOf(area, own), sites.map(siteWords).join(", ")];
  });
  return [
    "| Area | sites | rank correlation (Spearman) of our web score with MDN HTTP Observatory's | site, our score, its score |",
    "|---|---|---|---|",
    ...[...rows, [...headOf(ALL, scores), "–"]].map((cells) => `| ${cells.join(" | ")} |`),
  ];
}

function headOf(area: string, scores: readonly SiteScores[]): readonly string[] {
  const told = rankCorrelation(scores)?.toFixed(2) ?? "none: one of the two says the same of all";
  return [area, String(scores.length), told];
}

const siteWords = ({ state, ours, theirs }: SiteScores) => `${state} ${ours} ${theirs}`;

/** Reads the scores of such a table again. */
export function scoresIn(text: string): readonly SiteScores[] {
  const rows = text.matchAll(/^\| ([^|]+) \| \d+ \| [^|]+ \| ([a-z0-9-]+ \d+ \d+(?:, .*)?) \|$/gm);
  return [...rows].flatMap(([, area = "", sites = ""]) =>
    sites.split(", ").map((words) => {
      const [state = "", ours, theirs] = words.split(" ");
      return { state, area, ours: Number(ours), theirs: Number(theirs) };
    }),
  );
}
