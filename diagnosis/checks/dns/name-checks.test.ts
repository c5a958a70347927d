import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SuffixRule } from "../../data/data-sets.ts";
import type { Check } from "../../engine/check.ts";
import { rr } from "../../fixtures/dns/zone.ts";
import { examine } from "../../fixtures/examine.ts";
import { startWorld, type World } from "../../fixtures/world.ts";
import { dnsAlias } from "./dns-alias.rule.ts";
import { dnsCaa } from "./dns-caa.rule.ts";
import { dnsDnssec } from "./dns-dnssec.rule.ts";
import { dnsLame } from "./dns-lame.rule.ts";
import { dnsLapsed } from "./dns-lapsed.rule.ts";
import { dnsNs } from "./dns-ns.rule.ts";
import { dnsResolves } from "./dns-resolves.rule.ts";

/* Names that lead nowhere or where they may not, servers in odd places, and what CAA says to the letter. */

let world: World;
/** For the hosts that never answer. */
const SHORT = { limits: { dnsMs: 200 } };
const caa = (flags: number, tag: string, value: string) => ({ flags, tag: tag as "issue", value });
const CAAS = {
  "both.test": [caa(0, "issue", "ca.test"), caa(0, "issuewild", ";")],
  "capitals.test": [caa(0, "ISSUE", "ca.test")],
  "wild-alone.test": [caa(0, "issuewild", "ca.test")],
  "parameters.test": [caa(0, "issue", "ca.test; account=230123; validationmethods=dns-01")],
  "nobody.test": [caa(0, "issue", ";")],
  "critical.test": [caa(128, "tbs", "unknown"), caa(0, "issue", "ca.test")],
  "critical-issue.test": [caa(128, "issue", "ca.test")],
  "unknown.test": [caa(0, "tbs", "unknown"), caa(0, "issue", "ca.test")],
  "comma.test": [caa(0, "issue", "ca.test, other.test")],
  "dotted.test": [caa(0, "issue", "ca.test.")],
  "mail-alone.test": [caa(0, "iodef", "mailto:a@b.test")],
};

beforeAll(async () => {
  const plain = (name: string) => ({ name, signing: "valid" as const });
  world = await startWorld({
    resolver: { loses: ["dead.test", "lost.test", "half.test"] },
    zones: [
      ...Object.entries(CAAS).map(([name, records]) => ({
        ...plain(name),
        records: () => records.map((data) => rr(name, "CAA", data)),
      })),
      {
        ...plain("alias.test"),
        records: (at) => [
          rr("www.alias.test", "CNAME", "web.alias.test"),
          rr("web.alias.test", "A", at("fine")),
          rr("a.alias.test", "CNAME", "b.alias.test"),
          rr("b.alias.test", "CNAME", "c.alias.test"),
          rr("c.alias.test", "CNAME", "a.alias.test"),
          rr("self.alias.test", "CNAME", "self.alias.test"),
          rr("into.alias.test", "CNAME", "a.alias.test"),
        ],
      },
      { name: "top.test", records: () => [rr("top.test", "CNAME", "web.alias.test")] },
      // Names of servers
      {
        name: "hosts.test",
        records: (at) => [
          rr("six-a.hosts.test", "AAAA", "2001:db8:1::a"),
          rr("six-b.hosts.test", "AAAA", "2001:db8:2::b"),
          rr("loop.hosts.test", "A", "127.0.0.1"),
          rr("inner.hosts.test", "A", "10.0.0.1"),
          rr("mixed.hosts.test", "A", at("fine")),
          rr("mixed.hosts.test", "A", "192.168.1.1"),
          rr("other.hosts.test", "CNAME", "fine.hosts.test"),
          rr("fine.hosts.test", "A", at("fine")),
          rr("quiet.hosts.test", "A", at("quiet")),
          rr("old.hosts.test", "A", at("old")),
          rr("twice.hosts.test", "A", at("twice")),
        ],
      },
      ...Object.entries({
        "sixes.test": ["six-a", "six-b"],
        "some-six.test": ["six-a", "fine"],
        "looped.test": ["loop", "fine"],
        "inner.test": ["inner"],
        "mixed.test": ["mixed"],
        "other.test": ["other"],
        "resting.test": ["quiet", "fine"],
        "old.test": ["old"],
        "twice.test": ["twice"],
        "dead.test": ["quiet"],
        "lost.test": ["elsewhere"],
        "half.test": ["quiet", "fine"],
      }).map(([name, servers]) => ({
        name,
        nameServers: [],
        records: () => servers.map((server) => rr(name, "NS", `${server}.hosts.test`)),
      })),
      {
        name: "test",
        signing: "valid",
        nameServers: ["registrar"],
        records: () =>
          [
            ["dead.test", "quiet.hosts.test"],
            ["lost.test", "old.hosts.test"],
            ["half.test", "quiet.hosts.test"],
            ["half.test", "fine.hosts.test"],
          ].map(([name = "", server = ""]) => rr(name, "NS", server)),
      },
      { name: "bogus.test", signing: "expired" },
      { name: "compact.test", signing: "compact" },
    ],
    machines: {
      registrar: { dns: { serves: ["test"] } },
      "six-a": { ipv6: "2001:db8:1::a", dns: { serves: [] } },
      "six-b": { ipv6: "2001:db8:2::b", dns: { serves: [] } },
      fine: {
        dns: {
          serves: [
            "some-six.test",
            "looped.test",
            "mixed.test",
            "other.test",
            "resting.test",
            "half.test",
          ],
        },
      },
      quiet: { dns: { serves: [], silent: true } },
      old: { dns: { serves: ["old.test"], withoutEdns: true } },
      twice: { dns: { serves: ["twice.test"], repeats: true } },
    },
  });
});
afterAll(() => world.stop());

