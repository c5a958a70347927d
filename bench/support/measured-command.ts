import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const runtime = pathOf("../../node_modules/.bin/node");
const command = pathOf("../../cli/bin.mjs");

/** Most memory of a process and of those it started, in MiB; 0 once it has ended. */
function peakOf(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
      .split(" ")
      .filter(Boolean)
      .map((child) => peakOf(Number(child)));
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Math.max(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024, ...children);
  } catch {
    return 0;
  }
}

/**
 * Runs `sekimori …` to its end.
 *
 * @throws Error with all it printed when it fails
 */
export async function runMeasured(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly output: string; readonly peakMiB: number }> {
  const child = spawn(runtime, [command, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  let peakMiB = 0;
  const watching = setInterval(() => {
    peakMiB = Math.max(peakMiB, peakOf(child.pid ?? 0));
  }, 100);
  const [code] = await once(child, "exit");
  clearInterval(watching);
  if (code !== 0) throw new Error(`sekimori ${args.join(" ")} failed:\n${output}`);
  return { output, peakMiB };
}
