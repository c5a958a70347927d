import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../clock/clock.ts";
import { createLogger } from "../logger/logger.ts";
import { createMetrics } from "../metrics/metrics.ts";
import type { Leaf } from "./header.ts";
import { type LinkedLog, verifyLinked } from "./linked-log.ts";
import { createLinker, type LinkedLogs, type LinkingOptions, unlinkedAge } from "./linking.ts";
import { leafHash } from "./merkle.ts";
import { linkEverything, startSequencer } from "./sequencer.ts";

let database: TestDatabase<object>;
beforeAll(async () => {
  database = await createTestDatabase<object>([]);
  await query(`create table entry (id bigint primary key, log text, words text);
    alter table kit.chain_header disable trigger all`);
});
afterAll(() => database.close());
beforeEach(() =>
  query(
    "delete from entry; delete from kit.chain_pending; delete from kit.chain_header; delete from kit.lease",
  ),
);

const query = async (text: string, values?: readonly unknown[]) =>
  (await database.pool.query(text, values && [...values])).rows;

async function write(log: string, ...ids: readonly number[]): Promise<void> {
  await query(
    "insert into entry select id, $1, 'words of ' || id from unnest($2::bigint[]) as id",
    [log, ids],
  );
  await query("insert into kit.chain_pending (entry, log) select unnest($2::bigint[]), $1", [
    log,
    ids,
  ]);
}

async function leaves(log: string, ids: readonly string[]): Promise<ReadonlyMap<string, Leaf>> {
  const rows = await query("select id, words from entry where id = any($1::bigint[])", [ids]);
  return new Map(rows.map(({ id, words }) => [id, { hash: leafHash(words), act: `wrote.${log}` }]));
}

const logs: LinkedLogs = {
  lease: "test",
  leaves,
  origin: async () => ({ position: 0, hash: "" }),
};
const logger = createLogger({ name: "test", level: "silent" });
const options = (changes: Partial<LinkingOptions> = {}): LinkingOptions => ({
  db: database.db,
  logs,
  clock: systemClock,
  logger,
  leaseMs: 300,
  ...changes,
});

const log = (name: string): LinkedLog => ({
  db: database.db,
  log: name,
  origin: { position: 0, hash: "" },
  leaves: (ids) => leaves(name, ids),
  async entries(after, upTo, most) {
    const { rows } = await sql<{ id: string }>`select id from entry where log = ${name}
      and id > ${after}::bigint and id <= ${upTo}::bigint order by id limit ${most}`.execute(
      database.db,
    );
    return rows.map(({ id }) => id);
  },
  newest: async () => (await query("select coalesce(max(id), 0) as id from entry"))[0].id,
});
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe("a linker", () => {
  test("writes a header for each log, over at most 256 entries, one after the other", async () => {
    await write("a", ...range(1, 600));
    await write("b", 601, 602);
    expect(await linkEverything(options())).toBe(true);
    const headers = await query(
      "select log, number::int, first_position::int, count from kit.chain_header order by log, number",
    );
    expect(
      headers.map(({ log: name, number, first_position: first, count }) => [
        name,
        number,
        first,
        count,
      ]),
    ).toEqual([
      ["a", 1, 1, 256],
      ["a", 2, 257, 256],
      ["a", 3, 513, 88],
      ["b", 1, 1, 2],
    ]);
    expect(await verifyLinked(log("a"))).toMatchObject({
      broken: null,
      stray: [],
      unlinked: 0,
      end: { position: 600 },
    });
    expect(await verifyLinked(log("b"))).toMatchObject({
      broken: null,
      stray: [],
      end: { position: 2 },
    });
  });

  test("does not wait for an entry that is not committed, which is linked later", async () => {
    await write("a", 1, 3);
    const client = await database.pool.connect();
    await client.query("begin");
    await client.query("insert into entry values (2, 'a', 'late')");
    await client.query("insert into kit.chain_pending (entry, log) values (2, 'a')");
    await linkEverything(options());
    await client.query("commit");
    client.release();
    await linkEverything(options());
    const rows = await query(
      "select entries::int[] as entries from kit.chain_header order by number",
    );
    expect(rows.map(({ entries }) => entries)).toEqual([[1, 3], [2]]);
    expect(await verifyLinked(log("a"))).toMatchObject({ broken: null, stray: [] });
  });

  test("goes on past an entry that is gone, which is told", async () => {
    await write("a", 1, 2, 3);
    await query("delete from entry where id = 2");
    const linker = createLinker(options());
    expect((await linker.pass()).linked).toBe(2);
    expect((await linker.pass()).linked).toBe(0);
    expect(await verifyLinked(log("a"))).toMatchObject({ broken: null, stray: ["2"], unlinked: 1 });
    expect((await unlinkedAge(database.db)).entries).toBe(1);
  });

  test("that stood still writes nothing any more: another has taken over", async () => {
    await write("a", 1, 2);
    const arrived = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const still = createLinker(
      options({
        logs: {
          ...logs,
          async leaves(name, ids) {
            const found = await leaves(name, ids);
            arrived.resolve();
            await goOn.promise;
            return found;
          },
        },
      }),
    );
    const late = still.pass();
    await arrived.promise;
    const other = createLinker(options());
    // The lease holds for its time, by the database's clock, and no longer.
    expect((await other.pass()).linked).toBe(0);
    await write("a", 3);
    await expect.poll(async () => (await other.pass()).linked).toBe(3);
    await write("a", 4);
    goOn.resolve();
    expect(await late).toEqual({ linked: 0, isMore: false });
    expect(await query("select number::int from kit.chain_header")).toHaveLength(1);
    await expect.poll(async () => (await other.pass()).linked).toBe(1);
    expect(await verifyLinked(log("a"))).toMatchObject({
      broken: null,
      stray: [],
      end: { position: 4 },
    });
  });

  test("whose token is older is refused, also while the lease is valid for the newer", async () => {
    await write("a", 1);
    const take = async () =>
      (await query("select kit.take_lease('test', gen_random_uuid(), 0) as token"))[0].token;
    const older = await take();
    await query("select kit.take_lease('test', gen_random_uuid(), 60000)");
    const header = (token: string) =>
      query("select kit.link_entries('test', $1, 'a', 1, 1, '', '', '', now(), '{1}') as linked", [
        token,
      ]);
    expect(await header(older)).toEqual([{ linked: false }]);
    expect(await header(String(Number(older) + 1))).toEqual([{ linked: true }]);
  });
});

