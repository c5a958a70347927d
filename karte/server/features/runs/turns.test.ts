import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestKarte, type TestKarte } from "../../testing/test-karte.ts";

let karte: TestKarte;
beforeAll(async () => {
  karte = await startTestKarte();
});
afterAll(() => karte.close());

/** So many queued runs of a workspace of its own, `minutes` ago. */
async function queue(runs: number, minutes: number): Promise<string> {
  const { id } = await karte.workspace();
  await karte.database.owner.pool.query(
    `with domains as (
       insert into karte.domain (id, workspace_id, name, name_unicode, registrable, proof_token,
         added_at)
       select gen_random_uuid(), $1, n || '-shop.example.jp', n || '-shop.example.jp', 'example.jp',
         '', now()
       from generate_series(1, $2::int) n returning id)
     insert into karte.run (id, workspace_id, domain_id, kind, queued_at)
     select gen_random_uuid(), $1, id, 1, now() - make_interval(mins => $3) from domains`,
    [id, runs, minutes],
  );
  return id;
}

/** A worker takes the next run, as the role that karte connects as. @returns whose it is. */
async function take(): Promise<string | undefined> {
  const now = new Date();
  const stale = new Date(now.getTime() - 60_000);
  const { rows } = await sql<{ workspace_id: string }>`
    select workspace_id from karte.take_run(${randomUUID()}, ${now}, ${now}, ${stale})`.execute(
    karte.context.db,
  );
  return rows[0]?.workspace_id;
}

test("a thousand runs of one workspace, queued first, keep nobody else's waiting", async () => {
  const large = await queue(1_000, 60);
  expect([await take(), await take(), await take()]).toEqual([large, large, large]);
  const small = await queue(1, 0);
  expect(await take()).toBe(small);
});

test("workspaces with several runs each are served in turn, whoever queued first", async () => {
  await karte.database.owner.pool.query("delete from karte.run");
  const names = new Map([
    [await queue(500, 30), "large"],
    [await queue(4, 20), "first"],
    [await queue(4, 10), "second"],
  ]);
  const taken: (string | undefined)[] = [];
  for (let turn = 0; turn < 12; turn += 1) taken.push(names.get((await take()) ?? ""));
  const rounds = [0, 3, 6, 9].map((from) => taken.slice(from, from + 3));
  expect(rounds).toEqual(Array.from({ length: 4 }, () => ["large", "first", "second"]));
  // When nobody else waits, all hands are for who does.
  expect([await take(), await take()].map((id) => names.get(id ?? ""))).toEqual(["large", "large"]);
});

test("who has runs under way waits for who has none, until they are done", async () => {
  const { pool } = karte.database.owner;
  await pool.query("delete from karte.run");
  const busy = await queue(3, 30);
  expect(await take()).toBe(busy);
  const idle = await queue(3, 0);
  expect([await take(), await take()]).toEqual([idle, busy]);
  await pool.query("update karte.run set state = 3 where workspace_id = $1 and state = 2", [busy]);
  expect(await take()).toBe(busy);
});
