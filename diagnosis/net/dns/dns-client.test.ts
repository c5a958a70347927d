import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { rr } from "../../fixtures/dns/zone.ts";
import { startWorld, type World } from "../../fixtures/world.ts";
import { systemClock } from "../clock.ts";
import { Network, type TargetNetwork } from "../network.ts";
import { SocketLog } from "../socket-log.ts";
import { UNLIMITED_LOAD } from "../testing/unlimited.ts";

const log = new SocketLog(true);
let world: World;
let network: Network;
let target: TargetNetwork;

beforeAll(async () => {
  world = await startWorld({
    machines: {},
    zones: [
      { name: "sound.test", signing: "valid", records: () => [rr("sound.test", "TXT", "x")] },
      { name: "broken.test", signing: "corrupt", records: () => [rr("broken.test", "TXT", "y")] },
    ],
  });
  network = new Network({
    production: false,
    fixtures: world.network,
    clock: systemClock,
    load: UNLIMITED_LOAD,
    limits: { dnsMs: 10_000 },
    socketLog: log,
  });
});
afterAll(() => world.stop());

beforeEach(() => {
  target = network.open({ userAgent: "test", inScope: () => false });
  return () => target.close();
});

const unvalidated = { checkingDisabled: true };

it("asks once for what passes validation, with or without it", async () => {
  const plain = await target.dns.query("sound.test", "TXT");
  expect(plain.authenticated).toBe(true);
  expect(await target.dns.query("sound.test", "TXT", unvalidated)).toBe(plain);
  expect(target.session.queries).toBe(1);
});

it("takes what fails validation by a second question", async () => {
  const answer = await target.dns.query("broken.test", "TXT", unvalidated);
  expect(answer).toMatchObject({ status: "ok", authenticated: false });
  expect((await target.dns.query("broken.test", "TXT")).status).toBe("servfail");
  expect(target.session.queries).toBe(2);
});

it("asks a named server over one socket, and another over its own", async () => {
  const [first = ""] = await target.dns.addresses("ns1.sound.test");
  const [second = ""] = await target.dns.addresses("ns2.sound.test");
  const opened = log.entries.length;
  for (const type of ["SOA", "TXT", "NS"] as const)
    expect((await target.dns.query("sound.test", type, { server: first })).status).toBe("ok");
  expect((await target.dns.query("sound.test", "SOA", { server: second })).status).toBe("ok");
  const sockets = log.entries.slice(opened).filter(({ role }) => role === "target");
  expect(sockets).toHaveLength(2);
});
