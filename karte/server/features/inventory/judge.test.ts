import { getFinding, listFindings } from "@sekimori/karte-contract/endpoints/findings";
import {
  assetConsequences,
  judgeAsset,
  listAssets,
} from "@sekimori/karte-contract/endpoints/inventory";
import { getOverview } from "@sekimori/karte-contract/endpoints/overview";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedLargeWorkspace } from "../../sample/large-workspace.ts";
import { startTestKarte, type TestKarte, type TestWorkspace } from "../../testing/test-karte.ts";

let karte: TestKarte;
let workspace: TestWorkspace;
beforeAll(async () => {
  karte = await startTestKarte();
  workspace = await karte.workspace();
  await seedLargeWorkspace(karte.database.owner.pool, {
    workspaceId: workspace.id,
    domains: 2,
    findingsPerDomain: 6,
    others: 0,
    observations: 0,
  });
  // The seed's findings are of the domains themselves; here some are of a host below one.
  await karte.database.owner.pool.query(
    `update karte.finding set host = 'www.' || host
     where id in (select id from karte.finding where is_open = 1 order by id limit 3)`,
  );
});
afterAll(() => karte?.close());

const states = ["new", "open", "accepted", "fixed", "gone"];
const findings = async (host: string) => {
  const query = { host, state: states.join(","), size: 100 };
  return (await workspace.owner.browser.call(listFindings, { query })).findings;
};
const open = async () =>
  Object.values((await workspace.owner.browser.call(getOverview, { query: {} })).open).reduce(
    (sum, count) => sum + count,
    0,
  );

test("an asset that is ignored takes its open findings along as gone, says how many before, and the counts follow", async () => {
  const { browser } = workspace.owner;
  const { assets } = await browser.call(listAssets, { query: { type: "host", size: 100 } });
  const found = await Promise.all(
    assets.map(async (asset) => ({ asset, findings: await findings(asset.name) })),
  );
  const [host] = found.filter((one) => one.findings.length > 0);
  if (host === undefined) throw new Error("A host has findings.");
  const params = { id: host.asset.id };
  const before = await open();
  const falls = await browser.call(assetConsequences, { params });
  expect(falls).toMatchObject({ assets: 1, findings: host.findings.length });
  const judged = await browser.call(judgeAsset, { params, body: { state: "ignored" } });
  expect(judged).toEqual({ assets: 1, findings: host.findings.length });
  for (const { id } of host.findings) {
    const { state, closedAt, history } = await browser.call(getFinding, { params: { id } });
    expect(state).toBe("gone");
    expect(closedAt).not.toBeNull();
    expect(history[0]).toMatchObject({ reason: "asset-gone", by: { id: workspace.owner.id } });
  }
  expect(await open()).toBe(before - host.findings.length);
  const [ignored] = (await browser.call(listAssets, { query: { state: "ignored" } })).assets;
  expect(ignored).toMatchObject({ id: host.asset.id, openFindings: 0 });
});
