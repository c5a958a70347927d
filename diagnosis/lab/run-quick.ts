import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { labObstacle } from "./namespace.ts";

/** How a quick form of the lab ended, or why it cannot run here. */
export type QuickRun =
  | { readonly skipped: string }
  | { readonly skipped: null; readonly status: number | null; readonly said: string };

/** Runs a quick form of the lab in a process of its own, as `npm run lab -- --quick …` does. */
export function runQuick(more: readonly string[], withinMs: number): QuickRun {
  const obstacle = labObstacle();
  if (obstacle !== null) return { skipped: `lab skipped: ${obstacle}` };
  const done = spawnSync(
    process.execPath,
    [join(import.meta.dirname, "run.ts"), "--quick", ...more],
    { encoding: "utf8", timeout: withinMs },
  );
  const skipped = /^lab skipped: .*$/m.exec(done.stdout)?.[0];
  if (skipped !== undefined) return { skipped };
  return { skipped: null, status: done.status, said: `${done.stdout}\n${done.stderr}` };
}
