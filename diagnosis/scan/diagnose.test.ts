import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Check, defineCheck } from "../engine/check.ts";
import { rr } from "../fixtures/dns/zone.ts";
import { fixtureAuthority } from "../fixtures/pki/fixture-authority.ts";
import { consentTo, networkOf, scanOptions, scanToEnd } from "../fixtures/scan.ts";
import { SOUND_HEADERS, site } from "../fixtures/site.ts";
import { startHttpServer, startTlsServer } from "../fixtures/tls/tls-server.ts";
import { startWorld, type World } from "../fixtures/world.ts";
import { systemClock } from "../net/clock.ts";
import { DEFAULT_NET_LIMITS } from "../net/limits.ts";
import { Network } from "../net/network.ts";
import type { SocketLog } from "../net/socket-log.ts";
import { diagnose } from "./diagnose.ts";
import { chooseAddresses } from "./examine-host.ts";
import type { DiagnoseOptions } from "./options.ts";
import { CHALLENGE_PATH, challengeRecord, NO_TOKEN, newChallengeToken } from "./ownership.ts";

const token = newChallengeToken();
const say = (en: string) => ({ ja: en, en });

const consent = consentTo("shop.test");

/** With each of these a host answers the right token, in the file and on its first page. */
const statuses = [203, 302, 401, 404, 500] as const;

/** A check that answers with the state it is told, by way of one request. */
function probe(id: string, scope: Check["scope"], run: Check["run"]): Check {
  return defineCheck(
    {
      title: say(id),
      looksAt: say(id),
      explanation: say(id),
      remedy: say(id),
      source: [],
      outcomes: { good: say("good"), bad: say("bad at {where}") },
    },
    {
      id,
      category: scope === "zone" ? "dns" : scope === "host" ? "http" : "tls",
      scope,
      outcomes: {
        good: { state: "pass", severity: null },
        bad: { state: "fail", severity: "high", cap: "old-tls" },
      },
      run,
    },
  );
}

const checks: readonly Check[] = [
  probe("t-zone", "zone", async ({ dns, target }) => {
    const answer = await dns.query(target.host, "MX");
    return { outcome: answer.status === "ok" ? "good" : "bad" };
  }),
  probe("t-host", "host", async ({ http }) => {
    const { status } = await http.root();
    return { outcome: "good", facts: [{ name: "status", value: status }] };
  }),
  probe("t-address", "address", async ({ tls, target }) => {
    const { protocol } = await tls.handshake();
    const where = target.address ?? "";
    return {
      outcome: protocol === "TLSv1.3" ? "good" : "bad",
      facts: [{ name: "where", value: where }],
    };
  }),
  probe("t-dead", "host", async ({ tcp }) => {
    await tcp.open({ port: 25 });
    return { outcome: "good" };
  }),
];

let world: World;
let log: SocketLog;
let network: Network;

beforeAll(async () => {
  const page = `<a href="https://cdn.elsewhere.test/x"></a><a href="https://blog.shop.test/"></a>`;
  const paths = { [CHALLENGE_PATH]: { body: `${challengeRecord(token)}\n` } };
  const pages = site({ headers: SOUND_HEADERS, html: page, paths });
  const web = { 443: (listen: object) => startTlsServer("shop.test", { pages }, listen) };
  const meta = `<html><head><meta name="sekimori-verification" content="${token}"></head><body>`;
  const fake = `<html><head></head><body><meta name="sekimori-verification" content="${token}">`;
  const host = (html: string, name: string) => ({
    443: (listen: object) => startTlsServer(name, { pages: site({ html }) }, listen),
  });
  const unsuccessful = (status: number) => {
    const file = { status, body: challengeRecord(token) };
    const pages = site({ paths: { [CHALLENGE_PATH]: file, "/": { status, body: meta } } });
    const name = `status-${status}.plain.test`;
    return { ports: { 443: (listen: object) => startTlsServer(name, { pages }, listen) } };
  };
  const { root } = await fixtureAuthority();
  world = await startWorld({
    trustAnchors: [root.certificate],
    zones: [
      {
        name: "shop.test",
        records: (at) => [
          rr("shop.test", "A", at("web")),
          rr("shop.test", "A", at("old")),
          rr("shop.test", "MX", { preference: 1, exchange: "mx.mailer.test" }),
          rr("_sekimori-challenge.shop.test", "TXT", challengeRecord(token)),
          rr("www.shop.test", "A", at("web")),
          rr("vpn.shop.test", "A", at("web")),
          rr("blog.shop.test", "CNAME", "pages.elsewhere.test"),
          rr("private.shop.test", "A", "10.0.0.1"),
          rr("half.shop.test", "A", "10.0.0.1"),
          rr("half.shop.test", "A", at("web")),
        ],
      },
      {
        name: "plain.test",
        records: (at) => [
          rr("plain.test", "A", at("meta")),
          rr("fake.plain.test", "A", at("fake")),
          rr("file.plain.test", "A", at("web")),
          ...statuses.map((status) => rr(`status-${status}.plain.test`, "A", at(`${status}`))),
        ],
      },
    ],
    machines: {
      web: { ports: { ...web, 80: (listen) => startHttpServer(pages, listen) } },
      old: {
        ports: {
          443: (listen) =>
            startTlsServer("shop.test", { pages, tls: { maxVersion: "TLSv1.2" } }, listen),
        },
      },
      meta: { ports: host(meta, "plain.test") },
      fake: { ports: host(fake, "fake.plain.test") },
      ...Object.fromEntries(statuses.map((status) => [status, unsuccessful(status)])),
    },
  });
  ({ network, log } = networkOf(world, { dnsMs: 10_000 }));
});
afterAll(() => world.stop());

