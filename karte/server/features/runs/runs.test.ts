import { rr } from "@sekimori/diagnosis/fixtures/dns/zone";
import { fixtureAuthority } from "@sekimori/diagnosis/fixtures/pki/fixture-authority";
import { SOUND_HEADERS, site } from "@sekimori/diagnosis/fixtures/site";
import { startHttpServer, startTlsServer } from "@sekimori/diagnosis/fixtures/tls/tls-server";
import { startWorld, type World } from "@sekimori/diagnosis/fixtures/world";
import { challengeRecord } from "@sekimori/diagnosis/ownership";
import { consentVersion } from "@sekimori/karte-contract/consent-statements";
import {
  addDomain,
  changeDomain,
  checkProof,
  getDomain,
  giveConsent,
} from "@sekimori/karte-contract/endpoints/domains";
import {
  commentFinding,
  getFinding,
  groupFindings,
  listFindings,
  recheckFinding,
  selectFindings,
  workFindings,
} from "@sekimori/karte-contract/endpoints/findings";
import { createGroup } from "@sekimori/karte-contract/endpoints/groups";
import {
  assetConsequences,
  judgeAsset,
  listAssets,
} from "@sekimori/karte-contract/endpoints/inventory";
import { getOverview, search } from "@sekimori/karte-contract/endpoints/overview";
import { cancelRun, compareRuns, getRun, startRun } from "@sekimori/karte-contract/endpoints/runs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  amplePlan,
  startTestKarte,
  type TestKarte,
  type TestWorkspace,
} from "../../testing/test-karte.ts";

const token = "a-token-for-tests-only";

/** The one page of the shop; a test takes its headers away and puts them back. */
const sound = site({ headers: SOUND_HEADERS });
const bare = site({});
let pages = bare;
/** A check that the sound page passes and the bare one does not. */
let mended: string | undefined;

let world: World;
let karte: TestKarte;
let workspace: TestWorkspace;
let domain: string;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  const { root } = await fixtureAuthority();
  const shown: typeof sound = (...given) => pages(...given);
  world = await startWorld({
    trustAnchors: [root.certificate],
    zones: [
      {
        name: "shop.test",
        records: (at) => [
          rr("shop.test", "A", at("web")),
          rr("_sekimori-challenge.shop.test", "TXT", challengeRecord(token)),
        ],
      },
    ],
    machines: {
      web: {
        ports: {
          443: (listen) => startTlsServer("shop.test", { pages: shown }, listen),
          80: (listen) => startHttpServer(shown, listen),
        },
      },
    },
  });
  karte = await startTestKarte({ fixtures: world.network });
  workspace = await karte.workspace();
  const { browser } = workspace.owner;
  ({ id: domain } = await browser.call(addDomain, { body: { name: "shop.test" } }));
  await karte.database.owner.pool.query("update karte.domain set proof_token = $1", [token]);
  worker = await karte.work();
});
afterAll(async () => {
  await worker?.stop();
  await karte?.close();
  await world?.stop();
});

async function ended(run: string) {
  return expect.poll(
    async () => {
      const { state } = await workspace.owner.browser.call(getRun, { params: { id: run } });
      return state;
    },
    { timeout: 50_000, interval: 200 },
  );
}

async function diagnosed(): Promise<string> {
  const { run } = await workspace.owner.browser.call(startRun, { body: { domain } });
  await (await ended(run.id)).toBe("finished");
  return run.id;
}

const findings = async (query: object = {}) =>
  (await workspace.owner.browser.call(listFindings, { query: { size: 100, ...query } })).findings;

