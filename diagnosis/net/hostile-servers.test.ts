import { createSocket } from "node:dgram";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { rr } from "../fixtures/dns/zone.ts";
import { chainFor } from "../fixtures/pki/fixture-authority.ts";
import { startTlsServer } from "../fixtures/tls/tls-server.ts";
import { type Starter, startWorld, type World } from "../fixtures/world.ts";
import { systemClock } from "./clock.ts";
import type { Clients } from "./network.ts";
import { Network } from "./network.ts";
import { SocketLog } from "./socket-log.ts";
import {
  BOTTOMLESS_HTTP,
  HOSTILE_BANNER,
  HOSTILE_HTTP,
  HOSTILE_TLS,
  misbehave,
  sent,
} from "./testing/hostile-servers.ts";
import { UNLIMITED_LOAD } from "./testing/unlimited.ts";

const RESPONSE_MS = 250;
/** Far above the caps, far below "for ever": the machine that runs this may be busy. */
const PATIENCE_MS = 15_000;
const MEGABYTE = 1_048_576;

const log = new SocketLog(true);
let world: World;
let network: Network;

async function start(
  machines: Record<string, Readonly<Record<number, Starter>>>,
  responseMs = RESPONSE_MS,
) {
  world = await startWorld({
    zones: [
      {
        name: "hostile.test",
        records: (at) =>
          Object.keys(machines).map((name) => rr(`${name}.hostile.test`, "A", at(name))),
      },
    ],
    machines: Object.fromEntries(
      Object.entries(machines).map(([name, ports]) => [name, { ports }]),
    ),
  });
  network = new Network({
    production: false,
    fixtures: world.network,
    clock: systemClock,
    socketLog: log,
    load: UNLIMITED_LOAD,
    limits: { responseMs, dnsMs: PATIENCE_MS, targetMs: 30_000 },
  });
}

/** Runs `ask` against a machine; answers its outcome and insists that it came in time. */
async function outcome<T>(name: string, ask: (clients: Clients) => Promise<T>) {
  const target = network.open({ userAgent: "test", inScope: () => true });
  const started = performance.now();
  const outcome = await ask(target.clients(`${name}.hostile.test`, null)).then(
    (value) => ({ value, code: null }),
    (error: unknown) => ({
      value: null,
      code: error instanceof Error && "code" in error ? String(error.code) : "not a NetError",
    }),
  );
  expect(performance.now() - started).toBeLessThan(PATIENCE_MS);
  target.close();
  await vi.waitFor(() => expect(log.live).toBe(0), { timeout: 30_000 });
  return outcome;
}

/** Codes that the engine reports as inconclusive. */
const INCONCLUSIVE = ["timeout", "reset", "closed", "malformed", "too-large", "tls"];

function slug(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]+/g, "-");
}

function machines(table: Readonly<Record<string, Parameters<typeof misbehave>[0]>>, port: number) {
  const list = Object.entries(table);
  return Object.fromEntries(list.map(([name, act]) => [slug(name), { [port]: misbehave(act) }]));
}

describe("hostile web servers", () => {
  beforeAll(() => start(machines(HOSTILE_HTTP, 80)));
  afterAll(() => world.stop());

  it.each(Object.keys(HOSTILE_HTTP))("%s: no answer, in time", async (name) => {
    const { code } = await outcome(slug(name), ({ http }) =>
      http.fetch(`http://${slug(name)}.hostile.test/`),
    );
    expect(INCONCLUSIVE).toContain(code);
  });
});

describe("bottomless web servers", () => {
  // The cap on bytes must end these, not the clock.
  beforeAll(() => start(machines(BOTTOMLESS_HTTP, 80), 20_000));
  afterAll(() => world.stop());

  it.each(Object.keys(BOTTOMLESS_HTTP))("%s: cut at one megabyte", async (name) => {
    sent.bytes = 0;
    const before = process.memoryUsage().rss;
    const { value } = await outcome(slug(name), ({ http }) =>
      http.fetch(`http://${slug(name)}.hostile.test/`),
    );
    expect(value?.body.length).toBe(MEGABYTE);
    expect(value?.truncated).toBe(true);
    // The server shares this process, so its own buffers count too.
    expect(sent.bytes).toBeLessThan(40 * MEGABYTE);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * MEGABYTE);
  });
});

