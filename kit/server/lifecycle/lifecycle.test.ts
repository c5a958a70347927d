import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { capturedLog } from "@sekimori/kit-development/testing/sample-server";
import { expect, test } from "vitest";
import { createLifecycle } from "./lifecycle.ts";

function recorder() {
  const events: string[] = [];
  const part = (name: string) =>
    [
      name,
      async () => {
        events.push(`+${name}`);
        return name;
      },
      async (value: string) => {
        events.push(`-${value}`);
      },
    ] as const;
  return { events, part };
}

test("parts stop in the reverse order of their start, once", async () => {
  const { events, part } = recorder();
  const life = createLifecycle({ logger: capturedLog().logger });
  expect(await life.start(...part("database"))).toBe("database");
  await life.start(...part("server"));
  await Promise.all([life.stop(), life.stop()]);
  expect(events).toEqual(["+database", "+server", "-server", "-database"]);
});

test("when a part cannot start, those before it are stopped and the error is told", async () => {
  const { events, part } = recorder();
  const life = createLifecycle({ logger: capturedLog().logger });
  await life.start(...part("database"));
  const failing = life.start(
    "server",
    () => Promise.reject(new Error("port in use")),
    () => undefined,
  );
  await expect(failing).rejects.toThrow("port in use");
  expect(events).toEqual(["+database", "-database"]);
});

test("a part that does not stop is left behind after a while, and the others still stop", async () => {
  const { events, part } = recorder();
  const log = capturedLog();
  const life = createLifecycle({ logger: log.logger, patience: 20 });
  await life.start(...part("database"));
  await life.start(
    "stuck",
    () => 0,
    () => new Promise(() => undefined),
  );
  await life.stop();
  expect(events).toEqual(["+database", "-database"]);
  expect(log.text()).toContain("took longer than 20 ms");
});

test("a part that is starting is waited for and undone before those that had started", async () => {
  const { events, part } = recorder();
  const life = createLifecycle({ logger: capturedLog().logger });
  await life.start(...part("database"));
  const arrived = Promise.withResolvers<void>();
  const [, , stopServer] = part("server");
  const starting = life.start("server", () => arrived.promise.then(() => "server"), stopServer);
  const outcome = starting.catch((error: Error) => error.message);
  const stopped = life.stop();
  expect(life.ending.aborted).toBe(true);
  arrived.resolve();
  await stopped;
  expect(await outcome).toBe("server was stopped while it started.");
  expect(events).toEqual(["+database", "-server", "-database"]);
  await expect(life.start(...part("late"))).rejects.toThrow("late was stopped");
  expect(events).not.toContain("+late");
});

test("SIGTERM finishes the request under way, then ends with code 0", async () => {
  const script = join(import.meta.dirname, "draining-process.ts");
  const child = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
  const [chunk] = (await once(child.stdout, "data")) as [Buffer];
  const url = chunk.toString().trim();
  const ended = once(child, "exit");
  const arrived = once(child.stdout, "data");
  const answer = fetch(url);
  await arrived;
  // As a supervisor sends it to the group, and a launcher to its child once more.
  child.kill("SIGTERM");
  child.kill("SIGTERM");
  expect(await (await answer).text()).toBe("finished");
  expect(await ended).toEqual([0, null]);
});
