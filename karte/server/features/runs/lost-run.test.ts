import { setTimeout as pause } from "node:timers/promises";
import { ScanRefusedError } from "@sekimori/diagnosis/errors";
import type { ScanEvent } from "@sekimori/diagnosis/events";
import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import { startRun } from "@sekimori/karte-contract/endpoints/runs";
import { soleRun } from "@sekimori/kit-development/testing/sole-run";
import { pastRuns } from "@sekimori/sandbox/company/history";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Examination, Examiner } from "../../ports/examiner.ts";
import {
  amplePlan,
  startTestKarte,
  type TestKarte,
  type TestWorkspace,
} from "../../testing/test-karte.ts";

// A worker that was silent for a minute lost its run to another. Whatever it comes back with, it
// writes nothing of it any more.

const [past] = await pastRuns(new Date());
if (past === undefined) throw new Error("nothing was recorded");
const { result, findings, assets } = past;

/** The process that took the run up. */
const other = "11111111-2222-3333-4444-555555555555";

let karte: TestKarte;
let workspace: TestWorkspace;
let serial = 0;
/** How the examination of the test goes on. */
let goesOn: (examination: Examination) => AsyncGenerator<ScanEvent>;

const examiner: Examiner = {
  name: (text) => ({ host: text, domain: text }),
  nameRules: { fixtures: true, optOut: [] },
  prove: () => Promise.reject(new Error("nothing is proved here")),
  examine: (examination) => goesOn(examination),
};

beforeAll(async () => {
  karte = await startTestKarte({ examiner });
});
afterAll(() => karte?.close());
beforeEach(async () => {
  workspace = await karte.workspace();
  const entitlements = { ...amplePlan.entitlements, manualRunsPerMonth: 5 };
  karte.contracts.set(workspace.owner.id, { ...amplePlan, entitlements });
  await karte.database.owner.pool.query("delete from karte.contract_answer");
  await workspace.owner.browser.request({ url: "/v1/session" });
});

/** Another worker has the run now, as after a minute without a sign of life. */
async function lose(run: string): Promise<void> {
  await karte.database.owner.pool.query(
    "update karte.run set worker = $2, attempts = attempts + 1 where id = $1",
    [run, other],
  );
}

async function queued(): Promise<string> {
  const { browser, id: owner } = workspace.owner;
  serial += 1;
  const { id } = await browser.call(addDomain, { body: { name: `shop-${serial}.example.jp` } });
  await karte.database.owner.pool.query(
    `with proved as (update karte.domain set proof = 1, consented = true where id = $1 returning *)
     insert into karte.consent (id, workspace_id, domain_id, account_id, organisation, version,
       hosting, at)
     select gen_random_uuid(), workspace_id, id, $2, 'test', '1', 'no', now() from proved`,
    [id, owner],
  );
  return (await browser.call(startRun, { body: { domain: id } })).run.id;
}

/** One worker takes the run that waits. @returns once it has done with it, however it ended. */
async function takeIt(): Promise<void> {
  const take = karte.jobs.find(({ name }) => name === "karte.take-run");
  const { logger } = karte.context;
  await take?.perform({}, soleRun({ logger })).catch(() => undefined);
}

/** What stands of a run: whose it is, and what was written in its name. */
async function standing(run: string) {
  const { rows } = await karte.database.owner.pool.query(
    `select r.state, r.worker, r.problem, r.finished_at as finished, r.heartbeat_at is not null as beats,
       (select count(*)::int from karte.grade_history g where g.run_id = r.id) as grades,
       (select count(*)::int from karte.run_result x where x.run_id = r.id) as results,
       (select count(*)::int from karte.finding f where f.domain_id = r.domain_id) as findings,
       (select count(*)::int from karte.asset a where a.domain_id = r.domain_id) as assets,
       (select used from karte.quota_use q where q.contract_owner = r.quota_owner) as used
     from karte.run r where r.id = $1`,
    [run],
  );
  return rows[0];
}

/** As another worker has it in hand, counted once and with nothing kept yet. */
const theirs = {
  state: 2,
  worker: other,
  problem: null,
  finished: null,
  beats: true,
  grades: 0,
  results: 0,
  findings: 0,
  assets: 0,
  used: 1,
};

async function* ended(scanId: string, status: "finished" | "stopped" = "finished") {
  for (const finding of findings) yield { type: "finding", finding } as const;
  for (const asset of assets) yield { type: "asset", asset } as const;
  yield { type: "result", result: { ...result, scanId, status } } as const;
}

const ends: readonly (readonly [string, (scanId: string) => AsyncGenerator<ScanEvent>])[] = [
  ["a whole result", (scanId) => ended(scanId)],
  ["a result that was cut off", (scanId) => ended(scanId, "stopped")],
  [
    "a refusal",
    async function* () {
      yield* [];
      throw new ScanRefusedError("target", "no longer there");
    },
  ],
  [
    "a fault of ours",
    async function* () {
      yield* [];
      throw new Error("a fault");
    },
  ],
];

test.each(ends)("comes back with %s, between two signs of life", async (_, end) => {
  const run = await queued();
  goesOn = async function* ({ scanId }) {
    await lose(scanId);
    yield* end(scanId);
  };
  await takeIt();
  expect(await standing(run)).toEqual(theirs);
});

test("comes back with a fault for the third time", async () => {
  const run = await queued();
  await karte.database.owner.pool.query("update karte.run set attempts = 2 where id = $1", [run]);
  goesOn = async function* ({ scanId }) {
    yield* [];
    await lose(scanId);
    throw new Error("a fault");
  };
  await takeIt();
  expect(await standing(run)).toEqual(theirs);
});

/** Waits until the worker is told to stop, as it must be at one of its next signs of life. */
async function told(signal: AbortSignal): Promise<void> {
  for (let waited = 0; !signal.aborted; waited += 50) {
    if (waited > 20_000) throw new Error("The worker was never told.");
    await pause(50);
  }
}

test("comes back after somebody cancelled the run", async () => {
  const run = await queued();
  goesOn = async function* ({ scanId, signal }) {
    await karte.database.owner.pool.query(
      "update karte.run set cancel_asked = true where id = $1",
      [scanId],
    );
    await told(signal);
    await lose(scanId);
    yield* ended(scanId, "stopped");
  };
  await takeIt();
  expect(await standing(run)).toEqual(theirs);
});

test("learns by its next sign of life that it lost the run, which it leaves untouched", async () => {
  const run = await queued();
  let beat: unknown;
  goesOn = async function* ({ scanId, signal }) {
    await lose(scanId);
    const { pool } = karte.database.owner;
    const { rows } = await pool.query(
      "update karte.run set heartbeat_at = now() - interval '10 seconds' where id = $1 returning heartbeat_at",
      [scanId],
    );
    beat = rows[0].heartbeat_at;
    await told(signal);
    yield* ended(scanId);
  };
  await takeIt();
  expect(await standing(run)).toEqual(theirs);
  const { rows } = await karte.database.owner.pool.query(
    "select heartbeat_at, phase from karte.run where id = $1",
    [run],
  );
  expect(rows).toEqual([{ heartbeat_at: beat, phase: 1 }]);
});

test("keeps what it found when it is still the run's own", async () => {
  const run = await queued();
  goesOn = ({ scanId }) => ended(scanId);
  await takeIt();
  expect(await standing(run)).toMatchObject({ state: 3, grades: 1, results: 1, used: 1 });
  expect((await standing(run)).findings).toBeGreaterThan(0);
});
