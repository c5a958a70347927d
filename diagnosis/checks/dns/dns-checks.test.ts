import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TakeoverFingerprint } from "../../data/data-sets.ts";
import { rr } from "../../fixtures/dns/zone.ts";
import { examine } from "../../fixtures/examine.ts";
import { site } from "../../fixtures/site.ts";
import { startHttpServer } from "../../fixtures/tls/tls-server.ts";
import { startWorld, type World } from "../../fixtures/world.ts";
import { dnsAxfr } from "./dns-axfr.rule.ts";
import { dnsCaa } from "./dns-caa.rule.ts";
import { dnsDangling } from "./dns-dangling.rule.ts";
import { dnsDelegation } from "./dns-delegation.rule.ts";
import { dnsDnssec } from "./dns-dnssec.rule.ts";
import { dnsLame } from "./dns-lame.rule.ts";
import { dnsLapsed } from "./dns-lapsed.rule.ts";
import { dnsLookalike } from "./dns-lookalike.rule.ts";
import { dnsNs } from "./dns-ns.rule.ts";
import { dnsPrivate } from "./dns-private.rule.ts";
import { dnsRecursion } from "./dns-recursion.rule.ts";
import { dnsWildcard } from "./dns-wildcard.rule.ts";
import { netIpv6 } from "./net-ipv6.rule.ts";

let world: World;
const caa = (tag: "issue" | "iodef", value: string) => ({ flags: 0, tag, value });
const SIGNINGS = [
  "no-ds",
  "expired",
  "corrupt",
  "wrong-ds",
  "unsigned",
  "bare",
  "unknown-algorithm",
  "spoilt-mail",
  "spoilt-absence",
  "ending",
  "old-digest",
] as const;
/** For the hosts that never answer. */
const SHORT = { limits: { dnsMs: 200 } };
const UNCLAIMED = "There isn't a page here yet.";
const unclaimed = (status: number, before = "") => ({
  headers: { server: "Pages" },
  paths: {
    "/": { status, body: `<title>Not found</title>${before}<h1>404</h1><p>${UNCLAIMED}</p>` },
  },
});
/** Two hosts each of 41 domains that nobody has registered. */
const CROWD = Array.from({ length: 41 }, (_, n) =>
  ["a", "b"].map((host) => `<script src="https://${host}.crowd${n}.test/x.js"></script>`),
)
  .flat()
  .join("");
/** Scripts that no stranger's can take the place of: held to a digest, not run, not read. */
const HELD = `
  <script src="https://x.gone-cdn.test/a.js" integrity="sha384-k8Jq2mZ0LcW9"></script>
  <script type="text/plain" src="https://x.gone-cdn.test/b.js"></script>
  <noscript><script src="https://x.gone-cdn.test/c.js"></script></noscript>`;