const said = async (check: Check, host: string, examination = {}) =>
  (await examine(world, check, host, examination)).map((one) => [one.outcome, one.severity]);

describe("dns-caa, to the letter", () => {
  it.each([
    ["both.test", "restricted", null],
    ["capitals.test", "restricted", null],
    ["wild-alone.test", "wildcards-only", "low"],
    ["parameters.test", "restricted", null],
    ["nobody.test", "restricted", null],
    ["critical.test", "blocked", "medium"],
    ["critical-issue.test", "restricted", null],
    ["unknown.test", "restricted", null],
    ["comma.test", "malformed", "low"],
    ["dotted.test", "malformed", "low"],
    ["mail-alone.test", "unrestricted", "low"],
  ])("%s: %s", async (host, ...expected) => {
    expect(await said(dnsCaa, host)).toEqual([expected]);
  });
});

describe("dns-alias", () => {
  it.each([
    ["alias.test", "not-applicable", null],
    ["www.alias.test", "sound", null],
    ["a.alias.test", "loop", "medium"],
    ["self.alias.test", "loop", "medium"],
    ["into.alias.test", "loop", "medium"],
    ["top.test", "apex", "medium"],
  ])("%s: %s", async (host, ...expected) => {
    expect(await said(dnsAlias, host)).toEqual([expected]);
  });
});

describe("dns-ns", () => {
  it.each([
    ["sixes.test", "ipv6-only"],
    ["some-six.test", "diverse"],
  ])("%s: %s", async (host, expected) => {
    const [found] = await said(dnsNs, host);
    // Where this machine has no IPv6, the network of a server that has nothing else is not known.
    if (expected === "diverse") expect([expected, "inconclusive"]).toContain(found?.[0]);
    else expect(found?.[0]).toBe(expected);
  });
});

describe("dns-lame", () => {
  it.each([
    ["looped.test", [["special", "medium"]]],
    ["inner.test", [["special", "medium"]]],
    ["mixed.test", [["special", "medium"]]],
    ["other.test", [["alias", "medium"]]],
    ["resting.test", [["silent", "medium"]]],
    ["old.test", [["authoritative", null]]],
    ["twice.test", [["authoritative", null]]],
    ["dead.test", [["inconclusive", null]]],
  ])("%s", async (host, expected) => {
    // The resolver of this world has lost some of them.
    const examined = host === "dead.test" ? [["inconclusive", null]] : expected;
    expect(await said(dnsLame, host, SHORT)).toEqual(examined);
  });
});

describe("dns-resolves", () => {
  it.each([
    ["alias.test", "resolves", null],
    ["bogus.test", "not-applicable", null],
    ["dead.test", "unresolvable", "high"],
    ["lost.test", "unresolvable", "high"],
    ["half.test", "inconclusive", null],
  ])("%s: %s", async (host, ...expected) => {
    expect(await said(dnsResolves, host, SHORT)).toEqual([expected]);
  });

  it("tells what a validating resolver sees, and each server", async () => {
    const [finding] = await examine(world, dnsResolves, "dead.test", SHORT);
    expect(finding?.summary.en).toContain("SERVFAIL");
    expect(finding?.evidence).toContainEqual({
      name: "dns.serverAnswers",
      value: ["quiet.hosts.test: timeout"],
    });
  });
});

describe("with a resolver that does not validate", () => {
  it.each([
    ["compact.test", "secure"],
    ["alias.test", "secure"],
    ["bogus.test", "expired"],
  ])("dns-dnssec of %s: %s", async (host, expected) => {
    const blind = await startWorld({
      resolver: { validates: false },
      zones: [
        { name: "compact.test", signing: "compact" },
        { name: "alias.test", signing: "valid" },
        { name: "bogus.test", signing: "expired" },
      ],
    });
    try {
      const [finding] = await examine(blind, dnsDnssec, host);
      expect(finding?.outcome).toBe(expected);
    } finally {
      await blind.stop();
    }
  });
});

