import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { rr } from "../fixtures/dns/zone.ts";
import { SOUND_HEADERS, site } from "../fixtures/site.ts";
import { startTlsServer, type TlsServerOptions } from "../fixtures/tls/tls-server.ts";
import { startWorld, type World } from "../fixtures/world.ts";
import { systemClock } from "./clock.ts";
import type { Clients } from "./network.ts";
import { Network } from "./network.ts";
import { SocketLog } from "./socket-log.ts";
import { UNLIMITED_LOAD } from "./testing/unlimited.ts";

const SERVERS: Readonly<Record<string, TlsServerOptions>> = {
  plain: {},
  // Refuses whoever names only HTTP/1.1 (RFC 7301 §3.2).
  "h2-only": { tls: { ALPNProtocols: ["h2"] } },
  "post-quantum-only": { tls: { ecdhCurve: "X25519MLKEM768" } },
  failing: { tls: { minVersion: "TLSv1.2", maxVersion: "TLSv1.2", ciphers: "PSK" } },
};

const log = new SocketLog(true);
let world: World;
let network: Network;

beforeAll(async () => {
  world = await startWorld({
    zones: [
      {
        name: "web.test",
        records: (at) => Object.keys(SERVERS).map((name) => rr(`${name}.web.test`, "A", at(name))),
      },
    ],
    machines: Object.fromEntries(
      Object.entries(SERVERS).map(([name, options]) => {
        const pages = site({ headers: SOUND_HEADERS });
        const start = (listen: object) =>
          startTlsServer(`${name}.web.test`, { ...options, pages }, listen);
        return [name, { ports: { 443: start } }];
      }),
    ),
  });
  const settings = { production: false, fixtures: world.network, clock: systemClock };
  network = new Network({ ...settings, load: UNLIMITED_LOAD, socketLog: log });
});
afterAll(() => world.stop());

/** Runs `work` on one server and tells how many connections it took. */
async function connections(name: string, work: (clients: Clients) => Promise<void>) {
  const target = network.open({ userAgent: "test", inScope: () => true });
  const from = log.entries.length;
  await work(target.clients(`${name}.web.test`, null));
  target.close();
  await vi.waitFor(() => expect(log.live).toBe(0), { timeout: 30_000 });
  return log.entries.slice(from).filter(({ transport }) => transport === "tcp").length;
}

it("describes the handshake of the connection that fetches the page, in either order", async () => {
  const handshakeFirst = await connections("plain", async ({ tls, http }) => {
    expect((await tls.handshake()).certificates[0]?.subjectAltName).toBe("DNS:plain.web.test");
    expect((await http.root()).status).toBe(200);
    expect((await http.fetch("/again")).status).toBe(404);
  });
  const pageFirst = await connections("plain", async ({ tls, http }) => {
    expect((await http.root()).status).toBe(200);
    expect((await tls.handshake()).protocol).toBe("TLSv1.3");
  });
  expect([handshakeFirst, pageFirst]).toEqual([1, 1]);
});

it("connects anew when the first connection was given up unused", async () => {
  const count = await connections("plain", async ({ tls, http }) => {
    await tls.handshake();
    // Longer than an unused connection is kept.
    await vi.waitFor(() => expect(log.live).toBe(0), { timeout: 30_000 });
    expect((await http.root()).status).toBe(200);
  });
  expect(count).toBe(2);
});

it("describes a server that has no HTTP/1.1", async () => {
  await connections("h2-only", async ({ tls }) => {
    expect((await tls.handshake()).protocol).toBe("TLSv1.3");
  });
});

it("reads pages of a server that insists on post-quantum keys", async () => {
  await connections("post-quantum-only", async ({ tls, http }) => {
    expect((await http.root()).status).toBe(200);
    expect((await tls.handshake()).protocol).toBe("TLSv1.3");
  });
});

it("tries twice and no more what fails", async () => {
  const count = await connections("failing", async ({ tls }) => {
    await expect(tls.handshake()).rejects.toMatchObject({ code: "tls" });
    await expect(tls.handshake()).rejects.toMatchObject({ code: "tls" });
  });
  expect(count).toBe(2);
});
