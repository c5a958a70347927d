// `npm run check`: everything about the source that needs no server and no browser.
import { existsSync } from "node:fs";
import { installIfNeeded, root, runtime, withRuntime } from "./install.mjs";
import { runSteps } from "./steps.mjs";

installIfNeeded();

export const checks = [
  { name: "format and lint", command: "biome", args: ["check", "--error-on-warnings", "."] },
  { name: "types of server code", command: "tsc", args: ["-p", "tsconfig.node.json"] },
  { name: "types of browser code", command: "tsc", args: ["-p", "tsconfig.web.json"] },
  // The types are read by a program that not every platform has.
  ...(existsSync(`${root}node_modules/@oxlint-tsgolint/${process.platform}-${process.arch}`)
    ? [{ name: "no promise left alone", command: "oxlint", args: ["--type-aware", "--quiet", "."] }]
    : []),
  {
    name: "dependency rules",
    command: "depcruise",
    args: ["--config", ".dependency-cruiser.mjs", "--output-type", "err-long", "."],
  },
  { name: "unused files, exports and dependencies", command: "knip", args: ["--no-progress"] },
  {
    name: "every sentence in both languages",
    command: runtime(),
    args: ["tooling/languages.ts"],
  },
];

if (import.meta.url === `file://${process.argv[1]}`) {
  process.exitCode = runSteps(checks, { cwd: root, env: withRuntime() }) ? 0 : 1;
}
