import { defineConfig } from "vitest/config";
import { ruleTests } from "./rules.ts";

/** The tests of the rules that are mutated: tables, most of which need nothing but Node.
 * Properties (the random walk, the score's monotony) come on top and are too slow for a thousand runs. */
export default defineConfig({
  test: {
    include: [...ruleTests],
    // Limits, prices and the ledger are tried on a database.
    globalSetup: ["kit/development/testing/global-setup.ts"],
    // Instrumented code is slower, and many runs go on beside each other.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