function settings(more: Partial<DiagnoseOptions> = {}): Partial<DiagnoseOptions> {
  const authorisation = { kind: "proof", token, methods: ["dns-txt"], consent } as const;
  return { authorisation, checks, ...more };
}

async function collect(target: string, more: Partial<DiagnoseOptions> = {}) {
  const scanned = await scanToEnd(network, target, settings(more));
  await vi.waitFor(() => expect(log.live).toBe(0), { timeout: 30_000 });
  return scanned;
}

describe("diagnose", () => {
  it("streams events that follow the schema and ends with the result", async () => {
    const { events, findings, result } = await collect("shop.test");
    expect(events.slice(0, -1).map(({ type }) => type)).not.toContain("result");
    expect(result).toMatchObject({ scanId: "scan-1", target: "shop.test", status: "finished" });
    expect(result.authorisation).toMatchObject({
      consent,
      proof: { method: "dns-txt", covers: { kind: "domain", name: "shop.test" } },
    });
    expect(result.connections).toBeGreaterThan(0);
    const outcomes = Object.fromEntries(findings.map(({ check, outcome }) => [check, outcome]));
    expect(outcomes).toMatchObject({
      "t-zone": "good",
      "t-host": "good",
      "t-dead": "inconclusive",
    });
  });

  it("examines every address and lets the worst one count", async () => {
    const { findings, result } = await collect("shop.test");
    const byAddress = findings.filter(({ check }) => check === "t-address");
    expect(byAddress.map(({ outcome }) => outcome).sort()).toEqual(["bad", "good"]);
    const bad = byAddress.find(({ outcome }) => outcome === "bad");
    expect(bad?.place.address).toBe(world.at("old"));
    expect(bad?.summary.en).toBe(`bad at ${world.at("old")}`);
    const tls = result.hosts[0]?.categories.find(({ category }) => category === "tls");
    expect(tls).toMatchObject({ score: 61, grade: "C", address: world.at("old") });
  });

  it("finds assets and how they were found, and does not examine them", async () => {
    log.entries.length = 0;
    const { assets } = await collect("shop.test", { discovery: {}, checks: checks.slice(0, 3) });
    expect(assets.get("domain:shop.test")).toMatchObject({
      state: "approved",
      ports: [443],
      grade: "C",
      certificate: { subject: expect.stringContaining("shop.test") },
    });
    expect(assets.get("host:mx.mailer.test")?.state).toBe("dependency");
    expect(assets.get("host:cdn.elsewhere.test")?.foundBy[0]).toMatchObject({ source: "html" });
    expect(assets.get("host:vpn.shop.test")).toMatchObject({
      state: "candidate",
      foundBy: [{ source: "word-list", at: "shop.test", evidence: `A ${world.at("web")}` }],
    });
    expect(assets.get("host:blog.shop.test")?.foundBy.map(({ source }) => source)).toContain(
      "html",
    );
    expect(assets.get(`ip:${world.at("old")}`)?.foundBy[0]?.at).toBe("shop.test");
    const touched = new Set(
      log.entries.filter(({ role }) => role === "target").map(({ address }) => address),
    );
    expect([...touched].sort()).toEqual([world.at("web"), world.at("old")].sort());
  });

  it("lists names of a zone file and leaves alone what the customer ignores", async () => {
    const zoneFile =
      "$ORIGIN shop.test.\n@ IN SOA ns h 1 2 3 4 5\nintra IN A 10.1.1.1\nold IN A 10.1.1.2\n";
    const more = { discovery: { words: false, zoneFile }, ignoredHosts: ["old.shop.test"] };
    const { assets } = await collect("shop.test", more);
    expect(assets.get("host:intra.shop.test")?.foundBy[0]?.source).toBe("zone-file");
    expect(assets.get("host:old.shop.test")?.state).toBe("ignored");
  });

  it("examines approved hosts too, each with its own score", async () => {
    const { result } = await collect("shop.test", {
      approvedHosts: ["www.shop.test", "www.shop.test"],
    });
    expect(result.hosts.map(({ host }) => host)).toEqual(["shop.test", "www.shop.test"]);
    expect(result.organisation.hosts).toBe(2);
  });

  it("says that a host without a public address has nothing to examine", async () => {
    const { findings } = await collect("private.shop.test");
    const states = Object.fromEntries(findings.map(({ check, state }) => [check, state]));
    expect(states).toMatchObject({ "t-host": "not-applicable", "t-address": "not-applicable" });
  });

  it("leaves a private address beside a public one out and examines the public one", async () => {
    const { findings, result } = await collect("half.shop.test");
    expect(findings.find(({ check }) => check === "t-host")?.state).toBe("pass");
    expect(result.hosts[0]?.score).not.toBeNull();
  });

  it("stops when it is told to, long before a silent connection would be given up", async () => {
    const stop = new AbortController();
    let told = Number.POSITIVE_INFINITY;
    const listening = probe("t-listening", "host", async ({ tcp }) => {
      const stream = await tcp.open({ port: 443 });
      setTimeout(() => {
        told = performance.now();
        stop.abort();
      }, 50);
      await stream.read(() => false);
      return { outcome: "good" };
    });
    const { result } = await collect("shop.test", { checks: [listening], signal: stop.signal });
    expect(result.status).toBe("stopped");
    expect(performance.now() - told).toBeLessThan(5_000);
  });

  it("stops when it is told to, and says so", async () => {
    const stop = new AbortController();
    const slow = probe("t-slow", "host", async ({ clock, signal }) => {
      stop.abort();
      await clock.sleep(60_000, signal);
      return { outcome: "good" };
    });
    const { result, findings } = await collect("shop.test", {
      checks: [slow],
      signal: stop.signal,
    });
    expect(result.status).toBe("stopped");
    expect(findings[0]?.state).toBe("inconclusive");
  });

  it("closes everything when the reader leaves", async () => {
    const options = scanOptions(network, "shop.test", settings());
    for await (const event of diagnose("shop.test", options)) if (event.type === "finding") break;
    await vi.waitFor(() => expect(log.live).toBe(0), { timeout: 30_000 });
  });

  it("ends within the target's budget of time and of connections", async () => {
    const greedy = probe("t-greedy", "host", async ({ tcp }) => {
      for (;;) (await tcp.open({ port: 443 })).close();
    });
    const { findings, result } = await collect("shop.test", { checks: [greedy] });
    expect(findings[0]).toMatchObject({ state: "inconclusive", evidence: [{ value: "budget" }] });
    expect(result.connections).toBe(DEFAULT_NET_LIMITS.targetConnections);
  });

  it("reports a fault of a check as inconclusive and tells the operator", async () => {
    const broken = probe("t-broken", "host", async () => {
      throw new TypeError("oops");
    });
    const onFault = vi.fn();
    const { findings } = await collect("shop.test", { checks: [broken], onFault });
    expect(findings[0]?.state).toBe("inconclusive");
    expect(onFault).toHaveBeenCalledWith("t-broken", expect.any(TypeError));
  });
});

