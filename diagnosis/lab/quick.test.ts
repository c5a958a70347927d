import { expect, it } from "vitest";
import { runQuick } from "./run-quick.ts";

it("finds the truth about the quick form's real servers", { timeout: 180_000 }, ({ skip }) => {
  const run = runQuick([], 175_000);
  if (run.skipped !== null) {
    process.stdout.write(`${run.skipped}\n`);
    return skip(run.skipped);
  }
  expect(run.status, run.said).toBe(0);
  expect(run.said).toContain("0 disagreements with the manifest");
});
