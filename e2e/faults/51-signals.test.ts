import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { describe, expect, test } from "vitest";
import { report } from "./support/figures.ts";
import { processesOf } from "./support/processes.ts";
import { Random } from "./support/random.ts";
import { main, runtime } from "./support/running-process.ts";
import { patience, sized } from "./support/sizes.ts";

// Row 51 of the assurance plan: signals to a process and to its group, at random moments of its
// start and its life.

const signals = ["SIGTERM", "SIGINT", "SIGKILL"] as const;
const targets = ["process", "group"] as const;

/** `npm start` without npm, as the leader of a process group. */
async function startedProduct(folder: string): Promise<{ child: ChildProcess; text(): string }> {
  const names = ["portal", "karte", "sandbox", "console", "integration"];
  const ports = await Promise.all(names.map(() => freePort()));
  const child = spawn(
    runtime,
    [main, "start", ...names.map((name, at) => `--${name}-port=${ports[at]}`), `--data=${folder}`],
    { detached: true, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ROW_51: folder } },
  );
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      printed += chunk;
    });
  }
  return { child, text: () => printed };
}

describe.skipIf(process.platform !== "linux")("the product on one machine", () => {
  test(
    "leaves nothing behind, whichever signal comes when",
    async () => {
      const random = Random.forRow("51");
      const rounds = sized(6, 200);
      const slowest = sized(15_000, 60_000);
      let ready = 0;
      for (let round = 0; round < rounds; round += 1) {
        const signal = signals[round % signals.length] ?? "SIGTERM";
        const target = random.pick(targets);
        const delay = random.below(slowest);
        const folder = mkdtempSync(join(tmpdir(), "sekimori-signals-"));
        chmodSync(folder, 0o755);
        const { child, text } = await startedProduct(folder);
        const ended = once(child, "exit") as Promise<[number | null, string | null]>;
        const what = `${signal} to the ${target} after ${delay} ms`;
        try {
          await Promise.race([pause(delay), ended]);
          if (text().includes("Sekimori is ready")) ready += 1;
          const { pid = 0 } = child;
          process.kill(target === "group" ? -pid : pid, signal);
          const [code] = await ended;
          // Before the program runs a signal has its usual effect, which nothing can leave behind.
          if (signal !== "SIGKILL" && text() !== "") expect(code, `${what}\n${text()}`).toBe(0);
          await expect
            .poll(() => processesOf(folder), { timeout: 30_000, message: `${what}\n${text()}` })
            .toEqual([]);
        } finally {
          for (const left of processesOf(folder)) process.kill(left, "SIGKILL");
          rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
        }
      }
      report("51", { signals: rounds, "of them when it was ready": ready, "left behind": 0 });
    },
    patience,
  );
});
