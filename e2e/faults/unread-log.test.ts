import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { expect, inject, onTestFinished, test } from "vitest";
import { report } from "./support/figures.ts";
import { main, runtime } from "./support/running-process.ts";
import { productSettings } from "./support/world.ts";

const requests = 200;

/** A pipe that somebody holds open, that is full, and that nobody reads. @returns its end. */
function fullPipe(): number {
  const folder = mkdtempSync(join(tmpdir(), "sekimori-pipe-"));
  const path = join(folder, "log");
  execFileSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const filler = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  // Of its own, so that it blocks, as the pipe of a shell does.
  const writer = openSync(path, constants.O_WRONLY);
  onTestFinished(() => {
    for (const end of [reader, filler, writer]) closeSync(end);
    rmSync(folder, { recursive: true });
  });
  for (const block of [Buffer.alloc(4_096), Buffer.alloc(1)]) {
    try {
      for (;;) writeSync(filler, block);
    } catch (error) {
      expect(error).toMatchObject({ code: "EAGAIN" });
    }
  }
  return writer;
}

test("a portal whose log nobody reads serves people and stops when it is told to", async () => {
  const { servingUrl, sandboxOrigin } = inject("faults");
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const settings = productSettings({
    servingUrl,
    origin,
    smtpPort: 9,
    paymentOrigin: sandboxOrigin,
    sandboxOrigin,
  });
  const portal = spawn(runtime, [main, "portal"], {
    env: { ...process.env, ...settings, LISTEN_PORT: String(port), LOG_LEVEL: "debug" },
    stdio: ["ignore", fullPipe(), "inherit"],
  });
  onTestFinished(() => {
    portal.kill("SIGKILL");
  });
  const ended = once(portal, "exit");
  const statusOf = async (): Promise<number> => {
    const answer = await fetch(`${origin}/v1/site`, { signal: AbortSignal.timeout(10_000) });
    await answer.arrayBuffer();
    return answer.status;
  };
  await expect.poll(() => statusOf().catch(() => 0), { timeout: 60_000 }).toBe(200);
  const statuses = new Map<number, number>();
  for (let request = 0; request < requests; request += 1) {
    const status = await statusOf();
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  portal.kill("SIGTERM");
  const [code] = await ended;
  report("log", { "requests while nobody read": requests, answered: statuses.get(200) ?? 0, code });
  expect([...statuses]).toEqual([[200, requests]]);
  expect(code).toBe(0);
});
