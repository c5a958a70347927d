import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { databaseFailure } from "../errors/database-failure.ts";
import { createLogger } from "../logger/logger.ts";
import { type Database, databaseHosts, openDatabase, verifiedConnections } from "./database.ts";

const logger = createLogger({ name: "test", level: "silent" });

describe("an address", () => {
  test("of one server is left as it is", () => {
    const url = "postgres://portal:p%40ss@db.example:5432/sekimori?sslmode=verify-full";
    expect(databaseHosts(url)).toEqual({ urls: [url], wantsWrites: false });
    expect(databaseHosts("postgres://portal@/sekimori?host=/run/postgresql").urls).toHaveLength(1);
  });

  test("of several has one for each, with all that they share", () => {
    expect(
      databaseHosts(
        "postgres://portal:p%40ss@one:5432,two,[2001:db8::1]:5433/sekimori?sslmode=verify-full&target_session_attrs=read-write",
      ),
    ).toEqual({
      urls: [
        "postgres://portal:p%40ss@one:5432/sekimori?sslmode=verify-full",
        "postgres://portal:p%40ss@two/sekimori?sslmode=verify-full",
        "postgres://portal:p%40ss@[2001:db8::1]:5433/sekimori?sslmode=verify-full",
      ],
      wantsWrites: true,
    });
  });

  test.each([
    ["postgres://one,,two/sekimori", "empty host"],
    ["postgres://one,two/sekimori?target_session_attrs=standby", "target_session_attrs=standby"],
    ["postgres://one:x,two/sekimori", "Invalid URL"],
  ])("%s is refused", (url, words) => {
    expect(() => databaseHosts(url)).toThrow(words);
  });

  test("is as safe as its least safe server", () => {
    const safe = verifiedConnections("postgres://one,two/sekimori?sslmode=verify-full");
    expect(safe).toEqual([
      { host: "one", isVerified: true },
      { host: "two", isVerified: true },
    ]);
    expect(verifiedConnections("postgres://127.0.0.1,two/sekimori")).toEqual([
      { host: "127.0.0.1", isVerified: false },
      { host: "two", isVerified: false },
    ]);
  });
});

describe("of two servers", () => {
  let database: TestDatabase<unknown>;
  let opened: Database<unknown>;
  beforeEach(async () => {
    database = await createTestDatabase([]);
  });
  afterEach(async () => {
    await opened.close();
    await database.close();
  });

  /** An address whose first server is not there. */
  async function open(rest = ""): Promise<Database<unknown>> {
    const url = new URL(database.url);
    const gone = `${url.hostname}:${await freePort()}`;
    opened = openDatabase({
      url: `${database.url.replace(url.host, `${gone},${url.host}`)}${rest}`,
      logger,
    });
    return opened;
  }

  test("the one that is there is used by the pool and by the pipeline", async () => {
    const { pool, pipeline } = await open();
    expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    expect(await pipeline.query("select 2 as two", [])).toEqual([{ two: 2 }]);
  });

  test("the pipeline finds it too when it is asked first", async () => {
    const { pipeline } = await open();
    const answers = Array.from({ length: 20 }, (_, n) =>
      pipeline.query<{ n: number }>("select $1::int as n", [n]),
    );
    expect((await Promise.all(answers)).flat().map(({ n }) => n)).toEqual(
      Array.from({ length: 20 }, (_, n) => n),
    );
  });

  test("many at once find it", async () => {
    const { pool } = await open();
    const answers = await Promise.all(Array.from({ length: 40 }, () => pool.query("select 1")));
    expect(answers).toHaveLength(40);
  });

  test("one that takes no writes is passed over where writes are wanted", async () => {
    const name = new URL(database.url).pathname.slice(1);
    await database.pool.query(`alter database "${name}" set default_transaction_read_only = on`);
    const { pool, pipeline } = await open("?target_session_attrs=read-write");
    const error = await pool.query("select 1").catch((thrown: unknown) => thrown);
    expect(databaseFailure(error)).toBe("Unavailable");
    await expect(pipeline.query("select 1", [])).rejects.toThrow();
    await opened.close();
    const any = await open("?target_session_attrs=any");
    expect((await any.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });
});