beforeAll(async () => {
  const serves = [
    "single.test",
    "near.test",
    "talk.test",
    "lame.test",
    "nohost.test",
    "quiet.test",
  ];
  world = await startWorld({
    zones: [
      {
        name: "good.test",
        signing: "valid",
        records: (at) => [
          rr("good.test", "A", at("web")),
          rr("good.test", "CAA", caa("issue", "letsencrypt.org; validationmethods=dns-01")),
          rr("alias.good.test", "CNAME", "web.provider.test"),
          rr("claimed.good.test", "CNAME", "here.pages.test"),
          rr("unclaimed.good.test", "CNAME", "free.pages.test"),
          rr("harmless.good.test", "CNAME", "free.harmless.test"),
          rr("nopage.good.test", "CNAME", "down.pages.test"),
          rr("gone.good.test", "CNAME", "old.provider.test"),
          rr("bucket.good.test", "CNAME", "old.buckets.test"),
          rr("open-app.good.test", "CNAME", "shop.apps.buckets.test"),
          rr("kept-app.good.test", "CNAME", "shop.apps.buckets.test"),
          rr("proof.kept-app.good.test", "TXT", "8d2f7a9c1b0e"),
          rr("balancer.good.test", "CNAME", "my-lb-1234567890.lb.tokyo.cloud.test"),
          rr("unsure.good.test", "CNAME", "old.unsure.test"),
          rr("compact.good.test", "CNAME", "gone.compact.test"),
          rr("quoted.good.test", "CNAME", "article.pages.test"),
          rr("quoted-404.good.test", "CNAME", "lost.pages.test"),
          rr("quoted-late.good.test", "CNAME", "long.pages.test"),
          rr("round.good.test", "CNAME", "trip.good.test"),
          rr("trip.good.test", "CNAME", "round.good.test"),
          rr("ghost.good.test", "A", at("elsewhere")),
          rr("rented.good.test", "CNAME", "shop.nobody-has-this.test"),
          rr("linked.good.test", "CNAME", "moved.provider.test"),
          rr("scripted.good.test", "A", at("scripted")),
          rr("held.good.test", "A", at("held")),
          rr("inner.good.test", "A", "10.1.2.3"),
          rr("inner.good.test", "A", "8.8.8.8"),
          rr("outer.good.test", "A", "8.8.8.8"),
          rr("broken.good.test", "CNAME", "x.expired.test"),
        ],
      },
      ...SIGNINGS.map((signing) => ({
        name: `${signing}.test`,
        signing,
        records: (at: World["at"]) => [
          rr(`${signing}.test`, "A", at("web")),
          rr(`${signing}.test`, "MX", { preference: 10, exchange: `Mail.${signing}.test` }),
        ],
      })),
      {
        name: "plain.test",
        records: () => [rr("plain.test", "CAA", caa("iodef", "mailto:a@plain.test"))],
      },
      { name: "wild.test", records: (at) => [rr("*.wild.test", "A", at("web"))] },
      { name: "single.test", nameServers: ["fine"] },
      { name: "near.test", nameServers: ["fine", "beside"] },
      {
        name: "dual.test",
        nameServers: ["fine", "beside"],
        records: () => [rr("fine.dual.test", "AAAA", "::1")],
      },
      { name: "talk.test", nameServers: ["fine", "talkative"] },
      { name: "lame.test", nameServers: ["fine", "elsewhere", "meek"] },
      {
        name: "nohost.test",
        nameServers: ["fine"],
        records: () => [rr("nohost.test", "NS", "ns.void.test")],
      },
      { name: "quiet.test", nameServers: ["quiet"] },
      { name: "void.test" },
      { name: "broken", signing: "expired" },
      { name: "below.broken", signing: "valid" },
      { name: "example.com", records: (at) => [rr("example.com", "A", at("web"))] },
      {
        name: "provider.test",
        records: (at) => [
          rr("web.provider.test", "A", at("web")),
          rr("moved.provider.test", "CNAME", "shop.nobody-has-this.test"),
        ],
      },
      {
        name: "pages.test",
        records: (at) => [
          rr("here.pages.test", "A", at("web")),
          rr("free.pages.test", "A", at("pages")),
          rr("down.pages.test", "A", at("fine")),
          rr("article.pages.test", "A", at("article")),
          rr("lost.pages.test", "A", at("lost")),
          rr("long.pages.test", "A", at("long")),
        ],
      },
      { name: "harmless.test", records: (at) => [rr("free.harmless.test", "A", at("pages"))] },
      { name: "buckets.test" },
      { name: "cloud.test", records: (at) => [rr("lb.tokyo.cloud.test", "A", at("web"))] },
      { name: "unsure.test" },
      { name: "compact.test", signing: "compact" },
      {
        name: "sender.test",
        records: () => [rr("sender.test", "TXT", "v=spf1 include:spf.old-mailer.test -all")],
      },
      {
        name: "unasked.test",
        records: () => [
          rr("unasked.test", "TXT", "v=spf1 -a:old-mailer.test ~all include:spf.old-mailer.test"),
        ],
      },
      {
        name: "crowded.test",
        records: (at) => [
          rr("crowded.test", "A", at("crowded")),
          rr("crowded.test", "TXT", "v=spf1 include:spf.old-mailer.test -all"),
        ],
      },
      {
        name: "exchange.test",
        records: () => [rr("exchange.test", "MX", { preference: 1, exchange: "mx.old-mx.test" })],
      },
      {
        name: "six.test",
        nameServers: ["six-a", "six-b"],
        records: () => [
          rr("six.test", "AAAA", "2001:db8::1"),
          rr("six-a.six.test", "AAAA", "2001:db8::a"),
          rr("six-b.six.test", "AAAA", "2001:db8::b"),
        ],
      },
      {
        name: "letters.test",
        nameServers: ["six-a", "six-b"],
        records: () => [
          rr("letters.test", "AAAA", "2001:db8::2"),
          rr("letters.test", "MX", { preference: 1, exchange: "mx.letters.test" }),
          rr("mx.letters.test", "A", "127.0.0.1"),
          rr("six-a.letters.test", "AAAA", "2001:db8::a"),
          rr("six-b.letters.test", "AAAA", "2001:db8::b"),
        ],
      },
      {
        name: "aliased.test",
        nameServers: ["six-a", "six-b"],
        records: () => [
          rr("aliased.test", "AAAA", "2001:db8::3"),
          rr("aliased.test", "MX", { preference: 1, exchange: "mx.aliased.test" }),
          rr("mx.aliased.test", "CNAME", "relay.aliased.test"),
          rr("relay.aliased.test", "CNAME", "web.provider.test"),
          rr("six-a.aliased.test", "AAAA", "2001:db8::a"),
          rr("six-b.aliased.test", "AAAA", "2001:db8::b"),
        ],
      },
      { name: "odd.test" },
      {
        name: "test",
        signing: "valid",
        nameServers: ["toplevel"],
        records: () => [rr("odd.test", "NS", "ghost.good.test")],
      },
      { name: "aged.test", nameServers: ["six-a", "stale"] },
      { name: "harbour.test" },
      {
        name: "harbour-login.test",
        records: () => [rr("harbour-login.test", "NS", "ns1.harbour.test")],
      },
      {
        name: "harbuor.test",
        records: () => [rr("harbuor.test", "MX", { preference: 5, exchange: "mx.lure.test" })],
      },
      { name: "xn--hrbour-pta.test" },
    ],
    machines: {
      web: { ports: { 80: (listen) => startHttpServer(site({}), listen) } },
      pages: { ports: { 80: (listen) => startHttpServer(site(unclaimed(404)), listen) } },
      // Somebody else's pages with the same sentence: an article, an error page, and one far down.
      article: { ports: { 80: (listen) => startHttpServer(site(unclaimed(200)), listen) } },
      lost: {
        ports: {
          80: (listen) =>
            startHttpServer(site({ ...unclaimed(404), headers: { server: "nginx" } }), listen),
        },
      },
      long: {
        ports: {
          80: (listen) =>
            startHttpServer(
              site(unclaimed(404, `<p>${"Our help pages. ".repeat(30)}</p>`)),
              listen,
            ),
        },
      },
      toplevel: { dns: { serves: ["test"] } },
      "six-a": { dns: { serves: ["six.test", "aged.test"] } },
      "six-b": { dns: { serves: ["six.test"] } },
      stale: { dns: { serves: ["aged.test"], serial: 7 } },
      scripted: {
        ports: {
          80: (listen) =>
            startHttpServer(
              site({ html: '<script src="https://x.gone-cdn.test/a.js"></script>' }),
              listen,
            ),
        },
      },
      held: { ports: { 80: (listen) => startHttpServer(site({ html: HELD }), listen) } },
      crowded: { ports: { 80: (listen) => startHttpServer(site({ html: CROWD }), listen) } },
      fine: { dns: { serves } },
      beside: { beside: "fine", dns: { serves } },
      talkative: { dns: { serves, recursion: true, transfer: true } },
      elsewhere: { dns: { serves: [] } },
      meek: { dns: { serves, withoutAuthority: true } },
      quiet: { dns: { serves, silent: true } },
    },
  });
});
afterAll(() => world.stop());

