import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { apiBase } from "@sekimori/kit-contract/api-base";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { afterAll, beforeAll, expect, test } from "vitest";
import { processesOf } from "./support/processes.ts";
import { runtime } from "./support/running-process.ts";
import { patience } from "./support/sizes.ts";

// What `npm run dev` starts: both applications behind Vite, on ports of one's choice.

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "sekimori-dev-"));
chmodSync(folder, 0o755);
let development: ChildProcess;
let origins: readonly string[] = [];

beforeAll(async () => {
  const ports = await Promise.all(Array.from({ length: 6 }, () => freePort()));
  const [portal = 0, karte = 0, sandbox = 0, primitives = 0, staff = 0, integrators = 0] = ports;
  origins = [portal, karte].map((port) => `http://localhost:${port}`);
  development = spawn(
    runtime,
    [
      "tooling/dev.mjs",
      ...[`--portal-port=${portal}`, `--karte-port=${karte}`, `--sandbox-port=${sandbox}`],
      ...[`--console-port=${staff}`, `--integration-port=${integrators}`],
      ...[`--primitives-port=${primitives}`, `--data=${folder}`],
    ],
    { cwd: root, stdio: "ignore" },
  );
}, patience);
afterAll(() => {
  for (const pid of processesOf(folder)) process.kill(pid, "SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}, patience);

const waiting = { timeout: 240_000, interval: 250 };

/** The status of a call that needs the server behind the development server. */
const statusOf = (origin: string) =>
  fetch(`${origin}${apiBase}/site`).then(
    ({ status }) => status,
    () => 0,
  );

test(
  "pages and calls of both applications are served",
  async () => {
    for (const origin of origins) {
      await expect.poll(() => statusOf(origin), waiting).toBe(200);
      const page = await fetch(origin, { headers: { accept: "text/html" } });
      expect(await page.text()).toContain("/@vite/client");
    }
  },
  patience,
);

test(
  "a changed file of a server brings the servers up again, and the database stays",
  async () => {
    const [portal = ""] = origins;
    const database = processesOf(`${folder}/postgres`);
    const now = new Date();
    utimesSync(join(root, "portal/server/portal.ts"), now, now);
    await expect.poll(() => statusOf(portal), waiting).not.toBe(200);
    await expect.poll(() => statusOf(portal), waiting).toBe(200);
    expect(processesOf(`${folder}/postgres`)).toEqual(expect.arrayContaining(database.slice(0, 1)));
  },
  patience,
);

test(
  "a signal ends all of it",
  async () => {
    const ended = once(development, "exit");
    development.kill("SIGTERM");
    await ended;
    expect(processesOf(folder)).toEqual([]);
  },
  patience,
);