describe("a domain on its way to its first result", () => {
  test("is not diagnosed before it is proved and agreed to", async () => {
    const { browser } = workspace.owner;
    const unproved = await browser.attempt(startRun, { body: { domain } });
    expect(unproved.error().type).toBe("ProofMissing");
    const proof = await browser.call(checkProof, { params: { id: domain }, body: {} });
    expect(proof).toMatchObject({
      state: "proved",
      method: "dns-txt",
      covers: { kind: "domain", name: "shop.test" },
    });
    const unasked = await browser.attempt(startRun, { body: { domain } });
    expect(unasked.error().type).toBe("ConsentMissing");
    await browser.call(giveConsent, {
      params: { id: domain },
      body: {
        version: consentVersion,
        organisation: "株式会社見本",
        thirdPartyHosting: "no",
        agreed: true,
      },
    });
  });

  test("is diagnosed, and lists, counts and overview agree", async () => {
    const run = await diagnosed();
    const { browser } = workspace.owner;
    const page = await browser.call(getDomain, { params: { id: domain } });
    expect(page.grade).not.toBeNull();
    expect(page.runs[0]).toMatchObject({ id: run, state: "finished", kind: "manual" });
    expect(page.history).toHaveLength(1);
    const open = await findings();
    expect(open.length).toBeGreaterThan(3);
    expect(open.every(({ state }) => state === "new")).toBe(true);
    const counted = Object.values(page.open).reduce((sum, count) => sum + count, 0);
    expect(counted).toBe(open.length);
    const overview = await browser.call(getOverview, { query: {} });
    expect(overview).toMatchObject({ score: page.score, grade: page.grade, open: page.open });
    expect(overview.checklist).toEqual({ domainAdded: true, proved: true, diagnosed: true });
    expect(overview.first.length).toBeGreaterThan(0);
    const urgent = overview.first.map(({ priority }) => priority.value);
    expect(urgent).toEqual(urgent.toSorted((a, b) => b - a));
    const { groups } = await browser.call(groupFindings, { query: {} });
    expect(groups.reduce((sum, group) => sum + group.findings, 0)).toBe(open.length);
    const { assets } = await browser.call(listAssets, { query: {} });
    expect(assets.map(({ name }) => name)).toContain("shop.test");
  });
});

describe("working through findings", () => {
  test("assign, comment, accept until a date; the end of it comes by itself", async () => {
    const { browser } = workspace.owner;
    const [first] = await findings();
    if (!first) throw new Error("there are findings");
    const work = (act: object) =>
      browser.call(workFindings, { body: { findings: [first.id], act: act as never } });
    await work({ kind: "assign", assignee: workspace.owner.id });
    await browser.call(commentFinding, {
      params: { id: first.id },
      body: { text: "<script>alert(1)</script>" },
    });
    const until = new Date(karte.clock.now().getTime() + 86_400_000).toISOString();
    const { changed } = await work({
      kind: "accept",
      reason: "risk-taken",
      until,
      text: "来月に対応",
    });
    expect(changed).toBe(1);
    const page = await browser.call(getFinding, { params: { id: first.id } });
    expect(page).toMatchObject({
      state: "accepted",
      acceptance: { reason: "risk-taken", until, text: "来月に対応", by: { name: "守 関" } },
      assignee: { id: workspace.owner.id },
    });
    expect(page.history.map(({ kind }) => kind)).toEqual([
      "state",
      "comment",
      "assignment",
      "state",
    ]);
    const before = (await browser.call(getOverview, { query: {} })).open[first.severity];
    karte.clock.advance(2 * 86_400_000);
    await expect
      .poll(async () => (await browser.call(getFinding, { params: { id: first.id } })).state, {
        timeout: 40_000,
      })
      .toBe("open");
    const after = (await browser.call(getOverview, { query: {} })).open[first.severity];
    expect(after).toBe((before ?? 0) + 1);
    karte.clock.reset();
  });

  test("a date in the past or beyond a year is refused", async () => {
    const [first] = await findings();
    for (const days of [-1, 400]) {
      const until = new Date(Date.now() + days * 86_400_000).toISOString();
      const answer = await workspace.owner.browser.attempt(workFindings, {
        body: {
          findings: [first?.id ?? ""],
          act: { kind: "accept", reason: "risk-taken", until, text: "x" },
        },
      });
      expect(answer.error().fields).toEqual([{ path: "act.until", code: "invalid" }]);
    }
  });

  test("search finds findings by the words of their check, hosts and groups", async () => {
    const { browser } = workspace.owner;
    const kinds = async (q: string) =>
      (await browser.call(search, { query: { q } })).results.map(({ kind }) => kind);
    expect(await kinds("shop")).toEqual(expect.arrayContaining(["domain", "asset", "finding"]));
    expect(await kinds("shpo.test")).toContain("domain");
    expect(await kinds("ない名前")).toEqual([]);
    expect(await kinds("守 関")).toContain("person");
  });
});

