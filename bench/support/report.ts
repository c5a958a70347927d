/** One figure of a benchmark, and what it has to be. */
export interface Report {
  readonly name: string;
  readonly figure: number;
  readonly wanted: { readonly atLeast: number } | { readonly atMost: number };
  readonly detail: string;
}

export function isMet({ figure, wanted }: Report): boolean {
  return "atLeast" in wanted ? figure >= wanted.atLeast : figure <= wanted.atMost;
}

/** A report as a line for people. */
export function line(report: Report): string {
  const { name, figure, wanted, detail } = report;
  const goal = "atLeast" in wanted ? `≥ ${wanted.atLeast}` : `≤ ${wanted.atMost}`;
  return `${isMet(report) ? "✓" : "✗"} ${name}: ${figure.toFixed(2)} (wanted ${goal})\n    ${detail}`;
}
