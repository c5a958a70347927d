import { randomUUID } from "node:crypto";
import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import { listAssets } from "@sekimori/karte-contract/endpoints/inventory";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestKarte, type TestKarte, type TestWorkspace } from "../testing/test-karte.ts";
import { inScope, wholeWorkspace } from "./scope.ts";

// docs/operate/scaling.md tells an operator how a month of observations is moved away.

let karte: TestKarte;
let workspace: TestWorkspace;
const query = (text: string, values: unknown[] = []) =>
  karte.database.owner.pool.query(text, values);

/** A month that is long over, and this one. */
const old = "asset_observation_2025_01";
const seen = ["2025-01-20T03:00:00Z", new Date().toISOString()] as const;

beforeAll(async () => {
  karte = await startTestKarte();
  workspace = await karte.workspace();
  await query("select karte.prepare_months('2025-01-15')");
  const { id: domain } = await workspace.owner.browser.call(addDomain, {
    body: { name: "shop.example.jp" },
  });
  const asset = randomUUID();
  await query(
    `insert into karte.asset (id, workspace_id, domain_id, key, type, name, state, detail,
       first_seen_at, last_seen_at) values ($1, $2, $3, 'x', 2, 'shop.example.jp', 2, $6, $4, $5)`,
    [
      asset,
      workspace.id,
      domain,
      ...seen,
      { addresses: [], ports: [], product: null, version: null, certificate: null, foundBy: [] },
    ],
  );
  for (const at of seen) {
    await query(
      "insert into karte.asset_observation values ($1, $2, $3, gen_random_uuid(), $4, 1)",
      [workspace.id, domain, asset, at],
    );
  }
});
afterAll(() => karte?.close());

/** Observations that the application sees of the workspace. */
const observed = () =>
  inScope(karte.context.db, wholeWorkspace(workspace.id), async (tx) => {
    const { length } = await tx.selectFrom("karte.asset_observation").select("seen_at").execute();
    return length;
  });
const inOldMonth = async () => {
  const { rows } = await query(`select count(*)::int as n from karte.${old}`);
  return rows[0].n;
};

test("an old month is moved away and brought back, while everything goes on", async () => {
  expect(await observed()).toBe(2);
  expect(await inOldMonth()).toBe(1);
  // By itself a month is closed to the application, before and afterwards.
  const direct = () => karte.database.application.pool.query(`select from karte.${old}`);
  await expect(direct()).rejects.toThrow(/permission denied/);

  await query(`alter table karte.asset_observation detach partition karte.${old} concurrently`);
  expect(await observed()).toBe(1);
  expect(await inOldMonth()).toBe(1);
  await expect(direct()).rejects.toThrow(/permission denied/);
  const { assets } = await workspace.owner.browser.call(listAssets, { query: {} });
  expect(assets.map(({ firstSeenAt }) => firstSeenAt)).toEqual([new Date(seen[0]).toISOString()]);
  // The job that makes months ahead leaves what was moved away alone.
  await query("select karte.prepare_months(current_date)");
  expect(await observed()).toBe(1);

  await query(`alter table karte.asset_observation attach partition karte.${old}
    for values from ('2025-01-01') to ('2025-02-01')`);
  expect(await observed()).toBe(2);
});

test("a month that is gone for good is missed by nobody", async () => {
  await query(`alter table karte.asset_observation detach partition karte.${old}`);
  await query(`drop table karte.${old}`);
  expect(await observed()).toBe(1);
  expect((await workspace.owner.browser.call(listAssets, { query: {} })).assets).toHaveLength(1);
});
