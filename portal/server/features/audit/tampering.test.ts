import { generateKeyPairSync } from "node:crypto";
import type { Clock } from "@sekimori/kit-server/clock";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newMember } from "../../testing/members.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { checkpointLine, parseCheckpoint, signCheckpoint } from "./checkpoint.ts";
import { writeCheckpoint } from "./checkpoint-jobs.ts";
import { linkAudit } from "./linked-audit.ts";
import { chainEventByEvent, redoChained, redoHeaders } from "./testing/redo-chain.ts";
import { verifyAudit } from "./verify.ts";

// Rows 34 and 45 of the assurance plan: the database's owner changes the log, with every right there
// is. Events 1 to 9 are chained event by event, as before there were headers; the others are linked.

let portal: TestPortal;
let kept: string;
let keptChained: string;

const owner = (statements: string) => portal.database.pool.query(statements);
const join = () => newMember(portal, portal.browser());

const tables = [
  "portal.audit_event",
  "portal.audit_checkpoint",
  "kit.chain_header",
  "kit.chain_pending",
];

beforeAll(async () => {
  portal = await startTestPortal();
  for (let person = 0; person < 3; person += 1) await join();
  for (const table of tables) await owner(`alter table ${table} disable trigger all`);
  await chainEventByEvent(portal.database.pool);
  keptChained = (await writeCheckpoint(portal.context)) ?? "";
  // Three headers: the checkpoint stands at the second.
  await join();
  await linkAudit(portal.context);
  await join();
  await linkAudit(portal.context);
  kept = (await writeCheckpoint(portal.context)) ?? "";
  await join();
  await linkAudit(portal.context);
  await owner("create schema untouched");
  for (const table of tables) {
    await owner(`create table untouched.${table.replace(".", "_")} as table ${table}`);
  }
});
afterAll(() => portal.close());

beforeEach(async () => {
  await owner("select setval('portal.audit_event_id', 18)");
  for (const table of tables) {
    await owner(`delete from ${table};
      insert into ${table} select * from untouched.${table.replace(".", "_")}`);
  }
});

const verdict = (lines: readonly string[] = [], clock: Clock = portal.clock) =>
  verifyAudit({ ...portal.context, clock }, lines);
const problems = async (...given: Parameters<typeof verdict>) => (await verdict(...given)).problems;
const change = (id: number) =>
  `update portal.audit_event set action = 'sign-in.succeeded' where id = ${id}`;

test("a log that nobody touched has no problem, beside its checkpoints and elsewhere", async () => {
  expect(kept).toMatch(/^sekimori-audit-1 15 [0-9a-f]{64} \S+Z [\w-]{86}$/);
  expect(parseCheckpoint(keptChained)?.eventId).toBe("9");
  expect(await verdict([keptChained, kept, ""])).toMatchObject({
    events: 18,
    unlinked: 0,
    checkpoints: 2,
    expected: 2,
    problems: [],
  });
  expect(await writeCheckpoint(portal.context)).toBeDefined();
  expect(await writeCheckpoint(portal.context)).toBeUndefined();
  await join();
  expect(await verdict([keptChained, kept])).toMatchObject({
    events: 21,
    unlinked: 3,
    problems: [],
  });
});

test("a checkpoint is read as the log and as the command print it, among other lines", async () => {
  const logged = JSON.stringify({ level: 30, checkpoint: kept, msg: "audit checkpoint" });
  const lines = ["listening", `portal-1 | ${logged}`, `  ${kept}\r`, JSON.stringify({ level: 30 })];
  expect(await verdict(lines)).toMatchObject({ expected: 2, problems: [] });
  expect(await verdict(["nothing of it"])).toMatchObject({ expected: 0, problems: [] });
});

