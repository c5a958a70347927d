import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { rr } from "../fixtures/dns/zone.ts";
import { startMailServer } from "../fixtures/mail/mail-server.ts";
import { type ChainOptions, fixtureAuthority } from "../fixtures/pki/fixture-authority.ts";
import { networkOf, scanToEnd } from "../fixtures/scan.ts";
import { redirectToHttps, SOUND_HEADERS, site } from "../fixtures/site.ts";
import {
  startHttpServer,
  startTlsServer,
  type TlsServerOptions,
} from "../fixtures/tls/tls-server.ts";
import { type MachineDescription, startWorld, type World } from "../fixtures/world.ts";
import type { Network } from "../net/network.ts";
import type { SocketLog } from "../net/socket-log.ts";
import { allChecks } from "./registry.ts";

/** The whole catalogue against whole domains, as a customer's scan runs it. */
function web(host: string, options: TlsServerOptions): MachineDescription {
  return {
    ports: {
      80: (listen) => startHttpServer(redirectToHttps, listen),
      443: (listen) =>
        startTlsServer(host, { pages: site({ headers: SOUND_HEADERS }), ...options }, listen),
    },
  };
}

const LEVEL_0 = "@SECLEVEL=0";
const certificate = (options: ChainOptions) => ({ certificate: options });
const pages = (headers: Record<string, string | readonly string[]>, more = {}) => ({
  pages: site({ headers: { ...SOUND_HEADERS, ...headers }, ...more }),
});

/** Hosts below the domain, each with one fault, and the best grade that fault allows. */
const HOSTS: readonly (readonly [name: string, grade: string, fault: string, TlsServerOptions])[] =
  [
    ["www", "A", "none", {}],
    [
      "old-tls",
      "B",
      "tls-old",
      { tls: { minVersion: "TLSv1", ciphers: `DEFAULT:!kRSA:${LEVEL_0}` } },
    ],
    [
      "cookie",
      "C",
      "http-cookie",
      pages({ "set-cookie": ["PHPSESSID=a; HttpOnly; SameSite=Lax"] }),
    ],
    ["soon", "C", "cert-expiry", certificate({ fromDay: -80, toDay: 9 })],
    ["expired", "E", "cert-expiry", certificate({ fromDay: -90, toDay: -1 })],
    ["misnamed", "E", "cert-name", certificate({ dnsNames: ["other.test"] })],
    ["self-signed", "E", "cert-trust", certificate({ signer: "self-signed" })],
    [
      "null",
      "E",
      "tls-null",
      {
        tls: { maxVersion: "TLSv1.2", ciphers: `NULL-SHA256:ECDHE+AESGCM:${LEVEL_0}` },
        certificate: { key: "rsa2048" },
      },
    ],
    [
      "leak",
      "E",
      "exp-files",
      pages({}, { paths: { "/.env": { body: "DB_PASSWORD=kaze2026\n" } } }),
    ],
  ];

let world: World;
let log: SocketLog;
let network: Network;

beforeAll(async () => {
  const { root } = await fixtureAuthority();
  const hosts = HOSTS.map(([name, , , options]) => [name, options] as const);
  world = await startWorld({
    trustAnchors: [root.certificate],
    zones: [
      {
        name: "careful.test",
        signing: "valid",
        records: (at) => [
          rr("careful.test", "A", at("apex")),
          rr("careful.test", "CAA", { flags: 0, tag: "issue", value: "fixture.test" }),
          rr("careful.test", "MX", { preference: 10, exchange: "mx.careful.test" }),
          rr("mx.careful.test", "A", at("mx")),
          rr("careful.test", "TXT", "v=spf1 mx -all"),
          rr("_dmarc.careful.test", "TXT", "v=DMARC1; p=reject"),
          ...hosts.map(([name]) => rr(`${name}.careful.test`, "A", at(name))),
        ],
      },
    ],
    machines: {
      apex: web("careful.test", {}),
      mx: { ports: { 25: (listen) => startMailServer("mx.careful.test", {}, listen) } },
      ...Object.fromEntries(
        hosts.map(([name, options]) => [name, web(`${name}.careful.test`, options)]),
      ),
    },
  });
  // Loopback answers at once, but a busy machine may be late to hear it.
  ({ network, log } = networkOf(world, { dnsMs: 10_000, greetingConnectMs: 10_000 }));
});
afterAll(() => world.stop());

it("runs the whole catalogue on a careful domain and grades it A", async () => {
  const { findings, faults, result } = await scanToEnd(network, "careful.test");
  expect(faults).toEqual([]);
  const ran = new Set(findings.map(({ check }) => check));
  expect([...ran].sort()).toEqual(allChecks.map(({ id }) => id).sort());
  expect(findings.filter(({ state }) => state === "inconclusive")).toEqual([]);
  const serious = findings.filter(({ severity }) => severity !== null && severity !== "info");
  // The domain has no MTA-STS, and every fixture's address is of IPv4 and on loopback.
  expect(serious.map(({ check }) => check).sort()).toEqual([
    "dns-private",
    "mail-mtasts",
    "net-ipv6",
  ]);
  expect(result.hosts[0]).toMatchObject({ grade: "A", coverage: 1, caps: [] });
  const tls = result.hosts[0]?.categories.find(({ category }) => category === "tls");
  expect(tls?.score).toBeGreaterThanOrEqual(90);
  await vi.waitFor(() => expect(log.live).toBe(0), { timeout: 30_000 });
});

describe("one fault decides the grade", () => {
  it.each(HOSTS)("%s: %s for %s", async (name, grade, fault) => {
    const { findings, faults, result } = await scanToEnd(network, `${name}.careful.test`);
    expect(faults).toEqual([]);
    const objections = findings.filter(({ state }) => state === "fail" || state === "warn");
    const found = new Set(objections.map(({ check }) => check));
    found.delete("dns-private");
    if (fault !== "none") expect(found).toContain(fault);
    else expect([...found]).toEqual([]);
    expect(result.hosts[0]?.grade).toBe(grade);
    // Every sentence has found its facts.
    for (const { summary } of findings) expect(summary.ja + summary.en).not.toMatch(/[{}]/);
    expect(result.connections).toBeLessThan(100);
  });
});