test("of many sequencers one counts an act, once, after its commit", async () => {
  const processes = Array.from({ length: 3 }, () => {
    const metrics = createMetrics();
    const sequencer = startSequencer({ ...options(), metrics, knownActs: ["never"] });
    return { metrics, sequencer };
  });
  const counted = async (act: string) => {
    const texts = await Promise.all(processes.map(({ metrics }) => metrics.text()));
    return texts.map((text) =>
      Number(new RegExp(`^sekimori_acts_total{act="${act}"} (\\S+)$`, "m").exec(text)?.[1] ?? 0),
    );
  };
  const sum = async (act: string) => (await counted(act)).reduce((all, one) => all + one, 0);
  const many = 700;
  await write("a", ...Array.from({ length: many }, (_, index) => index + 1));
  await write("b", many + 1, many + 2);
  await expect.poll(() => sum("wrote.a")).toBe(many);
  await expect.poll(() => sum("wrote.b")).toBe(2);
  await Promise.all(processes.map(({ sequencer }) => sequencer.stop()));
  expect(await sum("wrote.a")).toBe(many);
  const texts = await Promise.all(processes.map(({ metrics }) => metrics.text()));
  expect(texts.every((text) => text.includes('sekimori_acts_total{act="never"} 0'))).toBe(true);
});

test("a sequencer links within a second what is committed, and tells the age of what waits", async () => {
  await write("a", 1);
  await query("update kit.chain_pending set since = now() - interval '90 seconds'");
  const metrics = createMetrics();
  const figure = async () =>
    Number(/^sekimori_audit_unlinked_oldest_seconds (\S+)$/m.exec(await metrics.text())?.[1]);
  const held = createLinker(options({ leaseMs: 60_000 }));
  await held.pass();
  await write("a", 2);
  await query("update kit.chain_pending set since = now() - interval '90 seconds'");
  const sequencer = startSequencer({ ...options(), metrics });
  expect(await figure()).toBeGreaterThan(89);
  await held.release();
  await expect.poll(figure).toBe(0);
  const begun = performance.now();
  await write("a", 3);
  await expect
    .poll(async () => (await verifyLinked(log("a"))).end.position, { interval: 20 })
    .toBe(3);
  expect(performance.now() - begun).toBeLessThan(1_000);
  await sequencer.stop();
  expect(await query("select from kit.lease where expires_at > clock_timestamp()")).toEqual([]);
});
