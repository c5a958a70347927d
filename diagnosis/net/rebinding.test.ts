import { createSocket } from "node:dgram";
import { createServer } from "node:http";
import { decode, encode } from "dns-packet";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RunningFixture } from "../fixtures/fixture.ts";
import { listenTcp, nextLoopback } from "../fixtures/loopback.ts";
import { site } from "../fixtures/site.ts";
import { systemClock } from "./clock.ts";
import { Network } from "./network.ts";
import { SocketLog } from "./socket-log.ts";
import { UNLIMITED_LOAD } from "./testing/unlimited.ts";

const log = new SocketLog(true);
const asked: string[] = [];
const good = nextLoopback();
const resolver = createSocket("udp4");
let web: RunningFixture;

/** A resolver whose every second answer names another, forbidden address. */
beforeAll(async () => {
  resolver.on("message", (message, peer) => {
    const query = decode(message);
    const [question] = query.questions ?? [];
    if (!question) return;
    const before = asked.filter((name) => name === `${question.name} ${question.type}`).length;
    asked.push(`${question.name} ${question.type}`);
    const data = before === 0 ? good : "169.254.169.254";
    const answers =
      question.type === "A" ? [{ name: question.name, type: "A" as const, ttl: 0, data }] : [];
    const reply = encode({
      type: "response",
      id: query.id,
      flags: 0x0180,
      questions: [question],
      answers,
    });
    resolver.send(reply, peer.port, peer.address);
  });
  await new Promise<void>((resolve) => resolver.bind(0, "127.0.0.1", resolve));
  web = await listenTcp(createServer(site({ html: "pinned" })), { address: good });
});
afterAll(async () => {
  resolver.close();
  await web.stop();
});

it("looks a name up once and stays with that address, however often it connects", async () => {
  const { port } = resolver.address();
  const network = new Network({
    production: false,
    fixtures: {
      resolver: { address: "127.0.0.1", port },
      hosts: [{ address: good, ports: { 80: web.port } }],
      trustAnchors: [],
    },
    clock: systemClock,
    socketLog: log,
    load: UNLIMITED_LOAD,
  });
  const target = network.open({ userAgent: "test", inScope: () => true });
  const { http, tcp } = target.clients("rebind.test", null);
  for (let count = 0; count < 5; count += 1) {
    expect((await http.fetch(`http://rebind.test/?${count}`)).text()).toBe("pinned");
    (await tcp.open({ port: 80 })).close();
  }
  target.close();
  expect(asked).toEqual(["rebind.test A", "rebind.test AAAA"]);
  const addresses = log.entries
    .filter(({ role }) => role === "target")
    .map(({ address }) => address);
  expect(new Set(addresses)).toEqual(new Set([good]));

  // The next scan asks anew, gets the forbidden address and stops there.
  const again = network.open({ userAgent: "test", inScope: () => true });
  const second = again.clients("rebind.test", null).http.fetch("http://rebind.test/");
  await expect(second).rejects.toMatchObject({ code: "refused" });
  again.close();
});
