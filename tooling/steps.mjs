import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";

/** Runs one command. @returns its exit status and everything it printed. */
function run({ command, args }, options) {
  return new Promise((resolve) => {
    const output = [];
    const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => output.push(chunk));
    child.on("error", (error) => output.push(Buffer.from(error.message)));
    child.on("close", (status) => resolve({ status, text: Buffer.concat(output).toString() }));
  });
}

/**
 * Runs commands side by side, as many as there are processors, and all of them even when one fails,
 * so that one run shows every problem. Output is shown only for those that fail.
 *
 * @returns whether all succeeded
 */
export async function runSteps(steps, options) {
  const waiting = [...steps];
  let ok = true;
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const started = Date.now();
      const { status, text } = await run(step, options);
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      console.log(`${status === 0 ? "✓" : "✗"} ${step.name} (${seconds} s)`);
      if (status === 0) continue;
      ok = false;
      console.log(text);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return ok;
}
