import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { capturedLog } from "@sekimori/kit-development/testing/sample-server";
import { soleRun } from "@sekimori/kit-development/testing/sole-run";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { movableClock } from "../clock/clock.ts";
import { createPurge, expiredRows } from "./purge.ts";

let database: TestDatabase<unknown>;
beforeAll(async () => {
  database = await createTestDatabase([]);
});
afterAll(() => database.close());

test("expired rows go, all of them, and a rule that fails keeps no other from its work", async () => {
  const { db } = database;
  await sql`create table visit (id int, expires_at timestamptz)`.execute(db);
  await sql`insert into visit select n, now() - interval '1 minute' from generate_series(1, 2500) n`.execute(
    db,
  );
  await sql`insert into visit values (0, now() + interval '1 hour')`.execute(db);
  const broken = { name: "broken", remove: () => Promise.reject(new Error("no such table")) };
  const log = capturedLog();
  const { job, cron } = createPurge("sample.purge", [broken, expiredRows(db, { table: "visit" })], {
    clock: movableClock(),
  });
  const run = soleRun({ logger: log.logger });
  const payload = { dueAt: new Date().toISOString() };
  await expect(job.perform(payload, run)).rejects.toThrow("purge");
  expect((await sql`select id from visit`.execute(db)).rows).toEqual([{ id: 0 }]);
  expect(log.lines).toContainEqual(expect.objectContaining({ rule: "visit", removed: 2500 }));
  expect(cron.job).toBe(job);
});
