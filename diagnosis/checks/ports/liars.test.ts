import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadData } from "../../data/load-data.ts";
import { rr } from "../../fixtures/dns/zone.ts";
import { examineAll } from "../../fixtures/examine.ts";
import { listenTcp } from "../../fixtures/loopback.ts";
import { startBannerServer } from "../../fixtures/ports/banner-server.ts";
import { type Starter, startWorld, type World } from "../../fixtures/world.ts";
import { portAdmin } from "./port-admin.rule.ts";
import { portData } from "./port-data.rule.ts";

/*
 * What answers is what it is: none of these is a database or a way to administer anything, at whichever port it
 * stands, so that nothing of it is high or critical.
 */

const data = loadData();
const PORTS = data.ports.filter(({ kind }) => kind === "data" || kind === "admin");

const says =
  (greeting: Buffer | string): Starter =>
  (listen) =>
    startBannerServer({ greeting }, listen);
const answers =
  (reply: Buffer | string): Starter =>
  (listen) =>
    startBannerServer({ reply }, listen);
const echo: Starter = (listen) =>
  listenTcp(
    createServer((socket) => socket.pipe(socket)),
    listen,
  );
const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");

const LIARS: Readonly<Record<string, Starter>> = {
  echo,
  "says-ssh": says("SSH-2.0-dropbear_2022.83\r\n"),
  "says-http": says("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n"),
  "says-smtp": says("220 mx.shop.test ESMTP\r\n"),
  "says-ok": says("+OK ready\r\n"),
  "says-ready": says("ready\n"),
  "says-notice": says(":irc.shop.test NOTICE * :*** Looking up your hostname...\r\n"),
  "says-json": says('{"hello":"world","version":1}\n'),
  "says-picture": says(hex("ffd8ffe000104a46494600010100000100010000")),
  "says-zeroes": says(Buffer.alloc(32)),
  "says-number": says(hex("00000000 0a")),
  "says-frame": says(hex("05000000 0a68656c6c6f")),
  "says-ones": says(Buffer.alloc(16, 0xff)),
  "says-alert": says(hex("15030300020228")),
  "answers-404": answers("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"),
  "answers-503": answers("HTTP/1.0 503 Service Unavailable\r\n\r\n<h1>503</h1>"),
  "answers-page": answers(
    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 42\r\n\r\n<title>MongoDB, Redis, Kafka compared</title>".slice(
      0,
      200,
    ),
  ),
  "answers-alert": answers(hex("15030100020246")),
  "answers-error": answers("ERROR unknown command\r\n"),
  "answers-ok": answers("OK\r\n"),
  "answers-zeroes": answers(Buffer.alloc(64)),
  "answers-text": answers("0x78 is no number\r\n"),
  "answers-nothing-much": answers("\n"),
};

describe("a liar at the port of a database or of administration", () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({
      zones: [
        {
          name: "liars.test",
          records: (at) =>
            Object.keys(LIARS).map((name) => rr(`${name}.liars.test`, "A", at(name))),
        },
      ],
      machines: Object.fromEntries(
        Object.entries(LIARS).map(([name, start]) => [
          name,
          { ports: Object.fromEntries(PORTS.map(({ port }) => [port, start])) },
        ]),
      ),
    });
  }, 60_000);
  afterAll(() => world.stop());

  it.concurrent.each(Object.keys(LIARS))("%s", async (name) => {
    const limits = { responseMs: 1_500 };
    const found = await examineAll(world, [portData, portAdmin], `${name}.liars.test`, {
      data: { ports: data.ports },
      limits,
    });
    const bad = found.filter(({ severity }) => severity === "high" || severity === "critical");
    expect(bad.map(({ check, subject, outcome }) => `${check} ${subject} ${outcome}`)).toEqual([]);
    expect(found.filter(({ subject }) => subject !== null)).toHaveLength(PORTS.length);
  });
});
