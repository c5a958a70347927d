import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createLogger } from "../logger/logger.ts";
import { openServingDatabase, type ServingDatabase, type ServingOptions } from "./database.ts";
import type { ReadEnd } from "./replica.ts";
import { usualPace } from "./replica-lag.ts";

// A database as its own replica: what it says of itself is made up where a test needs another server.

const pace = { ...usualPace, everyMs: 20 };
const fence = { setting: "DATABASE_URL", schemas: [], appendOnly: [] };
const silent = createLogger({ name: "test", level: "silent" });

let database: TestDatabase<unknown>;
/** The same as a role that owns nothing. */
let servingUrl: string;
let role: string;
let opened: ServingDatabase<unknown>;
let ends: ReadEnd[];
const closing: (() => void)[] = [];
beforeAll(async () => {
  database = await createTestDatabase([]);
  role = `reads_for_tests_${randomBytes(6).toString("hex")}`;
  await database.superuser.query(`create role ${role} login password 'only-for-tests'`);
  const address = new URL(database.url);
  address.username = role;
  address.password = "only-for-tests";
  servingUrl = address.href;
  await makeUp();
});
beforeEach(() => {
  ends = [];
});
afterEach(async () => {
  await opened.close();
  for (const close of closing.splice(0)) close();
});
afterAll(async () => {
  await database.superuser.query(`drop owned by ${role}; drop role ${role}`);
  await database.close();
});

function open(options: Partial<ServingOptions> = {}) {
  opened = openServingDatabase({
    url: servingUrl,
    readUrl: servingUrl,
    fence,
    logger: silent,
    replicaPace: pace,
    ...options,
  });
  const { replica } = opened;
  if (replica === undefined) throw new Error("A replica is named.");
  replica.countBy((end) => ends.push(end));
  return replica;
}
type Opened = ReturnType<typeof open>;

/** How a reading ends, whatever it answers. */
async function endOf(replica: Opened): Promise<ReadEnd | undefined> {
  await replica.read({}, async () => undefined);
  return ends.at(-1);
}
const answers = (replica: Opened, ms = 2_000) =>
  expect.poll(() => endOf(replica), { timeout: ms, interval: 20 }).toBe("answered");

/** A way to the database through which, for a time, nobody comes or nothing moves. */
async function door() {
  const { hostname, port } = new URL(servingUrl);
  const sockets = new Set<Socket>();
  const state = { isShut: false, isHeld: false, questions: 0 };
  const server = createServer((inside) => {
    if (state.isShut) return void inside.destroy();
    const outside = connect(Number(port), hostname);
    const ways = [
      [inside, outside],
      [outside, inside],
    ] as const;
    for (const [from, to] of ways) {
      sockets.add(from);
      from.on("error", () => undefined);
      from.on("close", () => to.destroy());
      from.on("data", (data) => {
        if (from === inside) state.questions += 1;
        if (!state.isHeld) to.write(data);
      });
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  closing.push(() => server.close());
  const address = new URL(servingUrl);
  address.port = String((server.address() as AddressInfo).port);
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return { url: address.href, state, drop };
}

test("an answer is kept by nobody once it is given", async () => {
  const replica = open();
  await answers(replica);
  const kept: WeakRef<object>[] = [];
  for (let index = 0; index < 200; index += 1) {
    kept.push(new WeakRef(await replica.read({}, async () => ({ index }))));
  }
  setFlagsFromString("--expose-gc");
  await pause(10);
  runInNewContext("gc")();
  expect(kept.filter((one) => one.deref() !== undefined).length).toBeLessThan(5);
});

test("while every connection to the primary is taken, the replica is looked at all the same", async () => {
  const replica = open({ poolSize: 1 });
  const taken = await opened.pool.connect();
  try {
    await answers(replica);
    expect(await replica.written()).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/);
  } finally {
    taken.release();
  }
});

test("a primary that says nothing makes the replica older, and does not take it away", async () => {
  const way = await door();
  const replica = open({ url: way.url });
  await answers(replica);
  way.state.isShut = true;
  way.drop();
  await pause(300);
  expect(await endOf(replica)).toBe("answered");
  expect(replica.lagSeconds()).toBeGreaterThan(0.2);
  way.state.isShut = false;
  await expect.poll(() => replica.lagSeconds(), { interval: 20 }).toBeLessThan(0.2);
  expect(new Set(ends.slice(ends.indexOf("answered")))).toEqual(new Set(["answered"]));
});

test("how far the log goes is told soon or not at all, and a flood of changes asks little", async () => {
  const way = await door();
  const replica = open({ url: way.url });
  await expect.poll(() => replica.written()).toBeDefined();
  const before = way.state.questions;
  await Promise.all(Array.from({ length: 100 }, () => replica.written()));
  expect(way.state.questions - before).toBeLessThan(4);
  way.state.isHeld = true;
  const since = performance.now();
  expect(await replica.written()).toBeUndefined();
  expect(performance.now() - since).toBeLessThan(1_500);
  way.state.isHeld = false;
  way.drop();
  await expect.poll(() => replica.written(), { interval: 20 }).toBeDefined();
});

test("a reading that waits for a lock there is answered by the primary", async () => {
  await database.pool.query(`create table item (id int); grant select on item to ${role}`);
  const replica = open();
  await answers(replica);
  const holder = await database.pool.connect();
  await holder.query("begin; lock table item in access exclusive mode");
  const reading = replica.read({}, async (db) => (await sql`select from item`.execute(db)).rows);
  await expect.poll(() => ends.at(-1), { timeout: 5_000 }).toBe("again");
  await holder.query("rollback");
  holder.release();
  expect(await reading).toEqual([]);
});

/** What a server says of itself, by its connections: those of the replica write nothing. */
async function makeUp(): Promise<void> {
  const isReplica = "current_setting('default_transaction_read_only')::boolean";
  await database.pool.query(`
    create schema made_up;
    grant usage on schema made_up to ${role};
    create table made_up.word (follows boolean, replayed pg_lsn, began timestamptz, there timestamptz);
    grant select on made_up.word to ${role};
    insert into made_up.word values (true, 'FFFF/0', 'yesterday', 'today');
    create function made_up.pg_is_in_recovery() returns boolean language sql as
      'select follows from made_up.word';
    create function made_up.pg_last_wal_replay_lsn() returns pg_lsn language sql as
      'select replayed from made_up.word';
    create function made_up.pg_postmaster_start_time() returns timestamptz language sql as
      $$select case when ${isReplica} then there else began end from made_up.word$$;`);
}
const says = (what: string) => database.pool.query(`update made_up.word set ${what}`);

test("one that was promoted is not read from, unless it is the one that takes writes", async () => {
  await says("follows = true, began = 'yesterday'");
  const replica = open({ schema: "made_up" });
  await answers(replica);
  await says("follows = false");
  await expect.poll(() => endOf(replica), { timeout: 2_000, interval: 20 }).toBe("away");
  await pause(200);
  expect(await endOf(replica)).toBe("away");
  await says("began = there");
  await opened.close();
  await answers(open({ schema: "made_up" }));
});

test("when another server takes writes, what a replica has of the one before counts for nothing", async () => {
  await says("follows = true, began = 'yesterday'");
  const way = await door();
  const replica = open({
    url: way.url,
    schema: "made_up",
    replicaPace: { ...pace, backAfterMs: 0 },
  });
  await answers(replica);
  await says("began = 'tomorrow'");
  way.drop();
  await expect.poll(() => endOf(replica), { timeout: 2_000, interval: 20 }).toBe("away");
  await pause(200);
  expect(await endOf(replica)).toBe("away");
});
