import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const ignored = ["**/node_modules/**", "**/dist/**"];

/** Times are compared here, or requests counted that get through: alone, after everything else. */
const timing = [
  "portal/server/features/timing.test.ts",
  "karte/server/testing/one-person-floods.test.ts",
  "portal/server/testing/one-person-floods.test.ts",
  "karte/server/features/imports/many-imports.test.ts",
  "karte/server/features/domains/large-exports.test.ts",
];

/** Faults of products of their own: they wait for processes most of the time, beside the journeys. */
const ownFaults = [
  "e2e/faults/{01,06,08,10,16,20,35,43,51,52,54}-*.test.ts",
  "e2e/faults/[a-z]*.test.ts",
];

const inProcesses = {
  globalSetup: ["e2e/faults/global-setup.ts"],
  expect: { poll: { timeout: 20_000 } },
  testTimeout: 120_000,
  hookTimeout: 180_000,
  retry: 1,
};

/** A file waits for its database or a clock a third of the time: three at once on two cores. */
const atOnce = availableParallelism() + 1;

/**
 * Where processes, databases and sockets take part, what fails is tried once more, and `npm test`
 * names it (docs/decisions/016).
 */
const onceMore = { retry: 1 };

/**
 * What drives a browser comes after what does not. Half of its time it waits: for scans, which are
 * slow on purpose, for clocks and for answers; so three files share two cores. Waiting long costs a
 * green test nothing. What fails is tried again in a fresh browser, and `npm test` names whoever
 * needed it.
 */
const inBrowser = {
  sequence: { groupOrder: 1 },
  maxWorkers: atOnce,
  expect: { poll: { timeout: 20_000 } },
  testTimeout: 120_000,
  hookTimeout: 180_000,
  retry: 2,
};

/**
 * `pure` needs nothing but Node; `server` gets a PostgreSQL cluster from its global set-up;
 * `showcase` drives the primitives and `browser` the whole product through Chromium; `faults` kills and
 * deceives the product in real processes, and `alone` floods it and compares times (docs/evidence/assurance.md).
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "pure",
          maxWorkers: atOnce,
          include: [
            "kit/{contract,web,embed,charts}/**/*.test.ts",
            "portal/{contract,web}/**/*.test.ts",
            "karte/{contract,web}/**/*.test.ts",
            "console/{contract,web}/**/*.test.ts",
            "tooling/**/*.test.ts",
            "bench/**/*.test.ts",
          ],
          exclude: [...ignored, "bench/{billing,growth,sign-in}/**"],
        },
      },
      {
        test: {
          ...onceMore,
          name: "diagnosis",
          maxWorkers: atOnce,
          include: ["diagnosis/**/*.test.ts"],
          exclude: ignored,
          expect: { poll: { timeout: 20_000 } },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...onceMore,
          name: "server",
          maxWorkers: atOnce,
          include: [
            "{kit/server,kit/development,portal/server,karte/server,console/server,sandbox,cli}/**/*.test.ts",
          ],
          exclude: [...ignored, ...timing],
          globalSetup: ["kit/development/testing/global-setup.ts"],
          expect: { poll: { timeout: 20_000 } },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...inBrowser,
          name: "showcase",
          include: ["kit/web/showcase/**/*.e2e.ts"],
          exclude: ignored,
        },
      },
      {
        test: {
          ...inBrowser,
          name: "sandbox-browser",
          include: ["sandbox/**/*.e2e.ts"],
          exclude: ignored,
          globalSetup: ["kit/development/testing/global-setup.ts"],
        },
      },
      {
        test: {
          ...inBrowser,
          name: "browser",
          include: ["e2e/**/*.e2e.ts"],
          exclude: [...ignored, "e2e/clients/**"],
          globalSetup: ["e2e/global-setup.ts"],
          testTimeout: 240_000,
        },
      },
      {
        test: {
          ...inBrowser,
          name: "clients",
          include: ["e2e/clients/*.e2e.ts"],
          exclude: ignored,
          globalSetup: ["e2e/clients/global-setup.ts"],
          testTimeout: 240_000,
        },
      },
      {
        test: {
          ...inProcesses,
          name: "faults",
          include: ownFaults,
          exclude: ignored,
          maxWorkers: atOnce,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...inProcesses,
          name: "alone",
          include: [
            "e2e/faults/**/*.test.ts",
            "bench/{billing,growth,sign-in}/*.test.ts",
            ...timing,
          ],
          exclude: [...ignored, ...ownFaults],
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