test("what is mended is fixed, what comes back is reopened, and two runs can be compared", async () => {
  const { browser } = workspace.owner;
  const from = (await browser.call(getDomain, { params: { id: domain } })).runs[0]?.id ?? "";
  const before = await findings({ category: "http" });
  pages = sound;
  const to = await diagnosed();
  const fixed = await findings({ state: "fixed", category: "http" });
  expect(fixed.length).toBeGreaterThan(0);
  mended = fixed[0]?.check;
  expect(fixed.length).toBeLessThanOrEqual(before.length);
  const comparison = await browser.call(compareRuns, { query: { from, to } });
  expect(
    comparison.changes.filter(({ kind }) => kind === "disappeared").length,
  ).toBeGreaterThanOrEqual(fixed.length);
  pages = bare;
  await diagnosed();
  const [back] = await findings({ category: "http", check: fixed[0]?.check });
  const page = await browser.call(getFinding, { params: { id: back?.id ?? "" } });
  expect(page).toMatchObject({ state: "open", reopened: 1 });
  expect(page.history.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining(["check-passed", "seen-again"]),
  );
});

test("a group's overview has the history of its domains, and ends where they stand now", async () => {
  const { browser } = workspace.owner;
  const { id: group } = await browser.call(createGroup, { body: { name: "Shops" } });
  const empty = await browser.call(getOverview, { query: { group } });
  expect(empty.history).toEqual([]);
  await browser.call(changeDomain, { params: { id: domain }, body: { groups: [group] } });
  const { score, grade, history, domains } = await browser.call(getOverview, { query: { group } });
  expect(domains).toMatchObject({ all: 1, diagnosed: 1 });
  expect(score).not.toBeNull();
  expect(history.at(-1)).toMatchObject({ score, grade });
  expect(history.at(-1)?.scoreVersion).not.toBe("");
});

/** What each open finding of a domain is worth. */
async function pointsByKey(): Promise<ReadonlyMap<string, number>> {
  const { rows } = await karte.database.owner.pool.query<{ key: string; points: number }>(
    "select key, points from karte.finding where domain_id = $1 and closed_at is null",
    [domain],
  );
  return new Map(rows.map(({ key, points }) => [key, points]));
}

test("a re-check that finds everything as it was changes no finding's points", async () => {
  const { browser } = workspace.owner;
  const before = await pointsByKey();
  const [one] = await findings({ check: mended });
  if (!one) throw new Error("there are findings");
  const run = await browser.call(recheckFinding, { params: { id: one.id }, body: {} });
  await (await ended(run.id)).toBe("finished");
  expect(await pointsByKey()).toEqual(before);
  expect(Math.max(...before.values())).toBeGreaterThan(0);
  await karte.database.owner.pool.query("update karte.recheck_use set used = 0");
});

