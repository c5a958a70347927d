import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { createErrorMapper } from "../errors/errors.ts";
import { createLogger } from "../logger/logger.ts";
import {
  migrate,
  openDatabase,
  pendingMigrations,
  plannedMigrations,
  transaction,
} from "./database.ts";

interface Tables {
  "shop.item": { id: number; name: string };
}

let database: TestDatabase<Tables>;
let folder: string;
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function withFiles(files: Record<string, string>) {
  database = await createTestDatabase<Tables>([]);
  folder = await mkdtemp(join(tmpdir(), "migrations-"));
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return [{ schema: "shop", folder }] as const;
}

const items = { "001-items.sql": "create table item (id int primary key, name text not null);" };

describe("migrate", () => {
  test("applies new files once, in the named schema", async () => {
    const migrations = await withFiles(items);
    expect(await pendingMigrations(database, migrations)).toEqual(["shop/001-items.sql"]);
    expect(await migrate(database, migrations)).toEqual(["shop/001-items.sql"]);
    expect(await migrate(database, migrations)).toEqual([]);
    expect(await pendingMigrations(database, migrations)).toEqual([]);
    const rows = await database.db.selectFrom("shop.item").selectAll().execute();
    expect(rows).toEqual([]);
  });

  test("is told beforehand, in the words of each file, and then changes nothing", async () => {
    const migrations = await withFiles({
      ...items,
      "002-smaller.sql":
        "-- What is sold no more\n-- goes.\n-- Contract: unused since 1.1.0.\n\n-- Not this.\nalter table item drop column name;",
    });
    const name = (file: string) => `shop/${file}`;
    const at = { way: "at once", works: [] };
    const about = "What is sold no more goes.";
    const plan = [
      { ...at, name: name("001-items.sql"), about: "", unusedSince: undefined },
      { ...at, name: name("002-smaller.sql"), about, unusedSince: "1.1.0" },
    ];
    expect(await plannedMigrations(database, migrations)).toEqual(plan);
    expect(await plannedMigrations(database, migrations)).toEqual(plan);
    await migrate(database, migrations);
    expect(await plannedMigrations(database, migrations)).toEqual([]);
  });

  test("eight processes at once apply each file once", async () => {
    const migrations = await withFiles(items);
    const done = await Promise.all(Array.from({ length: 8 }, () => migrate(database, migrations)));
    expect(done.flat()).toEqual(["shop/001-items.sql"]);
  });

  test("refuses a file that was changed after it had been applied", async () => {
    const migrations = await withFiles(items);
    await migrate(database, migrations);
    await writeFile(join(folder, "001-items.sql"), "create table other ();");
    await expect(migrate(database, migrations)).rejects.toThrow(/was changed after/);
  });

  test("undoes a file that fails halfway and keeps those before it", async () => {
    const migrations = await withFiles({
      ...items,
      "002-broken.sql": "create table half (); select no_such_function();",
    });
    await expect(migrate(database, migrations)).rejects.toThrow("shop/002-broken.sql");
    const { rows } = await sql<{ half: string | null; item: string | null }>`
      select to_regclass('shop.half')::text as half, to_regclass('shop.item')::text as item
    `.execute(database.db);
    expect(rows).toEqual([{ half: null, item: "shop.item" }]);
  });

  test.each(["002-gap.sql", "1-short.sql", "001-Upper.sql"])(
    "refuses the name %s",
    async (name) => {
      const migrations = await withFiles({ [name]: "select 1;" });
      await expect(migrate(database, migrations)).rejects.toThrow(name);
    },
  );
});

describe("a transaction", () => {
  test("keeps all or nothing", async () => {
    const migrations = await withFiles(items);
    await migrate(database, migrations);
    const failing = transaction(database.db, async (tx) => {
      await tx.insertInto("shop.item").values({ id: 1, name: "a" }).execute();
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await database.db.selectFrom("shop.item").selectAll().execute()).toEqual([]);
  });
});

type Single = ReturnType<typeof openDatabase<Tables>>;

describe("prepared statements", () => {
  test.each([
    [
      "asked through Kysely",
      (single: Single) =>
        single.db.selectFrom("shop.item").selectAll().where("id", "=", 1).execute(),
    ],
    [
      "asked of the pool",
      async (single: Single) =>
        (await single.pool.query('select * from "shop"."item" where id = $1', [1])).rows,
    ],
  ])("%s meet no failure when a column is added underneath", async (_, ask) => {
    const migrations = await withFiles(items);
    await migrate(database, migrations);
    const single = openDatabase<Tables>({
      url: database.url,
      logger: createLogger({ name: "test", level: "silent" }),
      poolSize: 1,
    });
    try {
      const read = () => ask(single);
      await single.db.insertInto("shop.item").values({ id: 1, name: "a" }).execute();
      await read();
      const names = single.db.selectFrom("shop.item").select("name").where("id", "=", 1);
      await names.execute();
      // The insertion, and what names its columns.
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_prepared_statements where statement ~ '^(select|insert into|update) .*"shop"'
      `.execute(single.db);
      expect(rows).toEqual([{ n: 2 }]);

      await sql`alter table shop.item add column added int`.execute(database.db);
      expect(await read()).toEqual([{ id: 1, name: "a", added: null }]);
      expect(await names.execute()).toEqual([{ name: "a" }]);
    } finally {
      await single.close();
    }
  });
});

test("a date stays the text it is, a moment becomes a Date", async () => {
  await withFiles({});
  const { rows } = await sql`
    select date '2026-03-31' as day, timestamptz '2026-03-31T15:00Z' as moment`.execute(
    database.db,
  );
  expect(rows).toEqual([{ day: "2026-03-31", moment: new Date("2026-03-31T15:00:00Z") }]);
});

describe("failures", () => {
  test("a statement over its time is 504, an unreachable server 503", async () => {
    await withFiles({});
    const logger = createLogger({ name: "test", level: "silent" });
    const hurried = openDatabase({ url: database.url, logger, statementTimeout: 50 });
    const gone = openDatabase({ url: "postgres://nobody@127.0.0.1:1/none", logger });
    const errors = createErrorMapper({});
    try {
      const slow: unknown = await sql`select pg_sleep(5)`
        .execute(hurried.db)
        .catch((error: unknown) => error);
      const refused: unknown = await sql`select 1`
        .execute(gone.db)
        .catch((error: unknown) => error);
      expect(errors.map(slow, "r").body.error.type).toBe("Timeout");
      expect(errors.map(refused, "r").body.error.type).toBe("Unavailable");
    } finally {
      await hurried.close();
      await gone.close();
    }
  });
});

test("statements are planned once and kept, or each time anew", async () => {
  await withFiles({});
  const logger = createLogger({ name: "tests", level: "silent" });
  const keptPlans = async (plans: "kept" | "each") => {
    const opened = openDatabase<Tables>({ url: database.url, logger, poolSize: 1, plans });
    try {
      for (let call = 0; call < 10; call += 1)
        await sql`select ${call}::int as n`.execute(opened.db);
      const { rows } = await opened.pool.query<{ kept: number; each: number }>(
        `select generic_plans::int as kept, custom_plans::int as each from pg_prepared_statements
         where statement like '%as n'`,
      );
      return rows[0];
    } finally {
      await opened.close();
    }
  };
  expect(await keptPlans("each")).toEqual({ kept: 0, each: 10 });
  expect((await keptPlans("kept"))?.kept).toBeGreaterThan(0);
});