const states = (findings: Awaited<ReturnType<typeof examine>>) =>
  findings.map((f) => [f.outcome, f.state, f.severity, f.subject]);

describe("dns-ns", () => {
  it.each([
    ["good.test", "diverse", "pass", null],
    ["single.test", "single", "warn", "low"],
    ["near.test", "same-network", "warn", "low"],
    ["dual.test", "same-network", "warn", "low"],
    ["missing.test", "inconclusive", "inconclusive", null],
  ])("%s: %s", async (host, ...expected) => {
    expect(states(await examine(world, dnsNs, host))).toEqual([[...expected, null]]);
  });
});

describe("dns-delegation", () => {
  it.each([
    ["good.test", ["consistent"]],
    ["nohost.test", ["missing-at-parent"]],
    ["lame.test", ["consistent"]],
    ["odd.test", ["missing-at-child", "lame"]],
    ["aged.test", ["serials"]],
  ])("%s", async (host, expected) => {
    const found = await examine(world, dnsDelegation, host);
    expect(found.map(({ outcome }) => outcome)).toEqual(expected);
  });
});

describe("dns-lapsed", () => {
  it.each([
    ["good.test", "registered", null],
    ["rented.good.test", "lapsed", "nobody-has-this.test"],
    ["linked.good.test", "lapsed", "nobody-has-this.test"],
    ["scripted.good.test", "lapsed", "gone-cdn.test"],
    ["held.good.test", "registered", null],
    ["sender.test", "lapsed", "old-mailer.test"],
    ["unasked.test", "registered", null],
    ["exchange.test", "lapsed", "old-mx.test"],
  ])("%s: %s %s", async (host, outcome, subject) => {
    const found = await examine(world, dnsLapsed, host);
    expect(found.map((one) => [one.outcome, one.subject])).toEqual([[outcome, subject]]);
  });
});

