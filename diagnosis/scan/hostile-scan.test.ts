import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { rr } from "../fixtures/dns/zone.ts";
import { networkOf, scanToEnd } from "../fixtures/scan.ts";
import { type MachineDescription, startWorld, type World } from "../fixtures/world.ts";
import type { Network } from "../net/network.ts";
import type { SocketLog } from "../net/socket-log.ts";
import {
  BOTTOMLESS_HTTP,
  HOSTILE_BANNER,
  HOSTILE_HTTP,
  HOSTILE_TLS,
  misbehave,
} from "../net/testing/hostile-servers.ts";

const TARGET_MS = 4_000;
const PATIENCE_MS = 30_000;
const MEGABYTE = 1_048_576;

/** Each domain has one bad web server, one bad TLS port and one bad mail server. */
const tls = Object.entries(HOSTILE_TLS);
const web = [...Object.entries(HOSTILE_HTTP), ...Object.entries(BOTTOMLESS_HTTP)];
const mail = Object.entries(HOSTILE_BANNER);
const domains = web.map((_, index) => `bad${index}.test`);

let world: World;
let network: Network;
let log: SocketLog;

beforeAll(async () => {
  const pick = <T>(list: readonly (readonly [string, T])[], index: number): T => {
    const entry = list[index % list.length];
    if (!entry) throw new Error("an empty table");
    return entry[1];
  };
  const machines: Record<string, MachineDescription> = Object.fromEntries(
    domains.map((name, index) => [
      name,
      {
        ports: {
          25: misbehave(pick(mail, index)),
          22: misbehave(pick(mail, index + 1)),
          80: misbehave(pick(web, index)),
          443: misbehave(pick(tls, index)),
          6379: misbehave(pick(mail, index + 2)),
        },
      },
    ]),
  );
  world = await startWorld({
    zones: domains.map((name) => ({
      name,
      records: (at) => [
        rr(name, "A", at(name)),
        rr(name, "MX", { preference: 1, exchange: name }),
        rr(`_mta-sts.${name}`, "TXT", "v=STSv1; id=1;"),
        rr(`mta-sts.${name}`, "A", at(name)),
      ],
    })),
    machines,
  });
  const limits = { targetMs: TARGET_MS, responseMs: 250, connectMs: 500 };
  ({ network, log } = networkOf(world, limits));
});
afterAll(() => world.stop());

async function scan(target: string) {
  const began = performance.now();
  const { result, faults } = await scanToEnd(network, target);
  return { result, faults, ms: performance.now() - began };
}

it("every scan of a hostile domain ends within its budget, in bounded memory, undecided", async () => {
  const before = process.memoryUsage().rss;
  for (let start = 0; start < domains.length; start += 9) {
    const group = await Promise.all(domains.slice(start, start + 9).map(scan));
    for (const { result, faults, ms } of group) {
      expect(faults).toEqual([]);
      // The servers share this process, and others its machine: far below "for ever".
      expect(ms).toBeLessThan(TARGET_MS + PATIENCE_MS);
      expect(result.status).toBe("finished");
      expect(result.states.inconclusive).toBeGreaterThan(0);
      expect(result.hosts[0]?.grade).not.toBe("A");
    }
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * MEGABYTE);
  await vi.waitFor(() => expect(log.live).toBe(0), { timeout: 30_000 });
}, 240_000);

it("a scan that has no time gives no good grade to what it did not see", async () => {
  const { network: hurried } = networkOf(world, { targetMs: 300 });
  const { result } = await scanToEnd(hurried, domains[1] ?? "");
  expect(result.hosts[0]?.coverage).toBeLessThan(0.5);
  for (const { grade, atMost } of [...result.hosts, result.organisation]) {
    expect(["C", "D", "E", null]).toContain(grade);
    expect(atMost).toBe(grade !== null);
  }
});