describe("hostile TLS servers", () => {
  beforeAll(async () => {
    const many = Array.from({ length: 9_000 }, (_, index) => `n${index}.huge.hostile.test`);
    const { certificate } = (await chainFor("ca.hostile.test")).leaf;
    await start({
      ...machines(HOSTILE_TLS, 443),
      "huge-certificate": {
        443: (listen) =>
          startTlsServer("huge.hostile.test", { certificate: { dnsNames: many } }, listen),
      },
      "long-chain": {
        443: async (listen) => {
          const { pem, leaf } = await chainFor("long.hostile.test");
          const tls = { cert: pem + certificate.repeat(300), key: leaf.key };
          return await startTlsServer("long.hostile.test", { tls }, listen);
        },
      },
    });
  });
  afterAll(() => world.stop());

  it.each(Object.keys(HOSTILE_TLS))("%s: no handshake, in time", async (name) => {
    const { code } = await outcome(slug(name), ({ tls }) => tls.handshake());
    expect(INCONCLUSIVE).toContain(code);
  });

  it.each(Object.keys(HOSTILE_TLS))(
    "%s: no raw answer but a closed port, in time",
    async (name) => {
      const hello = { version: "tls1.2", ciphers: [0xc02f, 0x002f] } as const;
      const { code, value } = await outcome(slug(name), ({ rawTls }) => rawTls.probe(hello));
      if (code !== null) expect(INCONCLUSIVE).toContain(code);
      else expect(value).toEqual({ kind: "closed" });
    },
  );

  it.each(["huge-certificate", "long-chain"])("%s: given up, not swallowed", async (name) => {
    const { code } = await outcome(name, ({ tls }) => tls.handshake());
    expect(INCONCLUSIVE).toContain(code);
    const hello = { version: "tls1.2", ciphers: [0xc02b, 0xc02f] } as const;
    const raw = await outcome(name, ({ rawTls }) => rawTls.probe(hello));
    expect(raw.code).toBe("too-large");
  });
});

describe("hostile greetings", () => {
  beforeAll(() => start(machines(HOSTILE_BANNER, 25)));
  afterAll(() => world.stop());

  it.each(Object.keys(HOSTILE_BANNER))("%s: at most 4 KB and some, in time", async (name) => {
    const { value } = await outcome(slug(name), ({ tcp }) => tcp.greeting({ port: 25 }, 200));
    expect(value?.state).toBe("open");
    expect(value?.bytes.length).toBeLessThan(70_000);
  });

  it.each(Object.keys(HOSTILE_BANNER))("%s: a dialogue fails in time", async (name) => {
    const { code, value } = await outcome(slug(name), async ({ tcp }) => {
      const stream = await tcp.open({ port: 25 });
      return await stream.read((bytes) => Buffer.from(bytes).includes("220 "));
    });
    if (code !== null) expect(INCONCLUSIVE).toContain(code);
    else expect(value?.length).toBeLessThan(10);
  });
});

describe("hostile name servers", () => {
  const answers: Readonly<Record<string, (query: Buffer) => readonly Buffer[]>> = {
    silence: () => [],
    "empty datagrams": () => Array.from({ length: 30 }, () => Buffer.alloc(0)),
    "another id": (query) => [
      Buffer.concat([Buffer.from([query[0] ?? 0, 1 ^ (query[1] ?? 0)]), query.subarray(2)]),
    ],
    "the question sent back": (query) => [query],
    "random bytes": () => [Buffer.alloc(300, 0x5a)],
    "a compression loop": (query) => {
      const header = Buffer.from([
        query[0] ?? 0,
        query[1] ?? 0,
        0x81,
        0x80,
        0,
        1,
        0,
        1,
        0,
        0,
        0,
        0,
      ]);
      return [Buffer.concat([header, Buffer.from([0xc0, 12, 0, 1, 0, 1])])];
    },
    "sixty thousand records said, none there": (query) => {
      const answer = Buffer.from(query);
      answer.writeUInt16BE(0x8180, 2);
      answer.writeUInt16BE(60_000, 6);
      return [answer];
    },
  };

  it.each(Object.keys(answers))("%s: no answer, in time", async (name) => {
    const server = createSocket("udp4");
    server.on("message", (message, peer) => {
      for (const bytes of answers[name]?.(message) ?? [])
        server.send(bytes, peer.port, peer.address);
    });
    await new Promise<void>((resolve) => server.bind(0, "127.0.0.1", resolve));
    const resolver = { address: "127.0.0.1", port: server.address().port };
    network = new Network({
      production: true,
      resolvers: [resolver],
      clock: systemClock,
      socketLog: log,
      load: UNLIMITED_LOAD,
      limits: { dnsMs: 200, dnsTries: 2 },
    });
    const { code } = await outcome("any", ({ dns }) => dns.query("example.com", "A"));
    expect(INCONCLUSIVE).toContain(code);
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
});