it("dns-lapsed looks at the zone's own references first, and names the domains it has no room for", async () => {
  const found = await examine(world, dnsLapsed, "crowded.test");
  const lapsed = found.filter(({ outcome }) => outcome === "lapsed");
  expect(lapsed.map(({ subject }) => subject)).toEqual([
    "old-mailer.test",
    ...Array.from({ length: 39 }, (_, n) => `crowd${n}.test`),
  ]);
  const [left, ...more] = found.filter(({ state }) => state === "inconclusive");
  expect(left?.evidence).toEqual([
    { name: "lapsed.unexamined", value: ["crowd39.test", "crowd40.test"] },
  ]);
  expect(more).toEqual([]);
});

describe("net-ipv6", () => {
  it("says what has none", async () => {
    const [finding] = await examine(world, netIpv6, "good.test");
    expect(finding).toMatchObject({ outcome: "partial", severity: "low" });
    expect(finding?.evidence[0]?.value).toEqual(["web", "DNS"]);
  });
  it("asks for mail servers only where there are some", async () => {
    const [finding] = await examine(world, netIpv6, "letters.test");
    expect(finding).toMatchObject({ outcome: "partial", severity: "low" });
    expect(finding?.evidence[0]?.value).toEqual(["mail"]);
    expect(finding?.evidence[1]?.value).toEqual(["mx.letters.test"]);
  });
  it("names where an alias leads, beside which no address may stand", async () => {
    const [finding] = await examine(world, netIpv6, "aliased.test");
    expect(finding?.evidence).toEqual([
      { name: "ipv6.missing", value: ["mail"] },
      { name: "ipv6.without", value: ["web.provider.test"] },
    ]);
  });
  it("is content with addresses everywhere", async () => {
    const [finding] = await examine(world, netIpv6, "six.test");
    expect(finding?.outcome).toBe("reachable");
  });
});

