import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type MigrateOptions, migrate, plannedMigrations, takenAwayFrom } from "./database.ts";

let database: TestDatabase<unknown>;
let folder: string;
const migrations = () => [{ schema: "shop", folder }];
const write = (name: string, text: string) => writeFile(join(folder, name), text);
const apply = (options?: MigrateOptions) => migrate(database, migrations(), options);
const rowsOf = async (query: string) => (await database.pool.query(query)).rows as unknown[];

beforeEach(async () => {
  database = await createTestDatabase<unknown>([]);
  folder = await mkdtemp(join(tmpdir(), "migrations-"));
  await write(
    "001-items.sql",
    "create table item (id int primary key, name text); insert into item (id) select generate_series(1, 2500);",
  );
  await apply();
});
afterEach(async () => {
  for (const release of held.splice(0)) await release();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const held: (() => Promise<void>)[] = [];

/** Somebody who has begun something on the table and does not end it. */
async function holding() {
  const client = await database.pool.connect();
  await client.query("begin; select from shop.item limit 1");
  let isOver = false;
  const release = async () => {
    if (isOver) return;
    isOver = true;
    await client.query("rollback");
    client.release();
  };
  held.push(release);
  return release;
}

describe("locks that others have", () => {
  test("are waited for without holding up who comes later, and had in the end", async () => {
    await write("002-more.sql", "alter table item add column price int;");
    const release = await holding();
    const told: string[] = [];
    const under = apply({ waits: (file, count) => told.push(`${file} ${count}`) });
    await expect.poll(() => told, { timeout: 20_000 }).toContain("shop/002-more.sql 3");
    // Whoever comes waits for a try at most, and not for who holds it.
    const began = performance.now();
    for (let id = 1; id <= 20; id += 1) {
      await database.pool.query("update shop.item set name = 'x' where id = $1", [id]);
    }
    expect(performance.now() - began).toBeLessThan(10_000);
    await release();
    expect(await under).toEqual(["shop/002-more.sql"]);
  });

  test("are left after the last try, with a sentence that names who is at something", async () => {
    await write("002-more.sql", "create table other (); alter table item add column price int;");
    await holding();
    await database.pool.query("select pg_sleep(1.1)");
    await expect(apply({ tries: 2 })).rejects.toThrow(
      /^Migration shop\/002-more\.sql failed and was undone\. Others had locks that it needs, of .+ \(process \d+, for \d+ s\)\. Nothing of it was kept; run it again when they are done\.$/,
    );
    expect(await rowsOf("select to_regclass('shop.other') as other")).toEqual([{ other: null }]);
  });
});

describe("in portions", () => {
  const portion = `-- Names of what has none.
-- In portions.
update item set name = 'unnamed' where id in (select id from item where name is null limit 1000);`;

  test("a statement is repeated until it changes nothing, and told of", async () => {
    await write("002-names.sql", portion);
    const told: number[] = [];
    expect(await apply({ portion: (_, rows) => told.push(rows) })).toEqual(["shop/002-names.sql"]);
    expect(told).toEqual([1000, 2000, 2500]);
    expect(await apply()).toEqual([]);
  });

  test("what was cut off goes on where it was", async () => {
    await write("002-names.sql", portion);
    const cut = apply({
      portion() {
        throw new Error("killed");
      },
    });
    await expect(cut).rejects.toThrow("shop/002-names.sql failed.");
    const left = "select count(*)::int as left from shop.item where name is null";
    expect(await rowsOf(left)).toEqual([{ left: 1500 }]);
    expect(await apply()).toEqual(["shop/002-names.sql"]);
    expect(await rowsOf(left)).toEqual([{ left: 0 }]);
  });
});

test("an index is made while others write, and anew where it was cut off", async () => {
  await write(
    "002-names.sql",
    "-- Concurrently.\ncreate unique index concurrently if not exists item_name on shop.item (name);",
  );
  await database.pool.query("update shop.item set name = 'same'");
  await expect(apply()).rejects.toThrow("shop/002-names.sql failed.");
  const valid = `select indisvalid as valid from pg_index where indexrelid = to_regclass('shop.item_name')`;
  expect(await rowsOf(valid)).toEqual([{ valid: false }]);
  await database.pool.query("update shop.item set name = id::text");
  expect(await apply()).toEqual(["shop/002-names.sql"]);
  expect(await rowsOf(valid)).toEqual([{ valid: true }]);
});

describe("what takes away", () => {
  const contract =
    "-- What is sold no more.\n-- Contract: unused since 1.1.0.\nalter table item drop column name;";
  const serves = (name: string, version: string | null, seen = "0 seconds") =>
    database.pool.query(
      `insert into kit.process (id, name, version, seals_with, opens, seen_at)
       values ($1, $2, $3, '', '{}', clock_timestamp() - $4::interval)`,
      [randomUUID(), name, version, seen],
    );

  test.each([
    ["1.0.9", "of 1.0.9"],
    [null, "of an older release"],
  ])("waits for processes of %s", async (version, words) => {
    await write("002-less.sql", contract);
    await serves("worker", "1.1.0");
    await serves("portal", version);
    await expect(apply()).rejects.toThrow(
      new RegExp(
        `^Migration shop/002-less\\.sql takes away what nothing uses since 1\\.1\\.0, and a portal process ${words} that runs since \\S+Z may still use it: replace it first\\. What was applied before it stays\\.$`,
      ),
    );
    await database.pool.query("delete from kit.process where name = 'portal'");
    expect(await apply()).toEqual(["shop/002-less.sql"]);
  });

  test("does not wait for those that were killed", async () => {
    await write("002-less.sql", contract);
    await serves("portal", "1.0.0", "46 seconds");
    expect(await apply()).toEqual(["shop/002-less.sql"]);
  });

  test("keeps older processes from serving, with a sentence, and no others", async () => {
    expect(await takenAwayFrom(database, migrations(), "1.0.9")).toBeUndefined();
    await write("002-less.sql", contract);
    await apply();
    await write("003-more.sql", "alter table item add column price int;");
    await apply();
    expect(await takenAwayFrom(database, migrations(), "1.0.9")).toBe(
      "This process is of 1.0.9, and the database has shop/002-less.sql, which took away what only releases before 1.1.0 use: start a process of 1.1.0 or newer.",
    );
    expect(await takenAwayFrom(database, migrations(), "1.1.0")).toBeUndefined();
    expect(await takenAwayFrom(database, migrations(), "1.10.0")).toBeUndefined();
  });
});

test("the plan says how many rows a file has to do with, and for about how long", async () => {
  await database.pool.query("analyze shop.item");
  await write("002-names.sql", "-- In portions.\nupdate item set name = 'x' where name is null;");
  await write("003-new.sql", "create table fresh (id int); create index on fresh (id);");
  expect(await plannedMigrations(database, migrations())).toMatchObject([
    {
      name: "shop/002-names.sql",
      way: "in portions",
      works: [{ act: "update", table: "shop.item", rows: 2500, seconds: 0.2 }],
    },
    { name: "shop/003-new.sql", way: "at once", works: [] },
  ]);
});
