import { checkActivity, listActivity } from "@sekimori/karte-contract/endpoints/activity";
import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import { unlinkedAge } from "@sekimori/kit-server/hash-chain";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { startTestKarte, type TestKarte } from "../../testing/test-karte.ts";
import { readChainedActivity } from "./chain.ts";
import { linkActivity } from "./linked-activity.ts";

let karte: TestKarte;
beforeAll(async () => {
  karte = await startTestKarte();
});
afterAll(() => karte?.close());

/** A workspace whose log has an entry for each of some domains, besides what came before them. */
async function workspaceWithLog() {
  const workspace = await karte.workspace();
  const { browser } = workspace.owner;
  for (const name of ["a", "b", "c", "d", "e"]) {
    await browser.call(addDomain, { body: { name: `${name}.example.jp` } });
  }
  return { ...workspace, browser };
}

/** Writes to the log as only a superuser can, past its trigger. */
async function tamper(statement: string, ...values: readonly unknown[]): Promise<void> {
  const client = await karte.database.owner.superuser.connect();
  try {
    await client.query("begin");
    await client.query("set local session_replication_role = replica");
    await client.query(statement, [...values]);
    await client.query("commit");
  } finally {
    client.release();
  }
}

/** Makes of a workspace's log what it was before there were headers: chained entry by entry. */
async function chained() {
  const workspace = await workspaceWithLog();
  await tamper("delete from kit.chain_pending where log = $1", workspace.id);
  await tamper(
    `with recursive placed as (
       select a.*, row_number() over (order by id) as place from karte.activity a
       where workspace_id = $1::uuid
     ), chain as (
       select place, id, '\\x'::bytea as previous, karte.activity_hash('\\x', workspace_id, place, at,
         action, account_id, ip_address, detail) as hash from placed where place = 1
       union all
       select p.place, p.id, c.hash, karte.activity_hash(c.hash, p.workspace_id, p.place, p.at,
         p.action, p.account_id, p.ip_address, p.detail)
       from chain c join placed p on p.place = c.place + 1
     )
     update karte.activity a set id = c.place, previous_hash = c.previous, hash = c.hash
     from chain c where a.workspace_id = $1::uuid and a.id = c.id`,
    workspace.id,
  );
  return workspace;
}

describe("entries that were chained one by one", () => {
  /** Reads them in portions of so many. */
  const read = (workspaceId: string, size: number) =>
    inScope(karte.database.application.db, wholeWorkspace(workspaceId), (tx) =>
      readChainedActivity(tx, undefined, size),
    );

  test("are read whole, whatever the portions, and later ones go on from them", async () => {
    const { id, browser } = await chained();
    const { entries, brokenAt } = await browser.call(checkActivity, {});
    expect(brokenAt).toBeNull();
    for (const size of [1, 2, entries, 20_000]) {
      expect(await read(id, size)).toMatchObject({ entries, firstBroken: null });
    }
    await browser.call(addDomain, { body: { name: "f.example.jp" } });
    await linkActivity(karte.context);
    expect(await browser.call(checkActivity, {})).toEqual({ entries: entries + 1, brokenAt: null });
    const { rows } = await karte.database.owner.pool.query(
      `select h.first_position::int as first, h.previous_hash = a.hash as "goesOn"
       from kit.chain_header h, karte.activity a
       where h.log = $1 and a.workspace_id = $1::uuid and a.id = $2`,
      [id, entries],
    );
    expect(rows).toEqual([{ first: entries + 1, goesOn: true }]);
  });

  test.each([
    [
      "an entry that was changed",
      `update karte.activity set detail = '{}' where workspace_id = $1 and id = 3`,
      3,
    ],
    [
      "an entry that was removed",
      "delete from karte.activity where workspace_id = $1 and id = 3",
      4,
    ],
    [
      "a chain that was redone for one entry",
      `update karte.activity set detail = '{}', hash = karte.activity_hash(previous_hash, workspace_id,
         id, at, action, account_id, ip_address, '{}') where workspace_id = $1 and id = 2`,
      3,
    ],
    [
      "an entry before the first",
      `insert into karte.activity select workspace_id, 0, at, action, account_id, ip_address, detail,
         previous_hash, hash from karte.activity where workspace_id = $1 and id = 1`,
      0,
    ],
  ])("tell of %s, wherever the portions end", async (_, statement, brokenAt) => {
    const { id, browser } = await chained();
    await tamper(statement, id);
    expect(await browser.call(checkActivity, {})).toMatchObject({ brokenAt });
    for (const size of [1, 2, 3]) {
      expect(await read(id, size)).toMatchObject({ firstBroken: String(brokenAt) });
    }
  });
});

describe("entries that are linked", () => {
  test("are seen and checked before and after they are", async () => {
    const { browser } = await workspaceWithLog();
    const before = await browser.call(checkActivity, {});
    expect(before.brokenAt).toBeNull();
    const { entries: seen } = await browser.call(listActivity, { query: {} });
    expect(seen).toHaveLength(before.entries);
    expect((await unlinkedAge(karte.context.db)).entries).toBeGreaterThanOrEqual(before.entries);
    await linkActivity(karte.context);
    expect((await unlinkedAge(karte.context.db)).entries).toBe(0);
    expect(await browser.call(checkActivity, {})).toEqual(before);
    expect((await browser.call(listActivity, { query: {} })).entries).toEqual(seen);
  });

  test("have a chain for each workspace, of which no other sees anything", async () => {
    const [mine, theirs] = [await workspaceWithLog(), await workspaceWithLog()];
    await linkActivity(karte.context);
    const logs = await inScope(karte.context.db, wholeWorkspace(mine.id), (tx) =>
      sql<{ log: string }>`select distinct log from kit.chain_header`.execute(tx),
    );
    expect(logs.rows).toEqual([{ log: mine.id }]);
    await tamper("update karte.activity set detail = '{}' where workspace_id = $1", theirs.id);
    expect(await theirs.browser.call(checkActivity, {})).toMatchObject({ brokenAt: 1 });
    expect(await mine.browser.call(checkActivity, {})).toMatchObject({ brokenAt: null });
  });

  test.each([
    ["changed", "update karte.activity set detail = '{}' where workspace_id = $1 and id = $2"],
    ["removed", "delete from karte.activity where workspace_id = $1 and id = $2"],
    [
      "inserted beside the others",
      `insert into karte.activity (workspace_id, id, at, action, detail)
       select workspace_id, $2::bigint + 1000000, at, action, detail from karte.activity
       where workspace_id = $1 and id = $2`,
    ],
    [
      "in another order",
      `update kit.chain_header set entries = array(select unnest(entries) as e order by e desc)
       where log = $1::uuid::text and $2::bigint > 0`,
    ],
  ])("tell of one that was %s", async (_, statement) => {
    const { id, browser } = await workspaceWithLog();
    await linkActivity(karte.context);
    const { entries } = await browser.call(listActivity, { query: {} });
    await tamper(statement, id, entries[2]?.id);
    expect((await browser.call(checkActivity, {})).brokenAt).not.toBeNull();
  });
});
