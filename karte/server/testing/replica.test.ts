import { createMetrics } from "@sekimori/kit-server/metrics";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestKarte, type TestKarte, type TestWorkspace } from "./test-karte.ts";

// Karte with its own database as its replica: what is asked there cannot write, and is counted.

const metrics = createMetrics();
let karte: TestKarte;
let workspace: TestWorkspace;
let domain: string;
beforeAll(async () => {
  karte = await startTestKarte({ metrics, readsApart: true });
  workspace = await karte.workspace();
  const added = await workspace.owner.browser.request({
    method: "POST",
    url: "/v1/domains",
    body: { name: "replica.example.jp" },
  });
  domain = (added.json() as { id: string }).id;
  // A slow machine may not have said in time how far the log went; then the primary would answer.
  workspace.owner.browser.cookies.delete("karte_changed");
  // The first reading begins to look at the replica.
  await vi.waitFor(async () => expect(await endOf("/v1/domains")).toBe("answered"), {
    timeout: 15_000,
  });
});
afterAll(() => karte.close());

/** Of all readings so far, how each ended. */
async function ends(): Promise<ReadonlyMap<string, number>> {
  const figure = (await metrics.readings()).find(
    ({ name }) => name === "sekimori_replica_reads_total",
  );
  return new Map(figure?.values.map(({ labels, value }) => [labels.end ?? "", value]));
}

/** How the reading of a call ended; undefined where the primary was asked at once. */
async function endOf(url: string, headers: Record<string, string> = {}) {
  const before = await ends();
  const answer = await workspace.owner.browser.request({ url, headers });
  expect(answer.status, answer.text).toBe(200);
  return [...(await ends())].find(([end, count]) => count !== before.get(end))?.[0];
}

test.each([
  "/v1/domains",
  "/v1/domains?q=replica",
  "/v1/findings",
  "/v1/findings/grouped",
  "/v1/assets",
  "/v1/candidates",
  "/v1/overview",
  "/v1/search?q=replica",
  "/v1/activity",
])("%s is read where nothing can be written", async (url) => {
  expect(await endOf(url)).toBe("answered");
});

test("so is a domain; who may do what, and what goes on, is asked of the primary", async () => {
  expect(await endOf(`/v1/domains/${domain}`)).toBe("answered");
  for (const url of ["/v1/session", "/v1/runs", "/v1/people", "/v1/contract", "/v1/domains/bulk"]) {
    expect([url, await endOf(url)]).toEqual([url, undefined]);
  }
});

test("what the replica does not have is looked for at the primary before it is said to be missing", async () => {
  const before = (await ends()).get("again") ?? 0;
  const none = await workspace.owner.browser.request({
    url: "/v1/domains/00000000-0000-4000-8000-000000000000",
  });
  expect(none.status).toBe(404);
  expect((await ends()).get("again")).toBe(before + 1);
});

test("another's workspace is as closed there", async () => {
  const stranger = await karte.workspace();
  const listed = await stranger.owner.browser.request({ url: "/v1/domains" });
  expect((listed.json() as { domains: unknown[] }).domains).toEqual([]);
  expect((await stranger.owner.browser.request({ url: `/v1/domains/${domain}` })).status).toBe(404);
});

test("a browser is told how far it changed something, and nobody who only reads", async () => {
  const { browser } = workspace.owner;
  browser.cookies.delete("karte_changed");
  await browser.request({ url: "/v1/domains" });
  expect(browser.cookies.get("karte_changed")).toBeUndefined();
  await browser.request({
    method: "POST",
    url: "/v1/domains",
    body: { name: "second.example.jp" },
  });
  expect(browser.cookies.get("karte_changed")).toMatch(/^[0-9A-F]+-[0-9A-F]+$/);
  // As if the replica had not come so far.
  browser.cookies.set("karte_changed", "FFFFFFFF-FFFFFFFF");
  expect(await endOf("/v1/domains")).toBe("own_write");
  browser.cookies.set("karte_changed", "made up");
  expect(await endOf("/v1/domains")).toBe("answered");
});

test("who was told that a scan went on is not answered from before", async () => {
  await karte.database.owner.pool.query("select pg_notify('karte_run', $1)", [
    `${workspace.id} 00000000-0000-4000-8000-000000000000`,
  ]);
  await expect.poll(() => karte.context.lastChange(workspace.id)).toBeDefined();
  const change = karte.context.lastChange(workspace.id) ?? 0;
  expect(change).toBeLessThanOrEqual(performance.now());
  await expect.poll(() => endOf("/v1/domains")).toBe("answered");
});
