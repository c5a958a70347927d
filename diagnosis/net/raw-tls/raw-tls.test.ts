import { getCiphers } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rr } from "../../fixtures/dns/zone.ts";
import type { Fixture } from "../../fixtures/fixture.ts";
import { legacyFixtures } from "../../fixtures/tls/legacy-fixtures.ts";
import { certificateFixtures, protocolFixtures } from "../../fixtures/tls/tls-fixtures.ts";
import { LEVEL_0, startTlsServer } from "../../fixtures/tls/tls-server.ts";
import { type Starter, startWorld, type World } from "../../fixtures/world.ts";
import type { RawHello, RawTlsAnswer, RawVersion } from "../clients.ts";
import { systemClock } from "../clock.ts";
import { type Clients, Network } from "../network.ts";
import { UNLIMITED_LOAD } from "../testing/unlimited.ts";
import { CIPHER_SUITES, cipherSuite, SSL2_CIPHERS } from "./cipher-suites.ts";

const fixtures: readonly Fixture[] = [
  ...protocolFixtures,
  ...certificateFixtures,
  ...legacyFixtures,
];
const rsaAll = "rsa-all.all.test";
const ecAll = "ec-all.all.test";

let world: World;
let network: Network;
let clients: (host: string) => Clients;
let close: () => void;

beforeAll(async () => {
  const tls = {
    maxVersion: "TLSv1.2",
    ciphers: `ALL:COMPLEMENTOFALL:${LEVEL_0}`,
    dhparam: "auto",
  } as const;
  const all = (host: string, key: "rsa2048" | "p256"): Starter => {
    return (listen) => startTlsServer(host, { tls, certificate: { key } }, listen);
  };
  const machines: Record<string, { ports: Record<number, Starter> }> = {
    "rsa-all": { ports: { 443: all(rsaAll, "rsa2048") } },
    "ec-all": { ports: { 443: all(ecAll, "p256") } },
  };
  for (const { host, start } of fixtures) machines[host] = { ports: { 443: start } };
  const byZone = Map.groupBy([...fixtures.map(({ host }) => host), rsaAll, ecAll], (host) =>
    host.slice(host.indexOf(".") + 1),
  );
  world = await startWorld({
    zones: [...byZone].map(([name, hosts]) => ({
      name,
      records: (at) =>
        hosts.map((host) =>
          rr(host, "A", at(machines[host] ? host : host.replace(".all.test", ""))),
        ),
    })),
    machines,
  });
  network = new Network({
    production: false,
    fixtures: world.network,
    clock: systemClock,
    load: UNLIMITED_LOAD,
    limits: { targetConnections: 1_000, responseMs: 2_000 },
  });
  const target = network.open({ userAgent: "test", inScope: () => false });
  clients = (host) => target.clients(host, null);
  close = target.close;
});
afterAll(async () => {
  close();
  await world.stop();
});

const probe = (host: string, hello: RawHello): Promise<RawTlsAnswer> =>
  clients(host).rawTls.probe(hello);
const upTo12 = CIPHER_SUITES.filter(({ keyExchange }) => keyExchange !== "TLS1.3").map(
  ({ id }) => id,
);
const tls13 = [0x1301, 0x1302, 0x1303];

const VERSIONS: readonly (readonly [RawVersion, readonly number[]])[] = [
  ["ssl3", upTo12],
  ["tls1.0", upTo12],
  ["tls1.1", upTo12],
  ["tls1.2", upTo12],
  ["tls1.3", tls13],
];

describe("the prober tells the protocol versions of every fixture", () => {
  it.each(fixtures.map((fixture) => [fixture.host, fixture] as const))(
    "%s",
    async (host, { facts }) => {
      for (const [version, ciphers] of VERSIONS) {
        const answer = await probe(host, { version, ciphers });
        const accepted = answer.kind === "hello" && answer.version === version;
        expect([version, accepted]).toEqual([version, facts[`protocol:${version}`]]);
      }
      const ssl2 = await probe(host, {
        version: "ssl2",
        ciphers: Object.keys(SSL2_CIPHERS).map(Number),
      });
      expect(ssl2.kind === "ssl2-hello").toBe(facts["protocol:ssl2"]);
    },
  );
});

