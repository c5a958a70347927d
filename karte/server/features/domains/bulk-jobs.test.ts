import { randomUUID } from "node:crypto";
import { listActivity } from "@sekimori/karte-contract/endpoints/activity";
import {
  addDomain,
  type Bulk,
  bulkDomains,
  getBulk,
  listBulks,
  listDomains,
  selectDomains,
  undoBulk,
} from "@sekimori/karte-contract/endpoints/domains";
import { changeMember } from "@sekimori/karte-contract/endpoints/people";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import {
  amplePlan,
  startTestKarte,
  type TestKarte,
  type TestPerson,
} from "../../testing/test-karte.ts";
import { lockBulk, nextPortion } from "./bulk-portion.ts";

/** Three portions, the last of them not full. */
const many = 2_500;

let karte: TestKarte;
beforeAll(async () => {
  karte = await startTestKarte();
});
afterAll(() => karte.close());

/** A workspace with many domains, all of them chosen. */
async function withMany() {
  const workspace = await karte.workspace();
  const { browser } = workspace.owner;
  await karte.database.owner.pool.query(
    `insert into karte.domain (id, workspace_id, name, name_unicode, registrable, label, proof_token, added_at)
     select gen_random_uuid(), $1, name, name, 'example.jp', 'before', '', now()
     from (select 'shop-' || lpad(n::text, 5, '0') || '.example.jp' as name
       from generate_series(1, ${many}) n) t`,
    [workspace.id],
  );
  const { selection } = await browser.call(selectDomains, { body: {} });
  return { ...workspace, browser, selection };
}

const label = { kind: "label", label: "大阪支店" } as const;

const labelled = async (workspace: string) => {
  const { rows } = await karte.database.owner.pool.query<{ n: number }>(
    "select count(*)::int as n from karte.domain where workspace_id = $1 and label = $2",
    [workspace, label.label],
  );
  return rows[0]?.n;
};

/** Lets the jobs run until an act is in this state. */
async function until({ browser }: TestPerson, id: string, state: Bulk["state"]): Promise<Bulk> {
  const worker = await karte.work();
  try {
    return await vi.waitFor(
      async () => {
        const bulk = await browser.call(getBulk, { params: { id } });
        expect(bulk.state).toBe(state);
        return bulk;
      },
      { timeout: 20_000, interval: 50 },
    );
  } finally {
    await worker.stop();
  }
}

test("a large act is a job: told while it goes on, done once, in the log, undone as a job", async () => {
  const { browser, owner, id: workspace, selection } = await withMany();
  const asked = await browser.call(bulkDomains, { body: { act: label, selection } });
  expect(asked).toMatchObject({ state: "waiting", total: many, reached: 0, count: 0 });
  expect(asked.undoUntil).toBeNull();
  // Whoever loads the page again, or a colleague, finds it.
  expect((await browser.call(listBulks, {})).acts).toEqual([asked]);
  const early = await browser.attempt(undoBulk, { params: { id: asked.id }, body: {} });
  expect(early.error().type).toBe("CannotUndo");

  const done = await until(owner, asked.id, "done");
  expect(done).toMatchObject({ reached: many, count: many, problem: null, skipped: [] });
  expect(done.undoUntil).not.toBeNull();
  expect(await labelled(workspace)).toBe(many);
  expect((await browser.call(listBulks, {})).acts).toEqual([]);
  const { entries } = await browser.call(listActivity, { query: {} });
  const told = entries.filter(({ action }) => action === "domains.bulk");
  expect(told.map(({ by, detail }) => [by?.id, detail])).toEqual([
    [owner.id, { act: "label", label: label.label, count: many, bulk: asked.id }],
  ]);

  const undoing = await browser.call(undoBulk, { params: { id: asked.id }, body: {} });
  expect(undoing).toMatchObject({ state: "undoing", reached: many });
  const undone = await until(owner, asked.id, "undone");
  expect(undone).toMatchObject({ reached: 0, count: many, undoUntil: null });
  expect(await labelled(workspace)).toBe(0);
  const again = await browser.attempt(undoBulk, { params: { id: asked.id }, body: {} });
  expect(again.error().type).toBe("CannotUndo");
});

test("one that was interrupted goes on behind what was kept, and each domain is counted once", async () => {
  const { browser, owner, id: workspace, selection } = await withMany();
  const { id } = await browser.call(bulkDomains, { body: { act: label, selection } });
  // A worker did the first portion and died; another died within the second.
  const portion = (dies: boolean) =>
    inScope(karte.context.db, wholeWorkspace(workspace), async (tx) => {
      const bulk = await lockBulk(tx, id);
      if (bulk === undefined) throw new Error("The act was just asked for.");
      await nextPortion(karte.context, tx, { workspaceId: workspace, person: owner }, id, bulk);
      if (dies) throw new Error("killed");
    });
  await portion(false);
  await expect(portion(true)).rejects.toThrow("killed");
  expect(await browser.call(getBulk, { params: { id } })).toMatchObject({
    state: "working",
    reached: 1_000,
    count: 1_000,
  });
  expect(await labelled(workspace)).toBe(1_000);
  const done = await until(owner, id, "done");
  expect(done).toMatchObject({ reached: many, count: many });
});

