import { createServer, type RequestListener } from "node:http";
import type { Server } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { rr } from "../fixtures/dns/zone.ts";
import { listenTcp } from "../fixtures/loopback.ts";
import { startTlsServer } from "../fixtures/tls/tls-server.ts";
import { startWorld, type World } from "../fixtures/world.ts";
import { systemClock } from "./clock.ts";
import { Network } from "./network.ts";

/** When the address received each request and connection, whatever port it came to (milliseconds). */
let arrivals: number[] = [];
let connections: number[] = [];
const pages: RequestListener = (_request, response) => {
  arrivals.push(performance.now());
  response.end("ok");
};

/** Counts the connections of a server. */
function counted<S extends Server>(server: S): S {
  return server.on("connection", () => connections.push(performance.now()));
}

let world: World;

beforeAll(async () => {
  world = await startWorld({
    zones: [{ name: "pace.test", records: (at) => [rr("pace.test", "A", at("web"))] }],
    machines: {
      web: {
        ports: {
          80: (listen) => listenTcp(counted(createServer(pages)), listen),
          443: (listen) => startTlsServer("pace.test", { pages }, listen),
        },
      },
    },
  });
});
afterAll(() => world.stop());
beforeEach(() => {
  arrivals = [];
  connections = [];
});

it("keeps requests to one address apart at the server, over all its ports and connections", async () => {
  const perSecond = 10;
  const network = new Network({
    production: false,
    fixtures: world.network,
    clock: systemClock,
    load: { httpPerSecond: perSecond, connectsPerSecond: 50 },
  });
  const begun = performance.now();
  const targets = [0, 1].map(() => network.open({ userAgent: "test", inScope: () => true }));
  const urls = ["https://pace.test/", "http://pace.test/"];
  await Promise.all(
    targets.flatMap((target) =>
      urls.flatMap((url) =>
        [1, 2, 3].map((at) => target.clients("pace.test", null).http.fetch(`${url}?${at}`)),
      ),
    ),
  );
  for (const target of targets) target.close();
  expect(arrivals).toHaveLength(12);
  expect(early(arrivals, begun, perSecond)).toEqual([]);
});

it("keeps to 2 requests and 5 connections a second at an address", async () => {
  const network = new Network({ production: false, fixtures: world.network, clock: systemClock });
  const begun = performance.now();
  const targets = [0, 1, 2].map(() => network.open({ userAgent: "test", inScope: () => true }));
  await Promise.all(
    targets.flatMap((target) => {
      const { http, tcp } = target.clients("pace.test", null);
      const streams = [1, 2, 3, 4].map(async () => (await tcp.open({ port: 80 })).close());
      return [...streams, ...[1, 2].map((at) => http.fetch(`http://pace.test/${at}`))];
    }),
  );
  for (const target of targets) target.close();
  expect(arrivals).toHaveLength(6);
  expect(connections.length).toBeGreaterThanOrEqual(15);
  // What a pause of this process would let go too soon after another is the governor's own test.
  expect(early(arrivals, begun, 2)).toEqual([]);
  expect(early(connections, begun, 5)).toEqual([]);
});

/** Those that came sooner than the pace allows. A busy machine may be late to hear one, never early. */
function early(times: readonly number[], begun: number, perSecond: number): readonly number[] {
  return times.filter((at, count) => at - begun < count * (1_000 / perSecond) - 1);
}
