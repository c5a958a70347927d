import { expect, test } from "vitest";
import type { Report } from "../support/report.ts";
import { measureGrowth, sizesOf } from "./measure.ts";

// The small form of `npm run bench growth`: that it fills and measures what it says.
test("a thousandth of the accounts, with every measurement", async () => {
  const reports: Report[] = [];
  const steps: string[] = [];
  await measureGrowth({
    sizes: sizesOf(0.001),
    effort: { rounds: 1, seconds: 1, members: 4, times: 3 },
    tell: (report) => reports.push(report),
    progress: (step) => steps.push(step),
  });
  const figures = Object.fromEntries(reports.map(({ name, figure }) => [name, figure]));
  process.stdout.write(`growth bench, small form: ${JSON.stringify(figures)}\n`);
  // How fast a busy machine is decides nothing here; that all was measured and kept whole does.
  expect(reports.filter(({ figure }) => !Number.isFinite(figure))).toEqual([]);
  expect(Object.keys(figures)).toHaveLength(16);
  expect(steps.at(-1)).toMatch(/^audit events: 1 writers \d+\/s, 8 writers \d+\/s, 32 writers/);
  expect(reports.find(({ name }) => name.startsWith("audit verify"))?.detail).toContain("whole");
}, 480_000);