describe("dns-lame", () => {
  it("passes when all answer with authority", async () => {
    expect(states(await examine(world, dnsLame, "near.test"))).toEqual([
      ["authoritative", "pass", null, null],
    ]);
  });
  it("names servers that refuse and servers without the AA bit", async () => {
    expect(states(await examine(world, dnsLame, "lame.test"))).toEqual([
      ["lame", "fail", "medium", "elsewhere.lame.test"],
      ["lame", "fail", "medium", "meek.lame.test"],
    ]);
  });
  it("names servers without an address", async () => {
    expect(states(await examine(world, dnsLame, "nohost.test"))).toEqual([
      ["unresolvable", "fail", "medium", "ns.void.test"],
    ]);
  });
  it("does not judge a silent server", async () => {
    expect(states(await examine(world, dnsLame, "quiet.test", SHORT))).toEqual([
      ["inconclusive", "inconclusive", null, "quiet.quiet.test"],
    ]);
  });
});

describe("dns-dnssec", () => {
  it.each([
    ["good.test", "secure", "pass", null],
    ["plain.test", "unsigned", "warn", "low"],
    ["expired.test", "expired", "fail", "high"],
    ["corrupt.test", "invalid-signature", "fail", "high"],
    ["wrong-ds.test", "ds-mismatch", "fail", "high"],
    ["unsigned.test", "ds-mismatch", "fail", "high"],
    ["bare.test", "missing-signature", "fail", "high"],
    ["no-ds.test", "no-ds", "warn", "low"],
    ["unknown-algorithm.test", "unsupported", "warn", "low"],
    ["below.broken", "rejected", "fail", "high"],
    ["spoilt-mail.test", "bogus-answers", "fail", "high"],
    ["spoilt-absence.test", "bogus-answers", "fail", "high"],
    ["ending.test", "ending", "warn", "low"],
    ["old-digest.test", "weak-algorithm", "warn", "low"],
  ])("%s: %s", async (host, ...expected) => {
    expect(states(await examine(world, dnsDnssec, host))).toEqual([[...expected, null]]);
  });
});

it("dns-dnssec is inconclusive when nobody answers", async () => {
  const dead = { ...world.network, resolver: { address: world.at("quiet"), port: 9 } };
  const [finding] = await examine({ network: dead }, dnsDnssec, "good.test", SHORT);
  expect(finding?.state).toBe("inconclusive");
});

describe("dns-caa", () => {
  it.each([
    ["good.test", "restricted", "pass", null],
    ["plain.test", "unrestricted", "warn", "low"],
    ["wild.test", "absent", "warn", "low"],
    ["expired.test", "inconclusive", "inconclusive", null],
  ])("%s: %s", async (host, ...expected) => {
    expect(states(await examine(world, dnsCaa, host))).toEqual([[...expected, null]]);
  });
});

describe("dns-axfr", () => {
  it("passes when all refuse", async () => {
    expect(states(await examine(world, dnsAxfr, "good.test"))).toEqual([
      ["refused", "pass", null, null],
    ]);
  });
  it("names the server that hands out the zone", async () => {
    expect(states(await examine(world, dnsAxfr, "talk.test"))).toEqual([
      ["open", "fail", "high", "talkative.talk.test"],
    ]);
  });
  it("does not judge a silent server", async () => {
    const [first] = await examine(world, dnsAxfr, "quiet.test", SHORT);
    expect(first?.state).toBe("inconclusive");
  });
});

describe("dns-recursion", () => {
  it("passes when none recurses", async () => {
    expect(states(await examine(world, dnsRecursion, "good.test"))).toEqual([
      ["closed", "pass", null, null],
    ]);
  });
  it("names the server that recurses", async () => {
    expect(states(await examine(world, dnsRecursion, "talk.test"))).toEqual([
      ["open", "fail", "medium", "talkative.talk.test"],
    ]);
  });
  it("does not judge a silent server", async () => {
    const [first] = await examine(world, dnsRecursion, "quiet.test", SHORT);
    expect(first?.state).toBe("inconclusive");
  });
});

