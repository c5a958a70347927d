import { setTimeout as pause } from "node:timers/promises";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createErrorMapper } from "../errors/errors.ts";
import { createLogger } from "../logger/logger.ts";
import { type Database, openDatabase } from "./database.ts";

let database: TestDatabase<unknown>;
/** A database of one pool connection, so that what the pipeline opens shows in the count. */
let single: Database<unknown>;

const logger = createLogger({ name: "test", level: "silent" });
const ask = <Row extends object>(text: string, ...values: unknown[]) =>
  single.pipeline.query<Row>(text, values);

beforeEach(async () => {
  database = await createTestDatabase([]);
  single = openDatabase({ url: database.url, logger, poolSize: 1 });
  await sql`create table public.item (id int primary key, name text not null)`.execute(database.db);
  await sql`insert into public.item select n, 'item ' || n from generate_series(1, 200) n`.execute(
    database.db,
  );
});
afterEach(async () => {
  await single.close();
  await database.close();
});

async function backends(): Promise<readonly number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and query like '/* shared%'
  `.execute(database.db);
  return rows.map(({ pid }) => pid);
}
const named = "/* shared */ select name from public.item where id = $1";

describe("statements asked together", () => {
  test("each get their own answer", async () => {
    const ids = Array.from({ length: 200 }, (_, index) => index + 1);
    const answers = await Promise.all(ids.map((id) => ask<{ name: string }>(named, id)));
    expect(answers.map(([row]) => row?.name)).toEqual(ids.map((id) => `item ${id}`));
  });

  test("share one connection while it has room, and no more than four ever", async () => {
    await Promise.all(Array.from({ length: 16 }, () => ask(named, 1)));
    expect(await backends()).toHaveLength(1);
    await Promise.all(Array.from({ length: 17 }, () => ask(named, 1)));
    expect(await backends()).toHaveLength(2);
    await Promise.all(Array.from({ length: 500 }, () => ask(named, 1)));
    expect(await backends()).toHaveLength(4);
  });

  test("find their rows by key although the table was empty when they were planned", async () => {
    await sql`create table public.fresh (id text primary key)`.execute(database.db);
    // As autovacuum leaves it: known to be empty.
    await sql`vacuum public.fresh`.execute(database.db);
    const explain = "explain select from public.fresh where id = 'one'";
    const elsewhere = await sql.raw(explain).execute(database.db);
    expect(JSON.stringify(elsewhere.rows)).toContain("Seq Scan");
    expect(JSON.stringify(await ask(explain))).toContain("Index");
  });

  test("fail alone", async () => {
    const answers = await Promise.allSettled([
      ask(named, 1),
      ask("select 1 / $1::int as never", 0),
      ask("insert into public.item values ($1, 'twice')", 1),
      ask("select no_such_column from public.item where id = $1", 1),
      ask(named, "no number"),
      ask(named, 2),
    ]);
    const outcomes = answers.map((answer) =>
      answer.status === "fulfilled" ? answer.value : (answer.reason as { code: string }).code,
    );
    expect(outcomes).toEqual([
      [{ name: "item 1" }],
      "22012",
      "23505",
      "42703",
      "22P02",
      [{ name: "item 2" }],
    ]);
  });

  test("are kept one by one: what came before a failure stays", async () => {
    await Promise.allSettled([
      ask("update public.item set name = $1 where id = 1", "kept"),
      ask("select 1 / $1::int", 0),
    ]);
    expect(await ask(named, 1)).toEqual([{ name: "kept" }]);
  });
});

test("one that meets a locked row waits elsewhere, and those behind it do not wait with it", async () => {
  const holder = await database.pool.connect();
  await holder.query("begin; update public.item set name = 'held' where id = 1");
  const order: string[] = [];
  const waiting = ask("update public.item set name = $1 where id = 1 returning name", "mine").then(
    (rows) => {
      order.push("the locked row");
      return rows;
    },
  );
  await ask(named, 2).then(() => order.push("the one behind"));
  expect(order).toEqual(["the one behind"]);
  await pause(150);
  await holder.query("commit");
  holder.release();
  expect(await waiting).toEqual([{ name: "mine" }]);
  expect(order).toEqual(["the one behind", "the locked row"]);
});

test("a table that changed underneath is read at once", async () => {
  const read = () => ask("select * from public.item where id = $1", 1);
  expect(await read()).toEqual([{ id: 1, name: "item 1" }]);
  await sql`alter table public.item add column added int`.execute(database.db);
  const now = { id: 1, name: "item 1", added: null };
  expect(await Promise.all([read(), read()])).toEqual([[now], [now]]);
  expect(await read()).toEqual([now]);
});

describe("a lost connection", () => {
  test("is 503 to those who wait on it, and the next one is asked on another", async () => {
    await ask(named, 1);
    const [pid] = await backends();
    const slow = ask("select pg_sleep($1)", 20).catch((error: unknown) => error);
    const behind = ask(named, 1).catch((error: unknown) => error);
    await pause(50);
    await sql`select pg_terminate_backend(${pid})`.execute(database.db);
    const errors = createErrorMapper({});
    const types = [await slow, await behind].map((error) => errors.map(error, "r").body.error.type);
    expect(types).toEqual(["Unavailable", "Unavailable"]);
    expect(await ask(named, 1)).toEqual([{ name: "item 1" }]);
    expect(await backends()).not.toContain(pid);
  });

  test("that went silent is dropped after its time, and others are asked elsewhere", async () => {
    const hurried = openDatabase({ url: database.url, logger, statementTimeout: 200 });
    await hurried.pipeline.query(named, [1]);
    const [pid] = await backends();
    process.kill(pid ?? 0, "SIGSTOP");
    try {
      const stuck: unknown = await hurried.pipeline
        .query(named, [1])
        .catch((error: unknown) => error);
      expect(createErrorMapper({}).map(stuck, "r").body.error.type).toBe("Timeout");
      expect(await hurried.pipeline.query(named, [2])).toEqual([{ name: "item 2" }]);
    } finally {
      process.kill(pid ?? 0, "SIGCONT");
      await hurried.close();
    }
  });

  test("and a server that cannot be reached are 503, each time anew", async () => {
    const gone = openDatabase({ url: "postgres://nobody@127.0.0.1:1/none", logger });
    for (let attempt = 0; attempt < 2; attempt++) {
      const refused: unknown = await gone.pipeline
        .query("select $1::int", [1])
        .catch((error: unknown) => error);
      expect(createErrorMapper({}).map(refused, "r").body.error.type).toBe("Unavailable");
    }
    await gone.close();
  });
});

test("closing waits for what was asked", async () => {
  const asked = ask<{ done: boolean }>("select true as done from pg_sleep($1)", 0.2);
  await pause(50);
  await single.pipeline.close();
  expect(await asked).toEqual([{ done: true }]);
});
