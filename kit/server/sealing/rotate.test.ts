import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kitSealedColumns, rotateSealed } from "./rotate.ts";
import { createSealer, parseKeyring } from "./sealing.ts";

let database: TestDatabase<unknown>;
beforeAll(async () => {
  database = await createTestDatabase([]);
});
afterAll(() => database.close());

const key = (fill: number) => Buffer.alloc(32, fill).toString("base64");

test("every sealed column of the kit is known to the rotation", async () => {
  const { rows } = await sql<{ name: string }>`
    select table_schema || '.' || table_name || '.' || column_name as name
    from information_schema.columns where table_schema = 'kit' and column_name like '%sealed%'
  `.execute(database.db);
  // A visit lasts half an hour: whoever rotates keeps the former key for longer.
  const lasting = rows.map(({ name }) => name).filter((name) => !name.includes("relying_visit"));
  expect(lasting.toSorted()).toEqual(
    kitSealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted(),
  );
});

test("values are sealed again with the current key, and only those that need it", async () => {
  const old = createSealer(parseKeyring(`old:${key(1)}`));
  const both = createSealer(parseKeyring(`new:${key(2)},old:${key(1)}`));
  const next = createSealer(parseKeyring(`new:${key(2)}`));
  // Some eight rows fill a page, so that they take more pages than one transaction rewrites.
  await sql`create table note (id uuid primary key, body bytea, filling text default repeat('-', 900))`.execute(
    database.db,
  );
  const ids = Array.from({ length: 1_200 }, () => crypto.randomUUID());
  const bodies = ids.map((id) => old.seal(`note ${id}`, `note:${id}`));
  await sql`insert into note (id, body) select * from unnest(${ids}::uuid[], ${bodies}::bytea[])`.execute(
    database.db,
  );
  await sql`insert into note values (${crypto.randomUUID()}, null)`.execute(database.db);
  const columns = [{ table: "note", column: "body", owner: "id", prefix: "note" }];
  expect(await rotateSealed({ db: database.db, sealer: both }, columns)).toBe(1_200);
  expect(await rotateSealed({ db: database.db, sealer: both }, columns)).toBe(0);
  const { rows } = await sql<{ id: string; body: Buffer }>`
    select id, body from note where body is not null`.execute(database.db);
  for (const { id, body } of rows) {
    expect(next.open(body, `note:${id}`).toString("utf8")).toBe(`note ${id}`);
  }
});