describe("the cipher table agrees with OpenSSL", () => {
  const names = getCiphers().filter((name) => !/^tls_|psk|srp/.test(name));

  it.each(names)("%s", async (name) => {
    const host = /ecdsa|aecdh/.test(name) ? ecAll : rsaAll;
    const ciphers = `${name.toUpperCase()}:${LEVEL_0}`;
    const session = await clients(host)
      .tls.handshake({ ciphers, maxVersion: "TLSv1.2" })
      .catch(() => null);
    // A cipher without authentication shows no certificate and is left to the raw prober.
    if (session === null) return expect(name).toMatch(/adh|aecdh|dss/);
    const suite = CIPHER_SUITES.find((entry) => entry.name === session.cipher);
    expect(suite?.name).toBe(session.cipher);
    const answer = await probe(host, { version: "tls1.2", ciphers: [suite?.id ?? 0] });
    expect(answer).toMatchObject({ kind: "hello", cipher: suite?.id });
    if (answer.kind !== "hello") return;
    const exchange = suite?.keyExchange;
    expect(answer.group !== null).toBe(exchange === "ECDHE");
    expect(answer.dhBits !== null).toBe(exchange === "DHE");
    expect(session.ephemeral !== null).toBe(suite?.forwardSecret);
  });

  it("takes names apart", () => {
    expect(cipherSuite(0xc02f)).toEqual({
      id: 0xc02f,
      name: "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
      keyExchange: "ECDHE",
      forwardSecret: true,
      anonymous: false,
      export: false,
      aead: true,
      cipher: "AES",
      bits: 128,
    });
    expect(cipherSuite(0x0003)).toMatchObject({ export: true, cipher: "RC4", bits: 40 });
    expect(cipherSuite(0x0019)).toMatchObject({
      anonymous: true,
      export: true,
      cipher: "DES",
      bits: 40,
    });
    expect(cipherSuite(0x000a)).toMatchObject({ cipher: "3DES", bits: 112 });
    expect(cipherSuite(0x0064)).toMatchObject({ export: true, bits: 56 });
    expect(cipherSuite(0x003b)).toMatchObject({ cipher: "NULL", bits: 0 });
    expect(cipherSuite(0x1303)).toMatchObject({
      cipher: "CHACHA20",
      aead: true,
      forwardSecret: true,
    });
    expect(cipherSuite(0xffff)).toBeNull();
  });
});

describe("the prober reads details of the first flight", () => {
  const hello = { version: "tls1.2", ciphers: upTo12 } as const;

  it("the group a TLS 1.3 server would take, post-quantum or not", async () => {
    const offer = { version: "tls1.3", ciphers: tls13, groups: [0x11ec] } as const;
    expect(await probe("modern.tls.test", offer)).toMatchObject({ kind: "hello", group: 0x11ec });
    expect(await probe("no-post-quantum.tls.test", offer)).toMatchObject({
      kind: "alert",
      description: 40,
    });
  });

  it("the certificates in the order sent", async () => {
    const count = async (host: string) => {
      const answer = await probe(host, hello);
      return answer.kind === "hello" ? answer.certificates.length : null;
    };
    expect(await count("tls12-only.tls.test")).toBe(2);
    expect(await count("missing-intermediate.tls.test")).toBe(1);
    expect(await count("misordered.tls.test")).toBe(3);
  });

  it("compression, secure renegotiation, extended master secret, DH size", async () => {
    const offer = { version: "tls1.2", ciphers: [0xc02f], compression: [1, 0] } as const;
    expect(await probe("compression.legacy.test", offer)).toMatchObject({ compression: 1 });
    const extensions = async (host: string) => {
      const answer = await probe(host, hello);
      return answer.kind === "hello" ? answer.extensions : [];
    };
    expect(await extensions("modern.tls.test")).toEqual(expect.arrayContaining([0xff01, 23]));
    expect(await extensions("insecure-renegotiation.legacy.test")).not.toContain(0xff01);
    expect(await extensions("no-extended-master-secret.legacy.test")).not.toContain(23);
    expect(await probe("dhe-512.legacy.test", hello)).toMatchObject({ dhBits: 512 });
    expect(await probe("dhe-1024.legacy.test", hello)).toMatchObject({ dhBits: 1024 });
  });

  it("an alert when nothing fits, by its number", async () => {
    const answer = await probe("modern.tls.test", { version: "tls1.2", ciphers: [0x0005] });
    expect(answer).toEqual({ kind: "alert", level: 2, description: 40 });
  });
});
