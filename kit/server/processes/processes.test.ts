import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { parseKeyring } from "../sealing/sealing.ts";
import {
  type Announcement,
  announceProcess,
  awaitCurrentKey,
  KeyInUseError,
  keyName,
  servingProcesses,
  UnsharedKeyError,
} from "./processes.ts";

const logger = pino({ level: "silent" });
const key = (fill: number) => Buffer.alloc(32, fill).toString("base64");
const old = parseKeyring(`old:${key(1)}`);
const oldFirst = parseKeyring(`old:${key(1)},new:${key(2)}`);
const newFirst = parseKeyring(`new:${key(2)},old:${key(1)}`);
const next = parseKeyring(`new:${key(2)}`);

let database: TestDatabase<unknown>;
beforeAll(async () => {
  database = await createTestDatabase([]);
});
afterAll(() => database.close());

const running: Announcement[] = [];
afterEach(async () => {
  for (const process of running.splice(0)) await process.stop();
});

async function announce(name: string, ring: typeof old): Promise<Announcement> {
  const announced = await announceProcess({ db: database.db, logger }, name, ring);
  running.push(announced);
  return announced;
}

test("a process is seen with its keys until it stops", async () => {
  const portal = await announce("portal", newFirst);
  expect(await servingProcesses(database.db)).toMatchObject([
    {
      name: "portal",
      sealsWith: keyName(next),
      opens: [keyName(next), keyName(old)],
    },
  ]);
  await portal.stop();
  expect(await servingProcesses(database.db)).toEqual([]);
});

test("a name of a key says nothing of the key, and tells two keys of one id apart", () => {
  expect(keyName(old)).toMatch(/^old:[0-9a-f]{8}$/);
  expect(keyName(parseKeyring(`old:${key(3)}`))).not.toBe(keyName(old));
});

test("no process begins that seals what another cannot open", async () => {
  await announce("portal", old);
  await expect(announce("worker", newFirst)).rejects.toThrow(UnsharedKeyError);
  await expect(announce("worker", newFirst)).rejects.toThrow(/"new", which a portal process/);
  await announce("worker", oldFirst);
});

test("no process begins that cannot open what another seals", async () => {
  await announce("portal", oldFirst);
  await expect(announce("worker", next)).rejects.toThrow(/lacks it/);
  await announce("worker", newFirst);
});

test("two that begin at once with keys of their own do not both serve", async () => {
  const outcomes = await Promise.allSettled([announce("portal", old), announce("portal", next)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("a rotation waits for those that seal with an older key, and names them", async () => {
  const before = await announce("portal", oldFirst);
  await announce("portal", newFirst);
  await expect(awaitCurrentKey(database.db, newFirst)).rejects.toThrow(KeyInUseError);
  await expect(awaitCurrentKey(database.db, newFirst)).rejects.toThrow(/seals with "old"/);
  const waiting = awaitCurrentKey(database.db, newFirst, 60_000);
  await before.stop();
  await waiting;
});

test("a process that was killed is forgotten after 45 seconds", async () => {
  await announce("portal", old);
  await database.pool.query(
    "update kit.process set seen_at = clock_timestamp() - interval '46 seconds'",
  );
  expect(await servingProcesses(database.db)).toEqual([]);
  await announce("portal", next);
});
