import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import { startRun } from "@sekimori/karte-contract/endpoints/runs";
import { soleRun } from "@sekimori/kit-development/testing/sole-run";
import { pastRuns } from "@sekimori/sandbox/company/history";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Examiner } from "../../ports/examiner.ts";
import { withoutDatabase } from "../../testing/database-away.ts";
import { startTestKarte, type TestKarte, type TestWorkspace } from "../../testing/test-karte.ts";

// A run during which PostgreSQL goes away, and one that could not be kept because of it.

/** "open" lets an examination come to its end; "began" says that one waits. */
const gate = new EventTarget();
let examinations = 0;

const [past] = await pastRuns(new Date());
if (past === undefined) throw new Error("nothing was recorded");

const examiner: Examiner = {
  name: (text) => ({ host: text, domain: text }),
  nameRules: { fixtures: true, optOut: [] },
  prove: () => Promise.reject(new Error("nothing is proved here")),
  async *examine({ scanId, target }) {
    const { result, findings, assets } = past;
    examinations += 1;
    for (const finding of findings) yield { type: "finding", finding };
    for (const asset of assets) yield { type: "asset", asset };
    const opened = once(gate, "open");
    gate.dispatchEvent(new Event("began"));
    await opened;
    yield { type: "result", result: { ...result, scanId, target } };
  },
};

let karte: TestKarte;
let workspace: TestWorkspace;
let worker: { stop(): Promise<void> };
beforeAll(async () => {
  karte = await startTestKarte({ examiner });
  workspace = await karte.workspace();
  worker = await karte.work();
});
afterAll(async () => {
  gate.dispatchEvent(new Event("open"));
  await worker?.stop();
  await karte?.close();
});
beforeEach(() => {
  examinations = 0;
});

async function begun(name: string): Promise<string> {
  const { browser, id: owner } = workspace.owner;
  const { id } = await browser.call(addDomain, { body: { name } });
  await karte.database.owner.pool.query(
    `with proved as (update karte.domain set proof = 1, consented = true where id = $1 returning *)
     insert into karte.consent (id, workspace_id, domain_id, account_id, organisation, version,
       hosting, at)
     select gen_random_uuid(), workspace_id, id, $2, 'test', '1', 'no', now() from proved`,
    [id, owner],
  );
  const began = once(gate, "began");
  await browser.call(startRun, { body: { domain: id } });
  await began;
  return id;
}

/**
 * Lets the time pass after which a silent run is taken up, and has somebody look for them. One that
 * was taken up already is not silent.
 */
async function passSilence(): Promise<void> {
  await karte.database.owner.pool.query(
    "update karte.run set heartbeat_at = now() - interval '31 seconds' where state = 2 and attempts = 1",
  );
  const look = karte.jobs.find(({ name }) => name === "karte.look-for-runs");
  const { logger } = karte.context;
  await look?.perform({ dueAt: new Date().toISOString() }, soleRun({ logger }));
}

const stateOf = async (domain: string) => {
  const { rows } = await karte.database.owner.pool.query(
    `select r.state, r.attempts,
       (select count(*)::int from karte.grade_history g where g.domain_id = r.domain_id) as kept
     from karte.run r where r.domain_id = $1`,
    [domain],
  );
  return rows;
};
const counted = async () => {
  const { rows } = await karte.database.owner.pool.query(
    "select sum(used)::int as n from karte.quota_use",
  );
  return rows[0].n;
};
const finished = 3;
const patience = { timeout: 30_000 };

test("a run goes on when the database was away meanwhile, and is kept and counted once", async () => {
  const domain = await begun("meanwhile.example.jp");
  // Longer than several signs of life.
  await withoutDatabase(karte.database, () => pause(2_000));
  gate.dispatchEvent(new Event("open"));
  await expect
    .poll(() => stateOf(domain), patience)
    .toEqual([{ state: finished, attempts: 1, kept: 1 }]);
  expect([examinations, await counted()]).toEqual([1, 1]);
});

test("a run that could not be kept is taken up again after a minute, and is kept and counted once", async () => {
  const domain = await begun("at-its-end.example.jp");
  await withoutDatabase(karte.database, async () => {
    gate.dispatchEvent(new Event("open"));
    await pause(2_000);
  });
  const [lost] = await stateOf(domain);
  expect(lost).toMatchObject({ attempts: 1, kept: 0 });
  const again = once(gate, "began");
  await expect
    .poll(async () => {
      await passSilence();
      return examinations;
    }, patience)
    .toBe(2);
  await again;
  gate.dispatchEvent(new Event("open"));
  await expect
    .poll(() => stateOf(domain), patience)
    .toEqual([{ state: finished, attempts: 2, kept: 1 }]);
  expect(await counted()).toBe(2);
});
