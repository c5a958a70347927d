import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import { cancelRun, startRun } from "@sekimori/karte-contract/endpoints/runs";
import { getSession } from "@sekimori/karte-contract/endpoints/session";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  amplePlan,
  startTestKarte,
  type TestKarte,
  type TestWorkspace,
} from "../../testing/test-karte.ts";

let karte: TestKarte;
beforeAll(async () => {
  karte = await startTestKarte();
});
afterAll(() => karte.close());

const freeRuns = {
  ...amplePlan,
  plan: "free" as const,
  entitlements: { ...amplePlan.entitlements, manualRunsPerMonth: 5 },
};

/** Domains that may be examined at once. */
async function ready(workspace: TestWorkspace, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const name = `q${index}-${workspace.id.slice(0, 8)}.example.jp`;
    ids.push((await workspace.owner.browser.call(addDomain, { body: { name } })).id);
  }
  await karte.database.owner.pool.query(
    "update karte.domain set proof = 1, consented = true where workspace_id = $1",
    [workspace.id],
  );
  return ids;
}

async function onFreePlan(): Promise<TestWorkspace> {
  const workspace = await karte.workspace();
  karte.contracts.set(workspace.owner.id, freeRuns);
  karte.clock.advance(120_000);
  await workspace.owner.browser.call(getSession, {});
  return workspace;
}

test("20 parallel requests over two workspaces of one contract: exactly 5", async () => {
  const first = await onFreePlan();
  const second = await karte.workspace(first.owner.id);
  const mine = await ready(first, 10);
  const other = await ready(second, 10);
  const answers = await Promise.all([
    ...mine.map((domain) => first.owner.browser.attempt(startRun, { body: { domain } })),
    ...other.map((domain) => second.owner.browser.attempt(startRun, { body: { domain } })),
  ]);
  const accepted = answers.filter(({ status }) => status === 200).length;
  process.stdout.write(`[row 26] asked for at once: ${answers.length}, accepted: ${accepted}\n`);
  expect(accepted).toBe(5);
  const sixth = answers.find(({ status }) => status !== 200)?.error();
  expect(sixth).toMatchObject({ type: "QuotaSpent", data: { limit: 5 } });
  expect(sixth?.data?.renewsAt).toMatch(/-\d\dT15:00:00\.000Z$/);
  const { rows } = await karte.database.owner.pool.query(
    "select used from karte.quota_use where contract_owner = $1",
    [first.owner.id],
  );
  expect(rows).toEqual([{ used: 5 }]);
});

test("a run that never began gives its part back, once", async () => {
  const workspace = await onFreePlan();
  const [domain = ""] = await ready(workspace, 1);
  const { browser } = workspace.owner;
  const { run, quota } = await browser.call(startRun, { body: { domain } });
  expect(quota).toMatchObject({ limit: 5, used: 1 });
  await Promise.all(
    [1, 2, 3].map(() => browser.call(cancelRun, { params: { id: run.id }, body: {} })),
  );
  const session = await browser.call(getSession, {});
  expect(session.workspace?.quota.used).toBe(0);
});

test("what is under way is not begun again, and costs nothing", async () => {
  const workspace = await onFreePlan();
  const [domain = ""] = await ready(workspace, 1);
  const { browser } = workspace.owner;
  await browser.call(startRun, { body: { domain } });
  const again = await browser.attempt(startRun, { body: { domain } });
  expect(again.error().type).toBe("AlreadyRunning");
  expect((await browser.call(getSession, {})).workspace?.quota.used).toBe(1);
});

test("a run gives its part back to its own month and contract alone", async () => {
  const [workspace, other] = [await onFreePlan(), await onFreePlan()];
  const [first = "", second = "", third = ""] = await ready(workspace, 3);
  const { browser } = workspace.owner;
  const { run } = await browser.call(startRun, { body: { domain: first } });
  await browser.call(startRun, { body: { domain: second } });
  const [theirs = ""] = await ready(other, 1);
  await other.owner.browser.call(startRun, { body: { domain: theirs } });
  const { renewsAt } = (await browser.call(getSession, {})).workspace?.quota ?? {};
  karte.clock.set(new Date(Date.parse(renewsAt ?? "") + 1_000));
  await browser.call(startRun, { body: { domain: third } });
  // It has waited since the month before.
  await browser.call(cancelRun, { params: { id: run.id }, body: {} });
  expect((await browser.call(getSession, {})).workspace?.quota.used).toBe(1);
  karte.clock.reset();
  const { rows } = await karte.database.owner.pool.query(
    `select contract_owner as owner, used from karte.quota_use
     where contract_owner in ($1, $2) order by month, contract_owner = $1`,
    [workspace.owner.id, other.owner.id],
  );
  expect(rows).toEqual([
    { owner: other.owner.id, used: 1 },
    { owner: workspace.owner.id, used: 1 },
    { owner: workspace.owner.id, used: 1 },
  ]);
});

test("a new month in Tokyo has its own five", async () => {
  const workspace = await onFreePlan();
  const ids = await ready(workspace, 6);
  const { browser } = workspace.owner;
  for (const domain of ids.slice(0, 5)) await browser.call(startRun, { body: { domain } });
  const [last = ""] = ids.slice(5);
  expect((await browser.attempt(startRun, { body: { domain: last } })).status).toBe(409);
  const renewsAt = (await browser.call(getSession, {})).workspace?.quota.renewsAt ?? "";
  karte.clock.set(new Date(Date.parse(renewsAt) + 1_000));
  expect((await browser.attempt(startRun, { body: { domain: last } })).status).toBe(200);
  karte.clock.reset();
});
