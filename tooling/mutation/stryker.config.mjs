import { ruleFiles } from "./rules.ts";

/** Breaks the rules in every small way and counts how many of these breaks turn a test red. */
export default {
  mutate: ruleFiles,
  testRunner: "vitest",
  vitest: { configFile: "tooling/mutation/vitest.config.ts" },
  plugins: ["@stryker-mutator/vitest-runner"],
  reporters: ["json", "clear-text"],
  jsonReporter: { fileName: ".cache/mutation.json" },
  clearTextReporter: { allowColor: false, reportTests: false },
  tempDirName: ".cache/stryker",
  // What the fresh copy of the project does not need.
  ignorePatterns: [".data", ".cache", "docs", "e2e", "**/dist"],
  concurrency: 2,
  timeoutMS: 30_000,
  // Held by write-score.ts, over all files, also of those that an earlier run has looked at.
  thresholds: { high: 90, low: 85, break: null },
};