describe("dns-lapsed asks whether a stranger could register it", () => {
  const rule = { source: "https://registry.test/", day: "2026-11-25" };
  const suffixes: readonly SuffixRule[] = [
    { ...rule, registration: "open", suffixes: ["jp", "com"] },
    { ...rule, registration: "restricted", suffixes: ["co.jp"] },
    { ...rule, registration: "closed", suffixes: ["go.jp", "ac.jp"] },
  ];
  let registries: World;
  beforeAll(async () => {
    registries = await startWorld({
      zones: [
        {
          name: "customer.jp",
          signing: "valid",
          records: () =>
            [
              ["open", "shop.gone-open.jp"],
              ["company", "shop.gone-company.co.jp"],
              ["office", "www.gone-office.go.jp"],
              ["school", "www.gone-school.ac.jp"],
              ["balancer", "my-lb-1234567890.us-east-1.elb.amazonaws.com"],
              ["unsigned", "shop.gone-there.org"],
              ["unlisted", "shop.gone-there.net"],
            ].map(([label, target = ""]) => rr(`${label}.customer.jp`, "CNAME", target)),
        },
        { name: "jp", signing: "valid", nameServers: ["jp-registry"] },
        { name: "com", signing: "valid", nameServers: ["com-registry"] },
        { name: "net", signing: "valid", nameServers: ["com-registry"] },
        { name: "org", signing: "absent", nameServers: ["com-registry"] },
        { name: "amazonaws.com" },
      ],
      machines: {
        "jp-registry": { dns: { serves: ["jp"] } },
        "com-registry": { dns: { serves: ["com", "net", "org"] } },
      },
    });
  });
  afterAll(() => registries.stop());

  it.each([
    ["open", "lapsed", "critical"],
    ["company", "unregistered", "medium"],
    ["office", "registered", null],
    ["school", "registered", null],
    ["balancer", "registered", null],
    ["unsigned", "unregistered", "medium"],
    ["unlisted", "unregistered", "medium"],
  ])("%s: %s", async (label, ...expected) => {
    const found = await examine(registries, dnsLapsed, `${label}.customer.jp`, {
      data: { suffixes: [...suffixes, { ...rule, registration: "open", suffixes: ["org"] }] },
    });
    expect(found.map(({ outcome, severity }) => [outcome, severity])).toEqual([expected]);
  });

  it("a registry with RDAP that was not heard leaves medium: the name may be on hold", async () => {
    const rdap = "https://rdap.nobody.test/";
    const found = await examine(registries, dnsLapsed, "open.customer.jp", {
      data: { suffixes: suffixes.map((one) => ({ ...one, rdap })) },
    });
    const said = found.map(({ outcome, severity, evidence }) => [
      outcome,
      severity,
      evidence.find(({ name }) => name === "lapsed.verified")?.value,
    ]);
    expect(said).toEqual([["unregistered", "medium", true]]);
  });

  it.each([
    ["a resolver that does not validate", { validates: false }, "valid", {}],
    ["a registry whose signatures are over", {}, "expired", {}],
    ["a registry that is not signed", {}, "absent", {}],
    ["a server that answers without authority", {}, "valid", { withoutAuthority: true }],
    ["a server that answers nothing", {}, "valid", { silent: true }],
  ] as const)("a denial that is not verified is medium at most: %s", async (...given) => {
    const [, resolver, signing, ways] = given;
    const unverified = await startWorld({
      resolver,
      zones: [
        {
          name: "customer.test",
          signing: "valid",
          records: () => [
            rr("shop.customer.test", "CNAME", "shop.gone.jp"),
            rr("www.customer.test", "CNAME", "www.there.jp"),
          ],
        },
        { name: "jp", signing, nameServers: ["registry-of-jp"] },
        { name: "there.jp" },
      ],
      machines: { "registry-of-jp": { dns: { serves: ["jp"], ...ways } } },
    });
    const open = { ...SHORT, data: { suffixes } };
    const worst = async (host: string) => {
      const found = await examine(unverified, dnsLapsed, host, open);
      return found.map(({ severity, outcome }) => `${outcome} ${severity}`);
    };
    try {
      for (const one of await worst("shop.customer.test"))
        expect(["unregistered medium", "registered null", "inconclusive null"]).toContain(one);
      expect(await worst("www.customer.test")).not.toContain("unregistered medium");
    } finally {
      await unverified.stop();
    }
  });
});

it("dns-dnssec takes one failure of the resolver for no broken chain", async () => {
  const slow = await startWorld({
    resolver: { fails: ["slow.test SOA"] },
    zones: [{ name: "slow.test", signing: "valid" }],
  });
  try {
    const [finding] = await examine(slow, dnsDnssec, "slow.test");
    expect(finding?.outcome).toBe("secure");
  } finally {
    await slow.stop();
  }
});

it("dns-dnssec calls nothing broken that the resolver accepts", async () => {
  const stripped = await startWorld({
    zones: [{ name: "stripped.test", signing: "valid", nameServers: ["between"] }],
    machines: { between: { dns: { serves: ["stripped.test"], withoutSignatures: true } } },
  });
  try {
    const [finding] = await examine(stripped, dnsDnssec, "stripped.test");
    expect([finding?.outcome, finding?.severity]).toEqual(["inconclusive", null]);
  } finally {
    await stripped.stop();
  }
});
