import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { systemClock } from "@sekimori/diagnosis/clock";
import { rr } from "@sekimori/diagnosis/fixtures/dns/zone";
import { listenTcp } from "@sekimori/diagnosis/fixtures/loopback";
import { startWorld, type World } from "@sekimori/diagnosis/fixtures/world";
import { Network } from "@sekimori/diagnosis/network";
import { openDatabase } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createKarteDatabase, type KarteTestDatabase } from "../testing/test-database.ts";
import type { Visits } from "../testing/visiting-process.ts";
import { createSharedLoad } from "./shared-load.ts";

const perSecond = 20;
const names = Array.from({ length: 50 }, (_, place) => `name-${place}.crowded.test`);

/** What the one server behind all names felt. */
const felt = { arrivals: [] as number[], open: 0, mostOpen: 0, connects: [] as number[] };
let world: World;
let database: KarteTestDatabase;

beforeAll(async () => {
  database = await createKarteDatabase();
  const server = createServer((_request, response) => {
    felt.arrivals.push(performance.now());
    // Slow enough for sockets to pile up if nobody held them back.
    setTimeout(() => response.end("here"), 150);
  });
  server.on("connection", (socket) => {
    felt.connects.push(performance.now());
    felt.open += 1;
    felt.mostOpen = Math.max(felt.mostOpen, felt.open);
    socket.once("close", () => {
      felt.open -= 1;
    });
  });
  world = await startWorld({
    zones: [
      { name: "crowded.test", records: (at) => names.map((name) => rr(name, "A", at("web"))) },
    ],
    machines: { web: { ports: { 80: (listen) => listenTcp(server, listen) } } },
  });
});
afterAll(async () => {
  await world?.stop();
  await database?.close();
});
beforeEach(() => {
  Object.assign(felt, { arrivals: [], open: 0, mostOpen: 0, connects: [] });
});

/** Two processes, ready before either begins, visit every other name each. @returns milliseconds. */
async function visitAll(isShared: boolean): Promise<number> {
  const workers = await Promise.all([startProcess(), startProcess()]);
  const began = performance.now();
  await Promise.all(
    workers.map(async (worker, nth) => {
      const visits: Visits = {
        databaseUrl: database.applicationUrl,
        fixtures: world.network,
        names: names.filter((_, place) => place % 2 === nth),
        perSecond,
        isShared,
      };
      worker.send(visits);
      expect(await once(worker, "exit")).toEqual([0, null]);
    }),
  );
  return performance.now() - began;
}

async function startProcess(): Promise<ChildProcess> {
  const worker = fork(pathOf("../testing/visiting-process.ts"), {
    execPath: pathOf("../../../node_modules/.bin/node"),
    execArgv: [],
  });
  await Promise.race([
    once(worker, "message"),
    once(worker, "exit").then(() => Promise.reject(new Error("a process ended by itself"))),
  ]);
  return worker;
}

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

test("two processes with 50 names on one address stay within one address's budget", async () => {
  const taken = await visitAll(true);
  expect(felt.arrivals).toHaveLength(50);
  // Forty-nine gaps; what the machine is late for one arrival it makes up at the next.
  const whole = (felt.arrivals.at(-1) ?? 0) - (felt.arrivals[0] ?? 0);
  expect(whole).toBeGreaterThan((1_000 / perSecond) * 48);
  expect(felt.mostOpen).toBeLessThanOrEqual(4);
  const second = felt.arrivals.map(
    (from) => felt.arrivals.filter((at) => at >= from && at < from + 1_000).length,
  );
  process.stdout.write(
    `two processes, one address, 50 names: at most ${Math.max(...second)} requests in any second (budget ${perSecond}), ${felt.mostOpen} sockets open at once (budget 4), ${(taken / 1_000).toFixed(1)} s\n`,
  );
  // Twice the budget without sharing; a busy machine bunches what it was late to hear.
  expect(Math.max(...second)).toBeLessThanOrEqual(1.5 * perSecond);
});

test("without the shared budget the same two processes would go beyond it", async () => {
  await visitAll(false);
  expect(felt.arrivals).toHaveLength(50);
  expect(felt.mostOpen).toBeGreaterThan(4);
});

// Of the walk above the four sockets alone hold back a good part.
test("the moments at which two workers may contact an address are one row of moments", async () => {
  const logger = createLogger({ name: "tests", level: "silent" });
  const own = [1, 2].map(() =>
    openDatabase({ url: database.applicationUrl, logger, schema: "karte" }),
  );
  const loads = own.map(({ pool }) => createSharedLoad(pool));
  const spacingMs = 1_000;
  const began = performance.now();
  for (let nth = 0; nth < 12; nth += 1) {
    const wait = await loads[nth % 2]?.slot("192.0.2.10", "request", spacingMs);
    const elapsed = performance.now() - began;
    expect(wait).toBeLessThanOrEqual(nth * spacingMs);
    expect(wait).toBeGreaterThanOrEqual(nth * spacingMs - elapsed);
  }
  expect(await loads[0]?.slot("192.0.2.11", "request", spacingMs)).toBe(0);
  await Promise.all([...loads.map((load) => load.close()), ...own.map((one) => one.close())]);
});

test("a worker that is gone leaves no seat taken, and nothing is sent while the budget cannot be asked for", async () => {
  const logger = createLogger({ name: "tests", level: "silent" });
  const signal = AbortSignal.timeout(10_000);
  const gone = openDatabase({ url: database.applicationUrl, logger, schema: "karte" });
  const theirs = createSharedLoad(gone.pool);
  for (let seat = 0; seat < 4; seat += 1) await theirs.seat("192.0.2.9", 4, signal);
  const left = openDatabase({ url: database.applicationUrl, logger, schema: "karte" });
  const ours = createSharedLoad(left.pool);
  const short = AbortSignal.timeout(400);
  await expect(ours.seat("192.0.2.9", 4, short)).rejects.toThrow();
  // Of this database alone: the locks of other files, which run beside this one, are in the list too.
  await database.owner.superuser.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
     and database = (select oid from pg_database where datname = current_database())
     and pid <> pg_backend_pid()`,
  );
  (await ours.seat("192.0.2.9", 4, signal))();
  await ours.close();
  await left.close();
  await theirs.close();
  await gone.close();
  const closed = openDatabase({ url: database.applicationUrl, logger, schema: "karte" });
  await closed.close();
  const network = new Network({
    production: false,
    fixtures: world.network,
    clock: systemClock,
    sharedLoad: createSharedLoad(closed.pool),
  });
  const open = network.open({ userAgent: "test", inScope: () => true });
  const [name = ""] = names;
  await expect(open.clients(name, null).http.fetch(`http://${name}/`)).rejects.toThrow("budget");
  open.close();
  expect(felt.arrivals).toHaveLength(0);
});