test("a re-check looks at one finding only and leaves all others as they are", async () => {
  const { browser } = workspace.owner;
  const all = await findings();
  // What the sound page mends; a check that looks elsewhere would rightly stay as it is.
  const [one] = all.filter(({ check }) => check === mended);
  if (!one) throw new Error("there are findings");
  pages = sound;
  const { score, grade } = await browser.call(getDomain, { params: { id: domain } });
  const counted = async () =>
    (await browser.call(getFinding, { params: { id: one.id } })).rechecks.used;
  expect(await counted()).toBe(0);
  const run = await browser.call(recheckFinding, { params: { id: one.id }, body: {} });
  expect(await counted()).toBe(1);
  await (await ended(run.id)).toBe("finished");
  pages = bare;
  expect((await browser.call(getFinding, { params: { id: one.id } })).state).toBe("fixed");
  const same = all.filter(({ check }) => check === one.check).length;
  expect((await findings()).length).toBeGreaterThanOrEqual(all.length - same);
  const page = await browser.call(getDomain, { params: { id: domain } });
  expect(page.runs[0]?.kind).toBe("recheck");
  // One check says nothing of the whole: the grade stays, and points are still computed from all of it.
  expect(page).toMatchObject({ score, grade });
  const left = await pointsByKey();
  expect(left.size).toBeGreaterThan(3);
  // None is worth more than is missing, as the one check alone would have it.
  const missing = 100.5 - (score ?? 0);
  for (const worth of left.values()) expect(worth).toBeLessThanOrEqual(missing);
  expect(Math.max(...left.values())).toBeGreaterThan(0);

  // How many there are a day is the contract's to say.
  const params = { id: one.id };
  const { limit } = (await browser.call(getFinding, { params })).rechecks;
  expect(limit).toBe(amplePlan.entitlements.findingRechecksPerDay);
  await karte.database.owner.pool.query("update karte.recheck_use set used = $1", [limit]);
  const spent = await browser.attempt(recheckFinding, { params, body: {} });
  expect(spent.error()).toMatchObject({ type: "RecheckSpent", data: { limit } });
});

test("what is not ours takes its services and findings with it, and says so before", async () => {
  const { browser } = workspace.owner;
  const [address] = (await browser.call(listAssets, { query: { type: "ip" } })).assets;
  if (!address) throw new Error("there is an address");
  const services = async () =>
    (await browser.call(listAssets, { query: { type: "service", state: "not-ours" } })).assets;
  expect(await services()).toEqual([]);
  const params = { id: address.id };
  const falls = await browser.call(assetConsequences, { params });
  expect(falls.names).toContain(`${address.name} 443`);
  const judged = await browser.call(judgeAsset, { params, body: { state: "not-ours" } });
  expect(judged.assets).toBe(falls.assets);
  expect((await services()).length).toBe(falls.assets - 1);
});

test("a selection of findings has the ids of those that match, and no others", async () => {
  const { browser } = workspace.owner;
  const some = await browser.call(selectFindings, { body: { category: "http" } });
  expect(some.more).toBe(false);
  const listed = await findings({ category: "http" });
  expect(some.findings.toSorted()).toEqual(listed.map(({ id }) => id).toSorted());
  expect(listed.length).toBeLessThan((await findings()).length);
});

test("a run is cancelled soon after it was asked for", async () => {
  const { browser } = workspace.owner;
  const { run } = await browser.call(startRun, { body: { domain } });
  await expect
    .poll(async () => (await browser.call(getRun, { params: { id: run.id } })).state)
    .toBe("running");
  const asked = performance.now();
  await browser.call(cancelRun, { params: { id: run.id }, body: {} });
  await expect
    .poll(async () => (await browser.call(getRun, { params: { id: run.id } })).state, {
      interval: 50,
    })
    .toMatch(/cancelled|finished/);
  // A second on an idle machine; a busy one has other things to do.
  expect(performance.now() - asked).toBeLessThan(10_000);
});

test("a run whose worker died is taken up by another and counted once", async () => {
  const { browser } = workspace.owner;
  await worker.stop();
  const { run } = await browser.call(startRun, { body: { domain } });
  await karte.database.owner.pool.query(
    `update karte.run set state = 2, worker = gen_random_uuid(), attempts = 1,
       heartbeat_at = now() - interval '2 minutes' where id = $1`,
    [run.id],
  );
  expect((await browser.call(getRun, { params: { id: run.id } })).state).toBe("silent");
  worker = await karte.work();
  await (await ended(run.id)).toBe("finished");
  const { rows } = await karte.database.owner.pool.query(
    "select count(*)::int as runs from karte.grade_history where run_id = $1",
    [run.id],
  );
  expect(rows).toEqual([{ runs: 1 }]);
});
