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

// Waits for registries: the source is checked meanwhile.
const clients = installClients();
const browsers = ensureSystemTools();
const env = withRuntime(browsers);
const options = { cwd: root, env };

if (process.argv.includes("--set-up")) {
  const { stdout } = spawnSync("node", ["--version"], { ...options, encoding: "utf8" });
  console.log(`Node ${stdout.trim()}, Chromium: ${browsers.CHROMIUM_PATH ?? "Playwright's"}`);
  nameMissing(await clients);
  process.exit();
}

function nameMissing(missingClients) {
  for (const { command, debian, for: purpose } of missingTools()) {
    console.log(`not here: ${command} (Debian: ${debian}), for ${purpose}`);
  }
  for (const missing of missingClients) console.log(`not here: ${missing}`);
}

const [sound, missingClients] = await Promise.all([runSteps(checks, options), clients]);

mkdirSync(`${root}.cache`, { recursive: true });
const report = `${root}.cache/test-report.json`;

/** Runs the tests of `files`, of all unless some are named. */
function runTests(files = []) {
  const { status } = spawnSync(
    "vitest",
    [
      "run",
      ...files,
      "--reporter=default",
      `--reporter=${root}tooling/failures-at-once.ts`,
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    { ...options, stdio: "inherit" },
  );
  const read = (name) => JSON.parse(readFileSync(name, "utf8"));
  return { status, counts: read(report), strayErrors: read(`${root}.cache/stray-errors.json`) };
}

/** More than these are no races: something is wrong. */
const fewFiles = 3;

const { counts, strayErrors, ...tests } = runTests();
const failedFiles = counts.testResults.filter(({ status }) => status === "failed");
const unsteadyFiles = [];
if (strayErrors === 0 && failedFiles.length > 0 && failedFiles.length <= fewFiles) {
  const names = failedFiles.map(({ name }) => relative(root, name));
  console.log(`once more, alone and from their beginning: ${names.join(", ")}`);
  const again = runTests(names);
  const second = new Map(again.counts.testResults.map((result) => [result.name, result]));
  // A file counts as it ended the second time; what is missing from the second run stays failed.
  counts.testResults = counts.testResults.map((first) => {
    const result = second.get(first.name);
    if (first.status !== "failed" || result?.status !== "passed") return first;
    unsteadyFiles.push(first);
    return result;
  });
  if (unsteadyFiles.length === failedFiles.length) tests.status = again.status;
  const all = counts.testResults.flatMap(({ assertionResults }) => assertionResults);
  counts.numPassedTests = all.filter(({ status }) => status === "passed").length;
  counts.numFailedTests = all.filter(({ status }) => status === "failed").length;
  counts.numPendingTests = all.length - counts.numPassedTests - counts.numFailedTests;
  counts.numTodoTests = 0;
}

// Whoever passed and has failures to tell of passed on a later try.
counts.unsteady = [
  ...counts.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => ({
        name: `${relative(root, name)} > ${fullName}`,
        failures: failureMessages,
      })),
  ),
  ...unsteadyFiles.map(({ name, message, assertionResults }) => ({
    name: `${relative(root, name)} (the whole file, once more)`,
    failures: [
      ...assertionResults.flatMap(({ status, fullName, failureMessages }) =>
        status === "failed" ? [`${fullName}: ${failureMessages.join("\n")}`] : [],
      ),
      message,
    ],
  })),
];
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
// In the project's own Node: this one may be too old for TypeScript.
const audit = spawnSync("node", ["tooling/specification-audit.ts"], {
  ...options,
  encoding: "utf8",
});
process.stdout.write(`${audit.stdout}${audit.stderr}`);
const isShown = audit.status === 0;
const seconds = ({ startTime, endTime }) => Math.round((endTime - startTime) / 1000);
const slowest = counts.testResults.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, 20);
for (const file of slowest) console.log(`slow: ${seconds(file)} s ${relative(root, file.name)}`);
nameMissing(missingClients);
console.log(`checks: ${sound ? "all sound" : "NOT sound"}`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = sound && isShown && tests.status === 0 && passed > 0 ? 0 : 1;