test("one whose author may no longer do it stops, says so, and can be undone as far as it came", async () => {
  const { browser, owner, join, id: workspace, selection } = await withMany();
  const admin = await join("admin");
  const own = await admin.browser.call(selectDomains, { body: {} });
  const { id } = await admin.browser.call(bulkDomains, {
    body: { act: label, selection: own.selection },
  });
  await inScope(karte.context.db, wholeWorkspace(workspace), async (tx) => {
    const bulk = await lockBulk(tx, id);
    if (bulk) {
      await nextPortion(karte.context, tx, { workspaceId: workspace, person: admin }, id, bulk);
    }
  });
  await browser.call(changeMember, { params: { id: admin.id }, body: { role: "member" } });
  const failed = await until(owner, id, "failed");
  expect(failed).toMatchObject({ problem: "NotAllowed", reached: 1_000, count: 1_000 });
  await browser.call(undoBulk, { params: { id }, body: {} });
  await until(owner, id, "undone");
  expect(await labelled(workspace)).toBe(0);
  expect(selection).not.toBe(own.selection);
});

test("what a large one leaves out is named, the first of it; a name added again keeps it from being undone", async () => {
  const { browser, owner, selection } = await withMany();
  const scanned = await browser.call(bulkDomains, {
    body: { act: { kind: "diagnose" }, selection },
  });
  const { skipped, count } = await until(owner, scanned.id, "done");
  expect(count).toBe(0);
  expect(skipped).toEqual([
    { reason: "ProofMissing", count: many, names: expect.any(Array) as string[] },
  ]);
  expect(skipped[0]?.names.slice(0, 2)).toEqual(["shop-00001.example.jp", "shop-00002.example.jp"]);
  expect(skipped[0]?.names).toHaveLength(20);

  const removed = await browser.call(bulkDomains, {
    body: { act: { kind: "delete" }, selection },
  });
  await until(owner, removed.id, "done");
  expect((await browser.call(listDomains, { query: {} })).count.value).toBe(0);
  await browser.call(addDomain, { body: { name: "shop-02400.example.jp" } });
  const refused = await browser.attempt(undoBulk, { params: { id: removed.id }, body: {} });
  expect(refused.error().type).toBe("CannotUndo");
});

test("a scan that somebody else queued meanwhile gives its part of the quota back", async () => {
  const { id: workspace, owner } = await karte.workspace();
  const { browser } = owner;
  const domains: string[] = [];
  for (const name of ["one.example.jp", "two.example.jp", "three.example.jp"]) {
    domains.push((await browser.call(addDomain, { body: { name } })).id);
  }
  const { pool } = karte.database.owner;
  await pool.query("update karte.domain set proof = 1, consented = true where workspace_id = $1", [
    workspace,
  ]);
  // Queued, and not committed yet: the act does not see it, and meets it when it queues its own.
  const other = await pool.connect();
  try {
    await other.query("begin");
    await other.query(
      `insert into karte.run (id, workspace_id, domain_id, kind, state, phase, queued_at)
       values (gen_random_uuid(), $1, $2, 2, 1, 1, now())`,
      [workspace, domains[1]],
    );
    const asked = browser.call(bulkDomains, { body: { act: { kind: "diagnose" }, domains } });
    await vi.waitFor(async () => {
      const { rowCount } = await other.query(
        `select from pg_locks held join pg_locks wanted using (transactionid)
         where held.pid = pg_backend_pid() and held.granted and not wanted.granted`,
      );
      expect(rowCount).toBe(1);
    });
    await other.query("commit");
    expect(await asked).toMatchObject({ state: "done", count: 2 });
  } finally {
    other.release(true);
  }
  const { rows } = await pool.query("select used from karte.quota_use where contract_owner = $1", [
    owner.id,
  ]);
  expect(rows).toEqual([{ used: 2 }]);
});

test("more scans than the month holds are refused before the first begins", async () => {
  const { browser, owner, id: workspace, selection } = await withMany();
  const entitlements = { ...amplePlan.entitlements, manualRunsPerMonth: 2_000 };
  karte.contracts.set(owner.id, { ...amplePlan, entitlements });
  const { pool } = karte.database.owner;
  await pool.query("delete from karte.contract_answer");
  await browser.request({ url: "/v1/session" });
  await pool.query("update karte.domain set proof = 1, consented = true where workspace_id = $1", [
    workspace,
  ]);
  const refused = await browser.attempt(bulkDomains, {
    body: { act: { kind: "diagnose" }, selection },
  });
  expect(refused.error()).toMatchObject({ type: "QuotaSpent", data: { limit: 2_000 } });
  expect((await browser.call(listBulks, {})).acts).toEqual([]);
  const group = await browser.attempt(bulkDomains, {
    body: { act: { kind: "add-to-group", group: randomUUID() }, selection },
  });
  expect(group.error().type).toBe("NotFound");
});
