import { randomUUID } from "node:crypto";
import { rr } from "@sekimori/diagnosis/fixtures/dns/zone";
import { fixtureAuthority } from "@sekimori/diagnosis/fixtures/pki/fixture-authority";
import { SOUND_HEADERS, site } from "@sekimori/diagnosis/fixtures/site";
import { startHttpServer, startTlsServer } from "@sekimori/diagnosis/fixtures/tls/tls-server";
import { startWorld, type World } from "@sekimori/diagnosis/fixtures/world";
import { challengeRecord } from "@sekimori/diagnosis/ownership";
import { consentVersion } from "@sekimori/karte-contract/consent-statements";
import { listActivity } from "@sekimori/karte-contract/endpoints/activity";
import {
  findCandidates,
  importCandidates,
  judgeCandidates,
  listCandidates,
  scanNewHosts,
} from "@sekimori/karte-contract/endpoints/discovery";
import {
  addDomain,
  checkProof,
  getDomain,
  giveConsent,
  listDomains,
  withdrawConsent,
} from "@sekimori/karte-contract/endpoints/domains";
import { listAssets } from "@sekimori/karte-contract/endpoints/inventory";
import { startRun } from "@sekimori/karte-contract/endpoints/runs";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  amplePlan,
  startTestKarte,
  type TestKarte,
  type TestWorkspace,
} from "../../testing/test-karte.ts";
import { newHostsJob } from "./new-hosts.ts";
import { addressesIn } from "./search-service.ts";

const token = "a-token-for-tests-only";
/** Of a domain that is a subdomain of another's. */
const tokenBelow = "another-token-for-tests";
/** A public address, of which only its name is asked. */
const address = "9.9.9.9";

let world: World;
let karte: TestKarte;
let workspace: TestWorkspace;
let domain: string;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  const { root } = await fixtureAuthority();
  const pages = site({ headers: SOUND_HEADERS });
  world = await startWorld({
    trustAnchors: [root.certificate],
    zones: [
      {
        name: "shop.test",
        records: (at) => [
          rr("shop.test", "A", at("web")),
          rr("_sekimori-challenge.shop.test", "TXT", challengeRecord(token)),
          rr("www.shop.test", "A", at("web")),
          rr("blog.shop.test", "CNAME", "blog.provider.test"),
          rr("vpn.shop.test", "A", address),
          rr("dev.shop.test", "A", at("web")),
          rr("eu.shop.test", "A", at("web")),
          rr("_sekimori-challenge.eu.shop.test", "TXT", challengeRecord(tokenBelow)),
          rr("a.eu.shop.test", "A", at("web")),
        ],
      },
      { name: "sh0p.test", records: (at) => [rr("sh0p.test", "A", at("web"))] },
      {
        name: "shop-login.test",
        records: (at) => [
          rr("shop-login.test", "A", at("web")),
          rr("shop-login.test", "MX", { preference: 10, exchange: "mx.shop.test" }),
        ],
      },
      { name: "provider.test", records: (at) => [rr("blog.provider.test", "A", at("web"))] },
      {
        name: "9.in-addr.arpa",
        records: () => [rr("9.9.9.9.in-addr.arpa", "PTR", "vpn.shop.test")],
      },
    ],
    machines: {
      web: {
        ports: {
          443: (listen) => startTlsServer("shop.test", { pages }, listen),
          80: (listen) => startHttpServer(pages, listen),
        },
      },
    },
  });
  karte = await startTestKarte({
    fixtures: world.network,
    certificateLog: {
      names: async () => ["*.shop.test", "new.shop.test", "shop-group.test", "not a name"],
    },
  });
  workspace = await karte.workspace();
  const { browser } = workspace.owner;
  ({ id: domain } = await browser.call(addDomain, { body: { name: "shop.test" } }));
  await karte.database.owner.pool.query("update karte.domain set proof_token = $1", [token]);
  await browser.call(checkProof, { params: { id: domain }, body: {} });
  worker = await karte.work();
});
afterAll(async () => {
  await worker?.stop();
  await karte?.close();
  await world?.stop();
});

