import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { rr, type ZoneRecord } from "../fixtures/dns/zone.ts";
import { listenTcp } from "../fixtures/loopback.ts";
import { site } from "../fixtures/site.ts";
import { startWorld, type World } from "../fixtures/world.ts";
import { systemClock } from "./clock.ts";
import { Network } from "./network.ts";
import { SocketLog } from "./socket-log.ts";
import { HOSTILE_ADDRESSES, HOSTILE_NAMES, HOSTILE_REDIRECTS } from "./testing/hostile-tables.ts";
import { UNLIMITED_LOAD } from "./testing/unlimited.ts";

const refused = expect.objectContaining({ name: "NetError", code: "refused" });
const rules = { userAgent: "test", inScope: () => true };

/** A record of the address's own family. */
function address(name: string, value: string): ZoneRecord {
  return value.includes(":") ? rr(name, "AAAA", value) : rr(name, "A", value);
}

describe("hostile targets in production mode", () => {
  let world: World;
  let log: SocketLog;
  let network: Network;

  beforeAll(async () => {
    world = await startWorld({
      zones: [
        {
          name: "attacker.com",
          records: () => [
            ...HOSTILE_ADDRESSES.map((value, index) => address(`a${index}.attacker.com`, value)),
            rr("mixed.attacker.com", "A", "1.1.1.1"),
            rr("mixed.attacker.com", "A", "127.0.0.1"),
            rr("mixed6.attacker.com", "A", "1.1.1.1"),
            rr("mixed6.attacker.com", "AAAA", "::1"),
            rr("c1.attacker.com", "CNAME", "c2.attacker.com"),
            rr("c2.attacker.com", "CNAME", "c3.attacker.com"),
            rr("c3.attacker.com", "A", "169.254.169.254"),
            rr("literal.attacker.com", "CNAME", "127.0.0.1"),
            rr("local.attacker.com", "CNAME", "localhost"),
            rr("internal.attacker.com", "CNAME", "metadata.google.internal"),
            rr("attacker.com", "MX", { preference: 1, exchange: "mx.attacker.com" }),
            rr("mx.attacker.com", "A", "127.0.0.1"),
            rr("ns.attacker.com", "A", "127.0.0.1"),
          ],
        },
      ],
    });
    log = new SocketLog(true);
    network = new Network({
      production: true,
      clock: systemClock,
      resolvers: [world.network.resolver],
      socketLog: log,
      load: UNLIMITED_LOAD,
      ipv6: true,
    });
  });
  afterAll(() => world.stop());

  const hosts = [
    ...HOSTILE_NAMES,
    ...HOSTILE_ADDRESSES.map((_, index) => `a${index}.attacker.com`),
    ...["c1", "literal", "local", "internal", "mx"].map((label) => `${label}.attacker.com`),
  ];

  it("has at least 80 rows", () => {
    expect(hosts.length + HOSTILE_REDIRECTS.length).toBeGreaterThanOrEqual(80);
  });

  it.each(hosts)("no way to %j", async (host) => {
    const target = network.open(rules);
    const { dns, tcp, tls, rawTls, http } = target.clients(host, null);
    const ways = [
      () => dns.addresses(host),
      () => tcp.open({ port: 25 }),
      () => tcp.greeting({ port: 6379 }),
      () => tls.handshake(),
      () => rawTls.probe({ version: "tls1.2", ciphers: [0x2f] }),
      // With a slash or a question mark inside, the URL's host is another, ordinary name.
      ...(/[/?#\\]/.test(host)
        ? []
        : [() => http.fetch(`https://${host}/`), () => http.fetch(`http://${host}/`)]),
    ];
    for (const way of ways) await expect(way()).rejects.toEqual(refused);
    target.close();
  });

  it.each(HOSTILE_ADDRESSES)("no way to the pinned or named address %s", async (value) => {
    const target = network.open(rules);
    const { dns, tcp, tls, http } = target.clients("www.attacker.com", value);
    const ways = [
      () => tcp.open({ port: 443 }),
      () => tls.handshake(),
      () => http.fetch("https://www.attacker.com/"),
      () => dns.query("attacker.com", "SOA", { server: value }),
      () => dns.query("attacker.com", "SOA", { server: value, transport: "tcp" }),
      () => dns.transfer("attacker.com", value),
    ];
    for (const way of ways) await expect(way()).rejects.toEqual(refused);
    target.close();
  });

  // Nothing but the resolver is asked: the public address is somebody's.
  it.each(["mixed", "mixed6"])("%s: leaves the special address out", async (label) => {
    const target = network.open(rules);
    expect(await target.dns.addresses(`${label}.attacker.com`)).toEqual(["1.1.1.1"]);
    target.close();
  });

  it("opened not one socket to a target", async () => {
    expect(log.entries.filter(({ role }) => role === "target")).toEqual([]);
    // The resolver was really asked.
    expect(log.entries.length).toBeGreaterThan(hosts.length / 4);
    await vi.waitFor(() => expect(log.live).toBe(0), { timeout: 30_000 });
  });

  it("cannot be built with fixtures", () => {
    const build = () =>
      new Network({ production: true, clock: systemClock, fixtures: world.network });
    expect(build).toThrow("never allowed in production");
  });
});

describe("hostile redirects and records among fixtures", () => {
  let world: World;
  let log: SocketLog;
  let network: Network;

  beforeAll(async () => {
    const paths = Object.fromEntries(
      HOSTILE_REDIRECTS.map((to, index) => [
        `/${index}`,
        { status: 302, headers: { location: to.replace("{self}", "attacker.test") } },
      ]),
    );
    const loop = { status: 302, headers: { location: "/loop" } };
    const web = createServer(site({ paths: { ...paths, "/loop": loop } }));
    world = await startWorld({
      zones: [
        {
          name: "attacker.test",
          records: (at) => [
            rr("attacker.test", "A", at("web")),
            rr("loopback.attacker.test", "A", "127.0.0.1"),
            rr("metadata.attacker.test", "A", "169.254.169.254"),
            rr("mixed.attacker.test", "A", at("web")),
            rr("mixed.attacker.test", "A", "10.0.0.1"),
            rr("chain.attacker.test", "CNAME", "metadata.attacker.test"),
            rr("public.attacker.test", "A", "1.1.1.1"),
          ],
        },
      ],
      machines: { web: { ports: { 80: (listen) => listenTcp(web, listen) } } },
    });
    log = new SocketLog(true);
    network = new Network({
      production: false,
      fixtures: world.network,
      clock: systemClock,
      socketLog: log,
      load: UNLIMITED_LOAD,
    });
  });
  afterAll(() => world.stop());

  it.each(HOSTILE_REDIRECTS)("does not follow a redirect to %s", async (to) => {
    const target = network.open(rules);
    const { http } = target.clients("attacker.test", null);
    const url = `http://attacker.test/${HOSTILE_REDIRECTS.indexOf(to)}`;
    const reason = to.includes("nowhere") ? "no-address" : "refused";
    await expect(http.fetch(url, { redirects: 5 })).rejects.toMatchObject({ code: reason });
    target.close();
  });

  it("does not leave the fixtures even for a public address", async () => {
    const target = network.open(rules);
    await expect(target.dns.addresses("public.attacker.test")).rejects.toEqual(refused);
    target.close();
  });

  it("goes to the allowed one of two addresses only", async () => {
    const target = network.open(rules);
    expect(await target.dns.addresses("mixed.attacker.test")).toEqual([world.at("web")]);
    target.close();
  });

  it("records another host instead of visiting it when it is out of scope", async () => {
    const target = network.open({ userAgent: "test", inScope: () => false });
    const { http } = target.clients("attacker.test", null);
    const response = await http.fetch("http://attacker.test/0", { redirects: 5 });
    expect(response.leftFor).toBe("127.0.0.1");
    expect(response.hops).toHaveLength(1);
    target.close();
  });

  it("follows at most five redirects", async () => {
    const target = network.open(rules);
    const response = await target
      .clients("attacker.test", null)
      .http.fetch("http://attacker.test/loop", { redirects: 1000 });
    expect(response.hops).toHaveLength(5);
    expect(response.status).toBe(302);
    target.close();
  });

  it("opened sockets to the one allowed machine only", () => {
    const allowed = new Set(world.network.hosts.map((host) => host.address));
    const targets = log.entries.filter(({ role }) => role === "target");
    expect(targets.length).toBeGreaterThanOrEqual(HOSTILE_REDIRECTS.length);
    expect(targets.filter((entry) => !allowed.has(entry.address))).toEqual([]);
  });
});
