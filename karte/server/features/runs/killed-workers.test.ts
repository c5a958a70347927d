import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import { startRun } from "@sekimori/karte-contract/endpoints/runs";
import { soleRun } from "@sekimori/kit-development/testing/sole-run";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { amplePlan, startTestKarte, type TestKarte } from "../../testing/test-karte.ts";

/** Row 37 of docs/evidence/assurance.md; the nightly size is the one that its plan names. */
const isFull = process.env.SEKIMORI_FAULTS === "full";
const runs = isFull ? 1_000 : 40;
const killEveryMs = isFull ? 10_000 : 1_500;

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const execArgv: string[] = JSON.parse(
  readFileSync(pathOf("../../../../cli/runtime-options.json"), "utf8"),
);

let karte: TestKarte;
const workers = new Set<ChildProcess>();

// For each try a database of its own: what an interrupted one has proven belongs to its workspace.
beforeEach(async () => {
  karte = await startTestKarte();
});
afterEach(async () => {
  const ended = [...workers].map((worker) => {
    worker.kill("SIGKILL");
    return once(worker, "exit");
  });
  await Promise.all(ended);
  // What a killed process had asked for goes on in the database, and its locks with it.
  await vi.waitFor(
    async () => {
      const { rowCount } = await karte.database.owner.superuser.query(
        "select from pg_stat_activity where usename = $1 and state <> 'idle'",
        [karte.database.applicationRole],
      );
      expect(rowCount).toBe(0);
    },
    { timeout: 60_000, interval: 100 },
  );
  await karte.close();
});

async function startWorkerProcess(): Promise<ChildProcess> {
  const worker = fork(pathOf("../../testing/worker-process.ts"), {
    execPath: pathOf("../../../../node_modules/.bin/node"),
    execArgv,
    env: { ...process.env, WORKER_DATABASE: karte.database.applicationUrl },
  });
  workers.add(worker);
  worker.once("exit", () => workers.delete(worker));
  await Promise.race([
    once(worker, "message"),
    once(worker, "exit").then(() => Promise.reject(new Error("a worker ended by itself"))),
  ]);
  return worker;
}

/** Lets the time pass after which a silent run is taken up, and has somebody look for them. */
async function passSilence(): Promise<void> {
  await karte.database.owner.pool.query(
    `update karte.run set heartbeat_at = now() - interval '31 seconds'
     where state = 2 and heartbeat_at < now() - interval '2 seconds'`,
  );
  const look = karte.jobs.find(({ name }) => name === "karte.look-for-runs");
  const { logger } = karte.context;
  await look?.perform({ dueAt: new Date().toISOString() }, soleRun({ logger }));
}

test(
  "runs whose workers are killed again and again all end, and each is counted once",
  async () => {
    const { pool } = karte.database.owner;
    const workspace = await karte.workspace();
    const { browser, id: owner } = workspace.owner;
    const entitlements = { ...amplePlan.entitlements, manualRunsPerMonth: runs };
    karte.contracts.set(owner, { ...amplePlan, entitlements });
    await pool.query("delete from karte.contract_answer");
    await browser.request({ url: "/v1/session" });
    for (let place = 0; place < runs; place += 1) {
      const { id } = await browser.call(addDomain, { body: { name: `shop-${place}.example.jp` } });
      await pool.query(
        `with proved as (update karte.domain set proof = 1, consented = true where id = $1 returning *)
         insert into karte.consent (id, workspace_id, domain_id, account_id, organisation, version,
           hosting, at)
         select gen_random_uuid(), workspace_id, id, $2, 'test', '1', 'no', now() from proved`,
        [id, owner],
      );
      await browser.call(startRun, { body: { domain: id } });
      await pool.query("delete from kit.rate_limit");
    }
    await Promise.all([startWorkerProcess(), startWorkerProcess()]);
    let kills = 0;
    let waitingAtKill = runs + 1;
    for (let waiting = runs; waiting > 0; ) {
      await pause(killEveryMs);
      const [victim] = workers;
      // Only after some run has ended: where a machine is so busy that none does between two kills,
      // killing on by the clock would go on for ever.
      if (waiting < waitingAtKill && victim !== undefined) {
        waitingAtKill = waiting;
        victim.kill("SIGKILL");
        kills += 1;
        await Promise.all([once(victim, "exit"), startWorkerProcess()]);
      }
      await passSilence();
      const { rows } = await pool.query(
        "select count(*)::int as n from karte.run where state in (1, 2)",
      );
      waiting = rows[0].n;
    }
    const { rows } = await pool.query(
      `select (select count(*)::int from karte.run where state = 3) as finished,
        (select count(*)::int from karte.run where attempts > 1) as taken_up,
        (select count(*)::int from karte.grade_history) as kept,
        (select count(*)::int from (select domain_id from karte.grade_history
          group by domain_id having count(*) > 1) twice) as kept_twice,
        (select sum(used)::int from karte.quota_use) as counted,
        (select sum(findings)::int from karte.open_count) as open_count,
        (select count(*)::int from karte.finding where is_open = 1) as open`,
    );
    const [figures] = rows;
    process.stdout.write(
      `[row 37] runs: ${runs}, workers killed: ${kills}, runs taken up again: ${figures.taken_up}, ended: ${figures.finished}, lost: ${runs - figures.finished}, kept twice: ${figures.kept_twice}, counted: ${figures.counted}\n`,
    );
    expect(figures).toMatchObject({ finished: runs, kept: runs, kept_twice: 0, counted: runs });
    expect(figures.taken_up).toBeGreaterThan(0);
    expect(figures.open_count).toBe(figures.open);
  },
  isFull ? 3_600_000 : 120_000,
);
