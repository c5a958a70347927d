// `npm test`: everything CI runs, from a fresh clone, with its counts. `npm test -- --set-up` only
// installs what is missing and says what the tests would run with.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { installIfNeeded, root, withRuntime } from "./install.mjs";

installIfNeeded();
const { ensureSystemTools, missingTools } = await import("./system-tools.mjs");
const { checks } = await import("./check.mjs");
const { installClients } = await import("./clients.mjs");
const { runSteps } = await import("./steps.mjs");

const browsers = ensureSystemTools();
const missingClients = installClients();
const env = withRuntime(browsers);
const options = { cwd: root, env };

if (process.argv.includes("--set-up")) {
  const { stdout } = spawnSync("node", ["--version"], { ...options, encoding: "utf8" });
  console.log(`Node ${stdout.trim()}, Chromium: ${browsers.CHROMIUM_PATH ?? "Playwright's"}`);
  nameMissingTools();
  process.exit();
}

function nameMissingTools() {
  for (const { command, debian, for: purpose } of missingTools()) {
    console.log(`not here: ${command} (Debian: ${debian}), for ${purpose}`);
  }
  for (const missing of missingClients) console.log(`not here: ${missing}`);
}

const sound = runSteps(checks, options);

mkdirSync(`${root}.cache`, { recursive: true });
const report = `${root}.cache/test-report.json`;
const tests = spawnSync(
  "vitest",
  ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
  { ...options, stdio: "inherit" },
);

const counts = JSON.parse(readFileSync(report, "utf8"));
// Whoever passed and has failures to tell of passed on a second or third try.
counts.unsteady = counts.testResults.flatMap(({ name, assertionResults }) =>
  assertionResults
    .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => ({
      name: `${relative(root, name)} > ${fullName}`,
      failures: failureMessages,
    })),
);
writeFileSync(report, JSON.stringify(counts));
const passed = counts.numPassedTests;
const failed = counts.numFailedTests + (tests.status !== 0 && counts.numFailedTests === 0 ? 1 : 0);
const skipped = counts.numPendingTests + counts.numTodoTests;
if (counts.unsteady.length === 0) console.log("unsteady: none");
for (const { name, failures } of counts.unsteady) {
  console.log(`unsteady: ${name}: ${failures[0].split("\n")[0]}`);
}
for (const { name, assertionResults } of counts.testResults) {
  for (const { fullName, status } of assertionResults) {
    if (status === "pending" || status === "skipped" || status === "todo") {
      console.log(`skipped: ${relative(root, name)} > ${fullName}`);
    }
  }
}
nameMissingTools();
console.log(`checks: ${sound ? "all sound" : "NOT sound"}`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = sound && tests.status === 0 && passed > 0 ? 0 : 1;
