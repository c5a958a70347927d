import { checkActivity } from "@sekimori/karte-contract/endpoints/activity";
import { addDomain } from "@sekimori/karte-contract/endpoints/domains";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import { startTestKarte, type TestKarte } from "../../testing/test-karte.ts";
import { readActivityChain } from "./chain.ts";

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

/** Reads the log in portions of so many entries. */
const read = (workspaceId: string, size: number) =>
  inScope(karte.database.application.db, wholeWorkspace(workspaceId), (tx) =>
    readActivityChain(tx, size),
  );

/** Writes to the log as only the owner of the table can, past its trigger. */
async function tamper(statement: string, values: readonly unknown[]): Promise<void> {
  const client = await karte.database.owner.pool.connect();
  try {
    await client.query("begin");
    await client.query("set local session_replication_role = replica");
    await client.query(statement, [...values]);
    await client.query("commit");
  } finally {
    client.release();
  }
}

test("the log is read whole, whatever the portions", async () => {
  const { id, browser } = await workspaceWithLog();
  const { entries, brokenAt } = await browser.call(checkActivity, {});
  expect(brokenAt).toBeNull();
  expect(entries).toBeGreaterThanOrEqual(5);
  for (const size of [1, 2, entries, 20_000]) {
    expect(await read(id, size)).toMatchObject({ entries, firstBroken: null });
  }
});

test.each([
  [
    "an entry that was changed",
    `update karte.activity set detail = '{}' where workspace_id = $1 and id = 3`,
    3,
  ],
  ["an entry that was removed", "delete from karte.activity where workspace_id = $1 and id = 3", 4],
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
])("%s is told, wherever the portions end", async (_, statement, brokenAt) => {
  const { id, browser } = await workspaceWithLog();
  await tamper(statement, [id]);
  expect(await browser.call(checkActivity, {})).toMatchObject({ brokenAt });
  for (const size of [1, 2, 3]) {
    expect(await read(id, size)).toMatchObject({ firstBroken: String(brokenAt) });
  }
});
