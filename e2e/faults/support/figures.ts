// Every row reports figures: this gives each the time it may take.
import "./sizes.ts";

/** Prints a row's figures, so that a run's output is the evidence: `[row 5] charges: 1`. */
export function report(row: string, figures: Readonly<Record<string, string | number>>): void {
  const text = Object.entries(figures)
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ");
  process.stdout.write(`[row ${row}] ${text}\n`);
}

/** The value below which `share` of the values lie (0.99 for p99), to a tenth. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1);
  return Math.round((sorted[Math.max(0, index)] ?? 0) * 10) / 10;
}