const listed = (state = "new") =>
  workspace.owner.browser.call(listCandidates, { query: { state } as never });
const candidate = async (name: string, state = "new") =>
  (await listed(state)).candidates.find((one) => one.name.ascii === name);
const searched = () =>
  expect.poll(async () => (await listed()).search?.finishedAt ?? null, { timeout: 40_000 });

async function judge(name: string, state: "added" | "dismissed" | "new", from = "new") {
  const { id = "" } = (await candidate(name, from)) ?? {};
  const body = { candidates: [id], state };
  return workspace.owner.browser.call(judgeCandidates, { body });
}

test("from what is proved to names beside it, each with the path that led there", async () => {
  const { browser } = workspace.owner;
  expect(await listed()).toMatchObject({ candidates: [], search: null, certificateLog: true });
  await browser.call(findCandidates, { body: {} });
  await (await searched()).not.toBeNull();
  const { candidates } = await listed();
  const facts = candidates.map(({ name, strength, paths }) => ({
    name: name.ascii,
    strength,
    paths: paths.map(({ relation, from, evidence }) => `${relation} ${from} ${evidence}`),
  }));
  expect(facts).toEqual([
    {
      name: "new.shop.test",
      strength: "strong",
      paths: ["certificate-log shop.test new.shop.test"],
    },
    {
      name: "shop-group.test",
      strength: "strong",
      paths: ["certificate-log shop.test shop-group.test"],
    },
    {
      name: "shop-login.test",
      strength: "medium",
      paths: [
        "mail-host shop.test mx.shop.test",
        expect.stringMatching(/^look-alike shop\.test A 127\..*MX mx\.shop\.test$/),
      ],
    },
    {
      name: "sh0p.test",
      strength: "weak",
      paths: [expect.stringMatching(/^look-alike shop\.test A 127\./)],
    },
  ]);
});

test("a file of addresses is read in whatever form, and leads to names that lead back", async () => {
  const text = `{"prefix": "${address}/32", "private": "10.0.0.1"}\n1.2.3.4.5, 300.1.1.1`;
  expect(addressesIn(text)).toEqual([address]);
  const body = { kind: "addresses", text } as const;
  expect(await workspace.owner.browser.call(importCandidates, { body })).toEqual({ read: 1 });
  await (await searched()).not.toBeNull();
  expect(await candidate("vpn.shop.test")).toMatchObject({
    strength: "strong",
    paths: [{ relation: "address-file", from: address, evidence: "PTR vpn.shop.test" }],
  });
  const nothing = { kind: "addresses", text: "nothing in it" } as const;
  const refused = await workspace.owner.browser.attempt(importCandidates, { body: nothing });
  expect(refused.error()).toMatchObject({ type: "InvalidInput", fields: [{ path: "text" }] });
});

test("a zone file's names below its domain are candidates, others and what is known are not", async () => {
  const text =
    "$ORIGIN shop.test.\nadmin IN A 192.0.2.1\n@ IN A 192.0.2.1\nx.other.test. A 192.0.2.1";
  const body = { kind: "zone", domain, text } as const;
  expect(await workspace.owner.browser.call(importCandidates, { body })).toEqual({ read: 1 });
  expect(await candidate("admin.shop.test")).toMatchObject({
    strength: "strong",
    paths: [{ relation: "zone-file", evidence: "line 2" }],
  });
  expect(await candidate("x.other.test")).toBeUndefined();
});

test("what is put aside stays aside, and comes back by hand alone", async () => {
  expect(await judge("sh0p.test", "dismissed")).toEqual({ changed: 1, domains: 0, hosts: 0 });
  await workspace.owner.browser.call(findCandidates, { body: {} });
  await (await searched()).not.toBeNull();
  expect(await candidate("sh0p.test")).toBeUndefined();
  expect(await judge("sh0p.test", "new", "dismissed")).toMatchObject({ changed: 1 });
  expect(await candidate("sh0p.test")).toBeDefined();
});

