// `npm test`: everything CI runs, from a fresh clone, with its counts.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { installIfNeeded, root, withRuntime } from "./install.mjs";

installIfNeeded();
const { ensureChromium } = await import("./chromium.mjs");
const { checks } = await import("./check.mjs");
const { runSteps } = await import("./steps.mjs");

const chromium = ensureChromium();
const env = withRuntime(chromium ? { CHROMIUM_PATH: chromium } : {});
const options = { cwd: root, env };

const sound = runSteps(checks, options);

mkdirSync(`${root}.cache`, { recursive: true });
const report = `${root}.cache/test-report.json`;
const tests = spawnSync(
  "vitest",
  ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
  { ...options, stdio: "inherit" },
);

const counts = JSON.parse(readFileSync(report, "utf8"));
const passed = counts.numPassedTests;
const failed = counts.numFailedTests + (tests.status !== 0 && counts.numFailedTests === 0 ? 1 : 0);
const skipped = counts.numPendingTests + counts.numTodoTests;
console.log(`checks: ${sound ? "all sound" : "NOT sound"}`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = sound && tests.status === 0 && passed > 0 ? 0 : 1;
