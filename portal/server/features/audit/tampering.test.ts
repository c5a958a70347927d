import { generateKeyPairSync } from "node:crypto";
import type { Clock } from "@sekimori/kit-server/clock";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newMember } from "../../testing/members.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { checkpointLine, parseCheckpoint, signCheckpoint } from "./checkpoint.ts";
import { writeCheckpoint } from "./checkpoint-jobs.ts";
import { verifyAudit } from "./verify.ts";

// Row 34 of the assurance plan: the database's owner changes the log, with every right there is.

let portal: TestPortal;
let kept: string;
beforeEach(async () => {
  portal = await startTestPortal();
  for (let person = 0; person < 3; person += 1) await newMember(portal, portal.browser());
  kept = (await writeCheckpoint(portal.context)) ?? "";
  await newMember(portal, portal.browser());
  await owner(`
    alter table portal.audit_event disable trigger all;
    alter table portal.audit_checkpoint disable trigger all;`);
});
afterEach(() => portal.close());

const owner = (statements: string) => portal.database.pool.query(statements);
const problems = async (expected: readonly string[] = [], clock: Clock = portal.clock) =>
  (await verifyAudit({ ...portal.context, clock }, expected)).problems;

const redoChain = `
  do $$ declare event record; previous bytea := '\\x'; begin
    for event in select * from portal.audit_event order by id loop
      update portal.audit_event set previous_hash = previous, hash = portal.audit_hash(
        previous, event.id, event.account_id, event.action, event.at, event.ip_address,
        event.device, event.detail)
      where id = event.id returning hash into previous;
    end loop;
  end $$`;

const hideFailure = "update portal.audit_event set action = 'sign-in.succeeded' where id = 2";

test("a log that nobody touched has no problem, beside its checkpoints and elsewhere", async () => {
  expect(kept).toMatch(/^sekimori-audit-1 \d+ [0-9a-f]{64} \S+Z [\w-]{86}$/);
  expect(await problems([kept, ""])).toEqual([]);
  expect(await writeCheckpoint(portal.context)).toBeDefined();
  expect(await writeCheckpoint(portal.context)).toBeUndefined();
  expect(await problems([kept])).toEqual([]);
});

test("one event changed", async () => {
  await owner(hideFailure);
  expect(await problems()).toEqual([expect.stringContaining("broken at event 2")]);
});

test("the chain redone over a changed event", async () => {
  await owner(`${hideFailure}; ${redoChain}`);
  expect((await verifyAudit(portal.context)).firstBroken).toBeNull();
  expect(await problems()).toEqual([expect.stringContaining("was another one")]);
});

test("the chain redone, and an event inserted or taken out with it", async () => {
  await owner(`
    delete from portal.audit_event where id = 2;
    update portal.audit_event set id = -id; update portal.audit_event set id = -id - 1 where id < -2;
    update portal.audit_event set id = 1 where id = -1; ${redoChain}`);
  expect(await problems()).not.toEqual([]);
});

test("the end cut off, with and without the checkpoints that tell of it", async () => {
  const { eventId = "0" } = parseCheckpoint(kept) ?? {};
  await owner(`delete from portal.audit_event where id >= ${eventId}`);
  expect(await problems()).toEqual([expect.stringContaining("is gone")]);
  await owner("delete from portal.audit_checkpoint");
  expect(await problems([kept])).toEqual([expect.stringContaining("was there and is gone")]);
});

test("checkpoints taken away are missed once they should be there", async () => {
  await owner(`${hideFailure}; ${redoChain}; delete from portal.audit_checkpoint`);
  // The portal's own clock stands: moved on, it would have the next checkpoint be written.
  const at = new Date(portal.clock.now().getTime() + 16 * 60_000);
  const later: Clock = { now: () => at };
  expect(await problems([], later)).toEqual([expect.stringContaining("have no signed checkpoint")]);
  expect(await problems([kept], later)).toHaveLength(2);
});

test("a checkpoint rewritten for the redone chain, or signed by another key", async () => {
  await owner(`${hideFailure}; ${redoChain};
    update portal.audit_checkpoint c set hash = e.hash
    from portal.audit_event e where e.id = c.event_id`);
  expect(await problems()).toEqual([expect.stringContaining("not signed by this installation")]);

  const { privateKey } = generateKeyPairSync("ed25519");
  const { rows } = await portal.database.pool.query<{ id: string; hash: string }>(
    "select id, encode(hash, 'hex') as hash from portal.audit_event order by id desc limit 1",
  );
  const forged = signCheckpoint(privateKey, {
    eventId: rows[0]?.id ?? "",
    hash: rows[0]?.hash ?? "",
    at: new Date(),
  });
  expect(await problems([checkpointLine(forged)])).toHaveLength(2);
});

test("a genuine signature moved to another event, time or hash", async () => {
  const [head, id, hash, at, signature] = kept.split(" ");
  const lines = [
    [head, String(Number(id) - 1), hash, at, signature],
    [head, id, hash, "2020-01-01T00:00:00.000Z", signature],
    [head, id, "0".repeat(64), at, signature],
  ].map((parts) => parts.join(" "));
  for (const line of lines) {
    expect(await problems([line])).toEqual([expect.stringContaining("not signed")]);
  }
  expect(await problems(["sekimori-audit-1 broken"])).toEqual([
    expect.stringContaining("no checkpoint"),
  ]);
  await portal.browser().attempt(signIn, { body: { email: "a@b.example", password: "x" } });
});
