import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { JobLost } from "./job.ts";
import { createWorkerLeases } from "./worker-lease.ts";

let database: TestDatabase<unknown>;
let now: number;
beforeEach(async () => {
  database = await createTestDatabase([]);
  now = 0;
});
afterEach(() => database.close());

const leases = () => createWorkerLeases(database.pool, () => now);
const databaseTime = async (): Promise<Date> =>
  (await database.pool.query("select clock_timestamp() as at")).rows[0].at;
/** The database's time goes on for as long as a lease lasts. */
const pass = () =>
  database.pool.query("update kit.lease set expires_at = expires_at - interval '30 seconds'");
const job = async () => ({ worker: "one", since: await databaseTime() });

test("a worker that renews keeps its jobs; one that stood still and was left alone, too", async () => {
  const own = leases();
  await own.renew(["one"]);
  const given = await job();
  now += 5_000;
  await own.renew(["one"]);
  await own.assertHeld(given);
  now += 60_000;
  await pass();
  await own.assertHeld(given);
});

test("a lease that holds is nobody else's, and one that has run out is given back once", async () => {
  const own = leases();
  await own.renew(["one"]);
  expect(await leases().giveBack("one", false)).toBe(false);
  await pass();
  expect(await leases().giveBack("one", false)).toBe(true);
});

test("who stood still does not go on with a job that was given back, and does with a newer one", async () => {
  const own = leases();
  await own.renew(["one"]);
  const given = await job();
  now += 60_000;
  await pass();
  await leases().giveBack("one", false);
  await expect(own.assertHeld(given)).rejects.toBeInstanceOf(JobLost);
  await expect(own.assertHeld(given)).rejects.toBeInstanceOf(JobLost);
  await own.assertHeld(await job());
});

test("who was taken for dead notices it once it doubts", async () => {
  const own = leases();
  await own.renew(["one"]);
  const given = await job();
  expect(await leases().giveBack("one", true)).toBe(true);
  own.doubt();
  await expect(own.assertHeld(given)).rejects.toBeInstanceOf(JobLost);
});

test("jobs of a worker that never had a lease are given back when it is dead, and only then", async () => {
  expect(await leases().giveBack("older release", false)).toBe(false);
  expect(await leases().giveBack("older release", true)).toBe(true);
});

test("a worker that has ended leaves nothing behind", async () => {
  const own = leases();
  await own.renew(["one"]);
  await own.end(["one"]);
  expect((await database.pool.query("select from kit.lease")).rowCount).toBe(0);
});
