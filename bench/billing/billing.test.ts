import { expect, test } from "vitest";
import { measureBilling } from "./measure.ts";

// The small form of `npm run bench billing`: that it measures, and that both sides' books agree.
test("a month of a few hundred contracts, with two workers of which some are killed", async () => {
  const figures = await measureBilling({
    contracts: 400,
    latencyMs: 200,
    workers: 2,
    kill: { whenPaid: [40, 160] },
    withinMs: 90_000,
  });
  process.stdout.write(
    `billing bench, small form: 400 contracts, ${figures.kills} workers killed, ${figures.seconds.toFixed(1)} s, ${figures.peakMiB.toFixed(0)} MiB, ${figures.wrong.length} differences\n`,
  );
  expect(figures.wrong).toEqual([]);
  expect(figures.kills).toBe(2);
  expect(figures.peakMiB).toBeLessThan(300);
}, 180_000);
