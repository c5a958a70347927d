// `npm run check`: everything about the source that needs no server and no browser.
import { existsSync } from "node:fs";
import { installIfNeeded, root, runtime, withRuntime } from "./install.mjs";
import { runSteps } from "./steps.mjs";

installIfNeeded();

/** Remembers what it has read: after an edit only what depends on it is read again. */
function types(name, project) {
  const remembered = `${root}.cache/${project}.tsbuildinfo`;
  return {
    name,
    command: "tsc",
    args: ["-p", `${project}.json`, "--incremental", "--tsBuildInfoFile", remembered],
  };
}

export const checks = [
  { name: "format and lint", command: "biome", args: ["check", "--error-on-warnings", "."] },
  types("types of server code", "tsconfig.node"),
  types("types of browser code", "tsconfig.web"),
  types("types of browser tests", "tsconfig.web-tests"),
  // The types are read by a program that not every platform has.
  ...(existsSync(`${root}node_modules/@oxlint-tsgolint/${process.platform}-${process.arch}`)
    ? [{ name: "no promise left alone", command: "oxlint", args: ["--type-aware", "--quiet", "."] }]
    : []),
  {
    name: "dependency rules",
    command: "depcruise",
    args: [
      ...["--config", ".dependency-cruiser.mjs", "--output-type", "err-long"],
      ...["--cache", ".cache/dependencies", "--cache-strategy", "content", "."],
    ],
  },
  { name: "unused files, exports and dependencies", command: "knip", args: ["--no-progress"] },
  {
    name: "every sentence in both languages",
    command: runtime(),
    args: ["tooling/languages.ts"],
  },
];

if (import.meta.url === `file://${process.argv[1]}`) {
  process.exitCode = (await runSteps(checks, { cwd: root, env: withRuntime() })) ? 0 : 1;
}
