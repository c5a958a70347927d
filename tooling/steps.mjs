import { spawnSync } from "node:child_process";

/**
 * Runs commands one after the other, all of them even when one fails, so that one run shows every
 * problem. Output is shown only for those that fail.
 *
 * @returns whether all succeeded
 */
export function runSteps(steps, options) {
  let ok = true;
  for (const { name, command, args } of steps) {
    const started = Date.now();
    const result = spawnSync(command, args, {
      ...options,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    const passed = result.status === 0;
    console.log(`${passed ? "✓" : "✗"} ${name} (${seconds} s)`);
    if (!passed) {
      ok = false;
      console.log([result.stdout, result.stderr, result.error?.message].filter(Boolean).join("\n"));
    }
  }
  return ok;
}
