import { addDomain, changeDomain, listDomains } from "@sekimori/karte-contract/endpoints/domains";
import { soleRun } from "@sekimori/kit-development/testing/sole-run";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  amplePlan,
  startTestKarte,
  type TestKarte,
  type TestWorkspace,
} from "../../testing/test-karte.ts";

// Automatic scans of domains that the plan has no room for, or that it scans less often.

let karte: TestKarte;
let workspace: TestWorkspace;
beforeEach(async () => {
  karte = await startTestKarte();
  workspace = await karte.workspace();
  for (const name of ["first.example.jp", "second.example.jp"]) {
    const { id } = await workspace.owner.browser.call(addDomain, { body: { name } });
    const body = { schedule: "daily" as const };
    await workspace.owner.browser.call(changeDomain, { params: { id }, body });
    karte.clock.advance(1_000);
  }
  await karte.database.owner.pool.query(
    "update karte.domain set proof = 1, proof_until = now() + interval '30 days', consented = true",
  );
});
afterEach(() => karte.close());

async function plan(narrowed: Partial<(typeof amplePlan)["entitlements"]>): Promise<void> {
  const entitlements = { ...amplePlan.entitlements, ...narrowed };
  karte.contracts.set(workspace.owner.id, { ...amplePlan, entitlements });
  await karte.hear("plan-changed", workspace.owner.id);
}

/** How each domain's automatic scans stand. */
async function shown() {
  const query = { sort: "name", order: "asc" } as const;
  const { domains } = await workspace.owner.browser.call(listDomains, { query });
  return domains.map(({ rests, nextRunAt }) => ({ rests, comes: nextRunAt !== null }));
}

/** Whether each domain has a scan queued a day and a half later. */
async function queued() {
  karte.clock.advance(36 * 3_600_000);
  const job = karte.jobs.find(({ name }) => name === "karte.look-for-runs");
  await job?.perform({ dueAt: karte.clock.now().toISOString() }, soleRun());
  const { rows } = await karte.database.owner.pool.query<{ name: string }>(
    "select d.name from karte.run r join karte.domain d on d.id = r.domain_id order by d.name",
  );
  return rows.map(({ name }) => name);
}

test("a plan that holds them scans them all, and says when", async () => {
  expect(await shown()).toEqual(Array(2).fill({ rests: null, comes: true }));
  expect(await queued()).toEqual(["first.example.jp", "second.example.jp"]);
});

test("a domain beyond the plan's count rests, and names no next scan", async () => {
  await plan({ domains: 1 });
  expect(await shown()).toEqual([
    { rests: null, comes: true },
    { rests: "domains", comes: false },
  ]);
  expect(await queued()).toEqual(["first.example.jp"]);
});

test.each(["none", "weekly"] as const)(
  "a daily scan rests in a plan whose densest is %s, and comes back with the plan",
  async (schedule) => {
    await plan({ schedule });
    expect(await shown()).toEqual(Array(2).fill({ rests: "schedule", comes: false }));
    expect(await queued()).toEqual([]);
    await plan({});
    expect(await shown()).toEqual(Array(2).fill({ rests: null, comes: true }));
    expect(await queued()).toEqual(["first.example.jp", "second.example.jp"]);
  },
);
