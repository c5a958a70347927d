import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { type Database, openDatabase } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Tables } from "../../database/generated/tables.ts";
import { portalMigrations } from "../../migrations.ts";
import { readAuditChain } from "./audit-chain.ts";

// Row 45 of the assurance plan: processes that link are killed and stopped while others write.

const file = join(import.meta.dirname, "testing/sequencer-process.ts");
const logger = createLogger({ name: "test", level: "silent" });
/** Short, so that many change hands in the time of a test. */
const leaseMs = 400;

let database: TestDatabase<Tables>;
let connections: Database<Tables>;
let writers: Database<Tables>["pool"];
let linking: ChildProcess[];
beforeEach(async () => {
  database = await createTestDatabase<Tables>(portalMigrations, "portal");
  connections = openDatabase<Tables>({ url: database.url, logger, poolSize: 32, schema: "portal" });
  writers = connections.pool;
  linking = [];
});
afterEach(async () => {
  for (const child of linking) child.kill("SIGKILL");
  await connections.close();
  await database.close();
});

async function startLinking(lease = leaseMs): Promise<ChildProcess> {
  const child = fork(file, [database.url, `${lease}`], { stdio: "inherit" });
  await once(child, "message");
  linking.push(child);
  return child;
}

const append = "select portal.append_audit(null, 'sign-out', now(), null, null, $1::jsonb)";
const waiting = async () =>
  Number((await database.pool.query("select count(*) as n from kit.chain_pending")).rows[0].n);
const headers = async () =>
  Number((await database.pool.query("select count(*) as n from kit.chain_header")).rows[0].n);

test("32 writers, and the process that links is killed at random moments: all is linked once", async () => {
  const wanted = process.env.SEKIMORI_FAULTS === "full" ? 100 : 8;
  let killed = 0;
  let kept = 0;
  const write = async (writer: number) => {
    for (let act = 0; killed < wanted; act += 1) {
      const client = await writers.connect();
      await client.query("begin");
      await client.query(append, [{ writer, act }]);
      // One in seven is taken back, and one in eleven is slow to commit: order is by commit, not id.
      if (act % 11 === 0) await pause(Math.random() * 200);
      const taken = act % 7 === 0;
      await client.query(taken ? "rollback" : "commit");
      client.release();
      if (!taken) kept += 1;
    }
  };
  let linkedBetween = 0;
  const disturb = async () => {
    await startLinking();
    for (let before = 0; killed < wanted; before = await headers()) {
      // Whoever links is killed: a second one is there already, or starts meanwhile.
      await startLinking();
      await pause(Math.random() * 1_000);
      linking.shift()?.kill("SIGKILL");
      killed += 1;
      if ((await headers()) > before) linkedBetween += 1;
    }
  };
  await Promise.all([disturb(), ...Array.from({ length: 32 }, (_, writer) => write(writer))]);
  await expect.poll(waiting).toBe(0);
  expect(await readAuditChain(database.db)).toMatchObject({
    events: kept,
    unlinked: 0,
    firstBroken: null,
    problem: undefined,
  });
  const { rows } = await database.pool.query(
    `select count(*)::int as linked, count(distinct entry)::int as once,
       (select count(*)::int from portal.audit_event) as events
     from kit.chain_header, unnest(entries) as entry`,
  );
  expect(rows).toEqual([{ linked: kept, once: kept, events: kept }]);
  expect(linkedBetween).toBeGreaterThan(wanted / 4);
  process.stdout.write(
    `${killed} processes killed, ${kept} events kept and linked by ${await headers()} headers\n`,
  );
}, 300_000);

test("a process that stands still keeps the others waiting for seconds, and writes nothing later", async () => {
  const usual = 3_000;
  const first = await startLinking(usual);
  await writers.query(append, [{}]);
  await expect.poll(waiting).toBe(0);
  first.kill("SIGSTOP");
  await startLinking(usual);
  const begun = performance.now();
  await writers.query(append, [{}]);
  await expect.poll(waiting, { interval: 50 }).toBe(0);
  expect(performance.now() - begun).toBeLessThan(10_000);
  first.kill("SIGCONT");
  for (let act = 0; act < 20; act += 1) {
    await writers.query(append, [{}]);
    await pause(20);
  }
  await expect.poll(waiting).toBe(0);
  expect(await readAuditChain(database.db)).toMatchObject({ events: 22, problem: undefined });
});