describe("noticed without any checkpoint:", () => {
  test.each([
    ["a chained event changed", change(2), "broken at event 2"],
    ["a linked event changed", change(11), "broken at event 10"],
    ["a chained event removed", "delete from portal.audit_event where id = 2", "broken at event"],
    [
      "a linked event removed",
      "delete from portal.audit_event where id = 14",
      "broken at event 13",
    ],
    [
      "two linked events in another order",
      "update kit.chain_header set entries = array[11, 10, 12] where number = 1",
      "broken at event 10",
    ],
    [
      "two headers in another order",
      "update kit.chain_header set number = number + 9 where number > 1; update kit.chain_header set number = 14 - number where number > 9",
      "broken at event 13",
    ],
    ["a header taken out", "delete from kit.chain_header where number = 2", "broken at event 13"],
    [
      "the first header taken out",
      "delete from kit.chain_header where number = 1",
      "broken at event",
    ],
    [
      "an event inserted beside the chain",
      `insert into portal.audit_event (id, action, at, detail) values (100, 'sign-out', now(), '{}')`,
      "beside the chain: 100",
    ],
    [
      "the newest header taken out, its events left",
      "delete from kit.chain_header where number = 3",
      "beside the chain: 16, 17, 18",
    ],
    [
      "an event that waits and is gone",
      "insert into kit.chain_pending (entry, log) values (77, 'portal.audit')",
      "beside the chain: 77",
    ],
    [
      "an event hidden from linking",
      `insert into portal.audit_event (id, action, at, detail)
       values (19, 'sign-out', now(), '{}');
       insert into kit.chain_pending values (19, 'portal.audit', now() - interval '16 minutes')`,
      "not linked, the oldest for 16 minutes",
    ],
  ])("%s", async (_, statements, sentence) => {
    await owner(statements);
    expect((await problems()).join("\n")).toContain(sentence);
  });
});

test("the chain redone over a changed event", async () => {
  for (const id of [2, 11]) {
    await owner(change(id));
    await redoChained(portal.database.pool);
    await redoHeaders(portal.database.pool);
    const { firstBroken, problems: found } = await verdict();
    expect(firstBroken).toBeNull();
    expect(found).toContainEqual(expect.stringContaining("was another one"));
    expect(await problems([kept])).toContainEqual(
      expect.stringContaining("elsewhere: the log up to"),
    );
  }
});

test("the chain redone, and an event inserted or taken out with it", async () => {
  await owner(`
    delete from portal.audit_event where id = 11;
    update kit.chain_header set entries = array[10, 12], count = 2 where number = 1;
    update kit.chain_header set first_position = first_position - 1 where number = 2;
    update kit.chain_header set first_position = first_position - 1 where number = 3`);
  await redoHeaders(portal.database.pool);
  expect((await verdict()).firstBroken).toBeNull();
  expect(await problems()).toContainEqual(expect.stringContaining("was another one"));
});

test("the end cut off, with and without the checkpoints that tell of it", async () => {
  await owner(`delete from kit.chain_header where number >= 2;
    delete from portal.audit_event where id >= 13`);
  expect(await problems()).toEqual([expect.stringContaining("event 15 was there and is gone")]);
  await owner("delete from portal.audit_checkpoint where event_id = 15");
  expect(await problems()).toEqual([]);
  expect(await problems([kept])).toEqual([expect.stringContaining("was there and is gone")]);
});

test("what was not linked yet can be removed unnoticed, and nothing else", async () => {
  await join();
  expect((await verdict()).unlinked).toBe(3);
  await owner(`delete from portal.audit_event where id = 20;
    delete from kit.chain_pending where entry = 20`);
  expect(await verdict([kept])).toMatchObject({ unlinked: 2, problems: [] });
});

test("checkpoints taken away are missed once they should be there", async () => {
  await owner(`${change(11)}; delete from portal.audit_checkpoint`);
  await redoHeaders(portal.database.pool);
  // The portal's own clock stands: moved on, it would have the next checkpoint be written.
  const at = new Date(portal.clock.now().getTime() + 16 * 60_000);
  const later: Clock = { now: () => at };
  expect(await problems([], later)).toEqual([
    expect.stringContaining("18 events from 1 on have no signed checkpoint"),
  ]);
  expect(await problems([kept], later)).toHaveLength(2);
});

test("a checkpoint rewritten for the redone chain, or signed by another key", async () => {
  await owner(change(11));
  await redoHeaders(portal.database.pool);
  await owner(`update portal.audit_checkpoint c set hash = h.hash
    from kit.chain_header h where h.first_position + h.count - 1 = c.event_id`);
  expect(await problems()).toEqual([expect.stringContaining("not signed by this installation")]);

  const { privateKey } = generateKeyPairSync("ed25519");
  const { rows } = await portal.database.pool.query<{ hash: string }>(
    "select encode(hash, 'hex') as hash from kit.chain_header where number = 3",
  );
  const hash = rows[0]?.hash ?? "";
  const forged = signCheckpoint(privateKey, { eventId: "18", hash, at: new Date() });
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