test("a name of its own becomes a domain that waits for proof and consent, within the plan", async () => {
  const { browser, id } = workspace.owner;
  const entitlements = { ...amplePlan.entitlements, domains: 1 };
  karte.contracts.set(id, { ...amplePlan, entitlements });
  await karte.hear("plan-changed", id);
  const { id: wanted = "" } = (await candidate("shop-group.test")) ?? {};
  const body = { candidates: [wanted], state: "added" as const };
  expect((await browser.attempt(judgeCandidates, { body })).error()).toMatchObject({
    type: "PlanLimit",
  });
  karte.contracts.set(id, amplePlan);
  await karte.hear("plan-changed", id);
  expect(await judge("shop-group.test", "added")).toEqual({ changed: 1, domains: 1, hosts: 0 });
  const { domains } = await browser.call(listDomains, { query: { q: "shop-group" } });
  expect(domains).toMatchObject([{ proof: "none", consented: false }]);
  const start = { body: { domain: domains[0]?.id ?? "" } };
  expect((await browser.attempt(startRun, start)).error().type).toBe("ProofMissing");
});

test("a name below what a record proves is approved there, and scanned once that is agreed to", async () => {
  const { browser } = workspace.owner;
  expect(await judge("vpn.shop.test", "added")).toEqual({ changed: 1, domains: 0, hosts: 1 });
  const { assets } = await browser.call(listAssets, { query: { q: "vpn.shop.test" } });
  expect(assets).toMatchObject([
    { state: "approved", foundBy: [{ source: "address", at: address }], domain: { id: domain } },
  ]);
  // Nothing is agreed to yet, so nothing is scanned.
  const { rows } = await karte.database.owner.pool.query("select from karte.run");
  expect(rows).toHaveLength(0);
});

test("subdomains are scanned as they appear, alone, where that is agreed to", {
  timeout: 120_000,
}, async () => {
  const { browser } = workspace.owner;
  const { pool } = karte.database.owner;
  const params = { id: domain };
  const on = { params, body: { scan: true, agreed: true } } as const;
  expect((await browser.attempt(scanNewHosts, on)).error().type).toBe("ConsentMissing");
  const agree = {
    version: consentVersion,
    organisation: "株式会社見本",
    agreed: true as const,
    thirdPartyHosting: "no" as const,
  };
  await browser.call(giveConsent, { params, body: agree });
  await browser.call(scanNewHosts, on);
  const page = await browser.call(getDomain, { params });
  expect(page.consent?.newHostsSince).not.toBeNull();
  // The test's machine has no such address.
  await pool.query("delete from karte.asset");
  await browser.call(startRun, { body: { domain } });
  const runs = async () =>
    (
      await pool.query<{ state: number; hosts: string[] | null; kind: number }>(
        "select state, hosts, kind from karte.run order by queued_at",
      )
    ).rows;
  await expect
    .poll(async () => (await runs()).map(({ state }) => state), { timeout: 100_000, interval: 300 })
    .toEqual([3, 3]);
  const [whole, fresh] = await runs();
  expect(whole).toMatchObject({ hosts: null });
  // An alias leads to a provider, and a name without an address to nobody: these wait for a person.
  expect(fresh?.hosts).toContain("www.shop.test");
  expect(fresh?.hosts).not.toContain("blog.shop.test");
  const { assets } = await browser.call(listAssets, { query: { q: "shop.test", size: 100 } });
  const state = (name: string) => assets.find((one) => one.name === name);
  expect(state("www.shop.test")).toMatchObject({ state: "approved", missingSince: null });
  expect(state("www.shop.test")?.grade).not.toBeNull();
  expect(state("blog.shop.test")).toMatchObject({ state: "candidate" });
  // The whole scan's grade stands: this one looked at a part.
  const { rows } = await pool.query("select from karte.grade_history");
  expect(rows).toHaveLength(1);
  const { entries } = await browser.call(listActivity, { query: {} });
  expect(entries.find(({ action }) => action === "new-hosts.taken-up")).toMatchObject({ by: null });
  await browser.call(withdrawConsent, { params });
  await browser.call(giveConsent, { params, body: agree });
  // It ended with the consent that it was part of.
  expect((await browser.call(getDomain, { params })).consent?.newHostsSince).toBeNull();
});

