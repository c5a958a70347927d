import { defineConfig } from "vitest/config";

const ignored = ["**/node_modules/**", "**/dist/**"];

/**
 * `pure` needs nothing but Node; `server` gets a PostgreSQL cluster from its global set-up;
 * `showcase` drives the primitives and `browser` the whole product through Chromium; `faults` kills, floods and
 * deceives the product in real processes (docs/assurance.md).
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "pure",
          include: [
            "kit/{contract,web,embed}/**/*.test.ts",
            "portal/{contract,web}/**/*.test.ts",
            "tooling/**/*.test.ts",
            "bench/**/*.test.ts",
          ],
          exclude: ignored,
        },
      },
      {
        test: {
          name: "diagnosis",
          include: ["diagnosis/**/*.test.ts"],
          exclude: ignored,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "server",
          include: ["{kit/server,portal/server,sandbox,cli}/**/*.test.ts"],
          exclude: ignored,
          globalSetup: ["kit/server/testing/global-setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "showcase",
          include: ["kit/web/showcase/**/*.e2e.ts"],
          exclude: ignored,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "sandbox-browser",
          include: ["sandbox/**/*.e2e.ts"],
          exclude: ignored,
          globalSetup: ["kit/server/testing/global-setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "browser",
          include: ["e2e/**/*.e2e.ts"],
          exclude: ignored,
          globalSetup: ["e2e/global-setup.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "faults",
          include: ["e2e/faults/**/*.test.ts"],
          exclude: ignored,
          globalSetup: ["e2e/faults/global-setup.ts"],
          // Processes are killed and times are measured: alone, after everything else.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
