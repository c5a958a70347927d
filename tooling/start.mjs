// `npm start`: from a fresh clone to a running product. Plain JavaScript, for any Node >= 20.19.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { installIfNeeded, root, runtime, withRuntime } from "./install.mjs";

installIfNeeded({ withoutDevelopment: true });

// As the command of an installation runs, so that what is tried here is what runs there.
const options = JSON.parse(readFileSync(join(root, "cli", "runtime-options.json"), "utf8"));
const child = spawn(runtime(), [...options, "cli/main.ts", "start", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  env: withRuntime(),
});

// The terminal sends Ctrl-C to the whole group; the child stops everything in order and we wait.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