test("a scan of new hosts is proved where the domain is, and follows what is under way", {
  timeout: 120_000,
}, async () => {
  const { browser } = workspace.owner;
  const { pool } = karte.database.owner;
  const { id } = await browser.call(addDomain, { body: { name: "eu.shop.test" } });
  const params = { id };
  await pool.query("update karte.domain set proof_token = $1 where id = $2", [tokenBelow, id]);
  await browser.call(checkProof, { params, body: {} });
  await browser.call(giveConsent, {
    params,
    body: {
      ...{ version: consentVersion, organisation: "株式会社見本" },
      ...{ agreed: true, thirdPartyHosting: "no" },
    },
  });
  const proof = async () => {
    const { rows } = await pool.query(
      "select proof, proof_method, proof_covers, proof_covers_domain from karte.domain where id = $1",
      [id],
    );
    return rows;
  };
  const before = await proof();
  expect(before).toMatchObject([{ proof_covers: "eu.shop.test", proof_covers_domain: true }]);
  const text = "$ORIGIN eu.shop.test.\na IN A 192.0.2.1";
  await browser.call(importCandidates, { body: { kind: "zone", domain: id, text } });
  // A scan goes on elsewhere, so that none can be queued; it will not look at the new host.
  await pool.query(
    `insert into karte.run (id, workspace_id, domain_id, kind, state, phase, queued_at, worker, heartbeat_at)
     values (gen_random_uuid(), $1, $2, 1, 2, 1, now(), gen_random_uuid(), now() + interval '1 hour')`,
    [workspace.id, id],
  );
  expect(await judge("a.eu.shop.test", "added")).toMatchObject({ hosts: 1 });
  await pool.query("delete from karte.run where domain_id = $1", [id]);
  await pool.query(
    `update graphile_worker._private_jobs set run_at = now() where task_id = (
       select id from graphile_worker._private_tasks where identifier = 'karte.scan-new-hosts')`,
  );
  await expect
    .poll(
      async () =>
        (await pool.query("select state, problem, hosts from karte.run where domain_id = $1", [id]))
          .rows,
      { timeout: 40_000, interval: 300 },
    )
    .toEqual([{ state: 3, problem: null, hosts: ["a.eu.shop.test"] }]);
  expect(await proof()).toEqual(before);
});

test("a certificate that names ten domains beside its own leads to them, one that names more to nobody", async () => {
  const other = await karte.workspace();
  const { pool } = karte.database.owner;
  const { id } = await other.owner.browser.call(addDomain, { body: { name: "group.example.jp" } });
  const run = randomUUID();
  const at = karte.clock.now();
  await pool.query(
    `insert into karte.run (id, workspace_id, domain_id, kind, state, queued_at, finished_at)
     values ($1, $2, $3, 2, 3, $4, $4)`,
    [run, other.id, id, at],
  );
  const named = async (host: string, domains: readonly string[]) => {
    // Each twice: what counts is domains and not names.
    for (const name of domains.flatMap((one) => [one, `www.${one}`])) {
      const detail = { foundBy: [{ source: "certificate", at: host, evidence: name }] };
      await pool.query(
        `insert into karte.asset (id, workspace_id, domain_id, key, type, name, state, detail, first_seen_at,
           last_seen_at) values (gen_random_uuid(), $1, $2, $3, 2, $3, 3, $4, $5, $5)`,
        [other.id, id, name, detail, at],
      );
    }
  };
  const some = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${prefix}${index}.jp`);
  await named("www.group.example.jp", some("ours", 10));
  await named("cdn.group.example.jp", some("theirs", 11));
  await newHostsJob(karte.context).perform({ workspace: other.id, domain: id, run }, {
    logger: karte.context.logger,
    assertHeld: async () => undefined,
  } as never);
  const { candidates } = await other.owner.browser.call(listCandidates, {
    query: { state: "new" } as never,
  });
  expect(candidates.map(({ name }) => name.ascii).toSorted()).toEqual(some("ours", 10));
  expect(new Set(candidates.map(({ strength }) => strength))).toEqual(new Set(["strong"]));
});
