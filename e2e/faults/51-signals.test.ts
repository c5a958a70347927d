import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { describe, expect, test } from "vitest";
import { report } from "./support/figures.ts";
import { ownWorld } from "./support/own-world.ts";
import { Person } from "./support/person.ts";
import { Random } from "./support/random.ts";
import { main, runtime } from "./support/running-process.ts";
import { patience, sized } from "./support/sizes.ts";

// Row 51 of the assurance plan: signals to a process and to its group, at random moments of its
// start and its life.

const signals = ["SIGTERM", "SIGINT", "SIGKILL"] as const;
const targets = ["process", "group"] as const;

/** Processes that name the folder in their arguments or have it in their environment (Linux). */
function processesOf(folder: string): number[] {
  const readOf = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, "utf8");
    } catch {
      return "";
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => !/^State:\s+Z/m.test(readOf(pid, "status")))
    .filter((pid) => [readOf(pid, "cmdline"), readOf(pid, "environ")].join().includes(folder))
    .map(Number);
}

/** `npm start` without npm, as the leader of a process group. */
async function startedProduct(folder: string): Promise<{ child: ChildProcess; text(): string }> {
  const ports = [await freePort(), await freePort(), await freePort()] as const;
  const child = spawn(
    runtime,
    [
      main,
      "start",
      ...["--portal-port", "--karte-port", "--sandbox-port"].map(
        (name, at) => `${name}=${ports[at]}`,
      ),
      `--data=${folder}`,
    ],
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

const world = ownWorld(() => ({
  portals: 2,
  asksReadiness: true,
  environment: { DRAIN_SECONDS: "3", LIMIT_FACTOR: "1000" },
}));

test(
  "a portal whose group and launcher both hand on SIGTERM serves on until it has drained",
  async () => {
    const here = world();
    let isOver = false;
    const failures: string[] = [];
    let answered = 0;
    const ask = async (): Promise<void> => {
      const person = new Person(here.origin);
      while (!isOver) {
        try {
          const { status } = await person.request({ url: "/v1/site" });
          if (status === 200) answered += 1;
          else failures.push(String(status));
        } catch (error) {
          failures.push(String(error));
        }
      }
    };
    const asking = Array.from({ length: 4 }, ask);
    await pause(500);
    const [first] = here.portals;
    if (!first) throw new Error("There is no portal.");
    const began = performance.now();
    const ending = first.process.terminate();
    // A supervisor's signal to the group, and a launcher's to its child a moment later.
    for (let again = 0; again < 2; again += 1) process.kill(first.process.pid, "SIGTERM");
    await pause(120);
    process.kill(first.process.pid, "SIGTERM");
    const code = await ending;
    const took = (performance.now() - began) / 1_000;
    await pause(500);
    isOver = true;
    await Promise.all(asking);
    report("51", {
      "SIGTERM in 0.12 s": 4,
      "s until the portal ended": took.toFixed(2),
      "requests answered": answered,
      "requests cut": failures.length,
    });
    expect(failures).toEqual([]);
    expect(answered).toBeGreaterThan(10);
    expect(took).toBeGreaterThan(3);
    expect(code).toBe(0);
  },
  patience,
);