describe("dns-dangling", () => {
  const row = { source: "https://docs.pages.test/", day: "2026-11-25" };
  const page = {
    status: [404],
    headers: { server: "^Pages$" },
    text: UNCLAIMED,
    place: "start",
  } as const;
  const takeovers: readonly TakeoverFingerprint[] = [
    { ...row, provider: "Pages", targets: ["*.pages.test"], sign: page, claimable: "yes" },
    { ...row, provider: "Harmless", targets: ["*.harmless.test"], sign: page, claimable: "no" },
    {
      ...row,
      provider: "Apps",
      targets: ["*.apps.buckets.test"],
      sign: "absent",
      claimable: "yes",
      guard: "proof",
    },
    { ...row, provider: "Buckets", targets: ["*.buckets.test"], sign: "absent", claimable: "yes" },
    {
      ...row,
      provider: "Balancers",
      targets: ["*.lb.*.cloud.test"],
      sign: "absent",
      claimable: "no",
    },
    {
      ...row,
      provider: "Unsure",
      targets: ["*.unsure.test"],
      sign: "absent",
      claimable: "unknown",
    },
  ];
  it.each([
    ["good.test", "not-applicable", "not-applicable", null],
    ["alias.good.test", "alive", "pass", null],
    ["claimed.good.test", "alive", "pass", null],
    ["unclaimed.good.test", "claimable", "fail", "critical"],
    ["harmless.good.test", "unclaimed", "fail", "medium"],
    ["gone.good.test", "gone", "fail", "medium"],
    ["bucket.good.test", "claimable", "fail", "critical"],
    ["open-app.good.test", "claimable", "fail", "critical"],
    ["kept-app.good.test", "gone", "fail", "medium"],
    ["balancer.good.test", "gone", "fail", "medium"],
    ["unsure.good.test", "gone", "fail", "medium"],
    ["compact.good.test", "gone", "fail", "medium"],
    ["quoted.good.test", "alive", "pass", null],
    ["quoted-404.good.test", "alive", "pass", null],
    ["quoted-late.good.test", "alive", "pass", null],
    ["rented.good.test", "not-applicable", "not-applicable", null],
    ["round.good.test", "not-applicable", "not-applicable", null],
    ["nopage.good.test", "inconclusive", "inconclusive", null],
    ["broken.good.test", "inconclusive", "inconclusive", null],
  ])("%s: %s", async (host, ...expected) => {
    const found = await examine(world, dnsDangling, host, { data: { takeovers } });
    expect(states(found)).toEqual([[...expected, null]]);
  });
});

describe("dns-private", () => {
  it.each([
    ["outer.good.test", "public", "pass", null],
    ["inner.good.test", "private", "warn", "low"],
    ["nothing.good.test", "not-applicable", "not-applicable", null],
    ["expired.test", "inconclusive", "inconclusive", null],
  ])("%s: %s", async (host, ...expected) => {
    expect(states(await examine(world, dnsPrivate, host))).toEqual([[...expected, null]]);
  });
});

describe("dns-wildcard", () => {
  it.each([
    ["good.test", "none", "pass", null],
    ["wild.test", "wildcard", "info", "info"],
    ["expired.test", "inconclusive", "inconclusive", null],
  ])("%s: %s", async (host, ...expected) => {
    expect(states(await examine(world, dnsWildcard, host))).toEqual([[...expected, null]]);
  });
});

describe("dns-lookalike", () => {
  const names = (findings: Awaited<ReturnType<typeof examine>>) =>
    findings.map(({ outcome, state, subject }) => [outcome, state, subject]);

  it("tells of registered look-alikes, by what they are set up for, and judges none", async () => {
    const found = await examine(world, dnsLookalike, "harbour.test");
    expect(names(found).sort()).toEqual([
      ["mail", "info", "harbuor.test"],
      ["own", "pass", "harbour-login.test"],
      ["registered", "info", "xn--hrbour-pta.test"],
    ]);
    const [sentence] = found.filter(({ outcome }) => outcome === "registered");
    expect(sentence?.summary.ja).toContain("hárbour.test");
    expect(found.every(({ bonus, cap }) => bonus === 0 && cap === null)).toBe(true);
  });

  it("says how many were tried where none is registered", async () => {
    const [only] = await examine(world, dnsLookalike, "harbour-login.test");
    expect(only).toMatchObject({ outcome: "none", state: "pass" });
    expect(only?.evidence).toEqual([{ name: "lookalike.tried", value: 32 }]);
  });
});