describe("bounds", () => {
  it("keeps no more of what a server said than a reader can use", async () => {
    const talkative = probe("t-talkative", "host", async function* () {
      for (let index = 0; ; index += 1)
        yield {
          outcome: "bad",
          subject: `cookie ${index}`,
          facts: [
            { name: "where", value: "x".repeat(100_000) },
            { name: "list", value: Array.from({ length: 5_000 }, () => "y".repeat(5_000)) },
          ],
        };
    });
    const { findings } = await collect("shop.test", { checks: [talkative] });
    expect(findings).toHaveLength(100);
    expect(JSON.stringify(findings[0]).length).toBeLessThan(110_000);
  });

  it.each([
    [["192.0.2.1"], ["192.0.2.1"]],
    [
      ["192.0.2.1", "192.0.2.2", "2001:db8::1"],
      ["192.0.2.1", "2001:db8::1"],
    ],
    [
      ["2001:db8::1", "2001:db8::2", "2001:db8::3"],
      ["2001:db8::1", "2001:db8::2"],
    ],
    [[], []],
  ])("of %j examines %j", (all, chosen) => {
    expect(chooseAddresses(all, 2)).toEqual(chosen);
  });
});

describe("permission to scan", () => {
  const target = () => log.entries.filter(({ role }) => role === "target");

  async function refusal(host: string, more: Partial<DiagnoseOptions>) {
    log.entries.length = 0;
    await expect(collect(host, more)).rejects.toMatchObject({ name: "ScanRefusedError" });
    return target();
  }

  it.each(["127.0.0.1", "localhost", "test", "10.0.0.1", "[::1]"])(
    "never examines %s",
    async (host) => {
      expect(await refusal(host, {})).toEqual([]);
    },
  );

  it("sends nothing without consent for the host", async () => {
    const authorisation = { kind: "statement", consent } as const;
    expect(await refusal("www.plain.test", { authorisation })).toEqual([]);
    expect(await refusal("notshop.test", { authorisation })).toEqual([]);
  });

  it("sends nothing to a target whose owner opted out, whatever the customer shows", async () => {
    const closed = new Network({
      production: false,
      fixtures: world.network,
      clock: systemClock,
      optOut: ["shop.test"],
      socketLog: log,
    });
    expect(await refusal("shop.test", { network: closed })).toEqual([]);
    expect(await refusal("www.shop.test", { network: closed })).toEqual([]);
  });

  it.each([
    ["nothing-here.shop.test", {}, "absent"],
    ["shop.test", { approvedHosts: ["www.plain.test"] }, "scope"],
  ] as const)("refuses %s %j as %s", async (host, more, reason) => {
    log.entries.length = 0;
    const authorisation = { kind: "statement", consent: wide } as const;
    await expect(collect(host, { authorisation, ...more })).rejects.toMatchObject({ reason });
    expect(target()).toEqual([]);
  });

  it("takes an alias without a target for a name that exists", async () => {
    const { result } = await collect("blog.shop.test");
    expect(result.status).toBe("finished");
  });

  it("sends nothing when the TXT record has another token", async () => {
    const authorisation = {
      kind: "proof",
      token: newChallengeToken(),
      methods: ["dns-txt"],
      consent,
    } as const;
    expect(await refusal("shop.test", { authorisation })).toEqual([]);
  });

  const wide = { ...consent, scope: ["shop.test", "plain.test"] };

  it.each([
    ["plain.test", ["meta"], true],
    ["file.plain.test", ["dns-txt", "file"], true],
    ["fake.plain.test", ["meta"], false],
    ["plain.test", ["file"], false],
  ] as const)("%s by %s: %s", async (host, methods, proved) => {
    const authorisation = { kind: "proof", token, methods, consent: wide } as const;
    const scan = collect(host, { authorisation });
    if (proved) expect((await scan).result.target).toBe(host);
    else await expect(scan).rejects.toMatchObject({ reason: "ownership" });
  });

  it.each(
    statuses.flatMap((status) => [
      { method: "file" as const, status },
      { method: "meta" as const, status },
    ]),
  )("does not take a $method that is answered with $status", async ({ method, status }) => {
    const authorisation = { kind: "proof", token, methods: [method], consent: wide } as const;
    const failures = [{ method, why: NO_TOKEN }];
    await expect(collect(`status-${status}.plain.test`, { authorisation })).rejects.toMatchObject({
      reason: "ownership",
      proof: { proved: false, failures },
    });
  });

  it("does not let a file on one host speak for another", async () => {
    const authorisation = { kind: "proof", token, methods: ["file"], consent: wide } as const;
    const more = { authorisation, approvedHosts: ["www.shop.test"] };
    const { result } = await collect("shop.test", more);
    expect(result.hosts.map(({ host }) => host)).toEqual(["shop.test"]);
  });
});
