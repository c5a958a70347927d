import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { systemClock } from "@sekimori/kit-server/clock";
import { migrate } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tables } from "../../database/generated/tables.ts";
import { portalMigrations } from "../../migrations.ts";
import { readAuditChain } from "./audit-chain.ts";
import { linkAudit } from "./linked-audit.ts";

// An installation whose log is chained event by event is brought up to date while processes of the
// version before go on writing to it.

const [{ folder } = { folder: "" }] = portalMigrations;
const linkedSince =
  readdirSync(folder).find((name) => name.endsWith("audit-linked-later.sql")) ?? "";
let before: string;
let database: TestDatabase<Tables>;
beforeAll(async () => {
  before = mkdtempSync(join(tmpdir(), "sekimori-migrations-"));
  for (const name of readdirSync(folder).filter((one) => one < linkedSince)) {
    cpSync(join(folder, name), join(before, name));
  }
  database = await createTestDatabase<Tables>([{ schema: "portal", folder: before }], "portal");
});
afterAll(async () => {
  await database.close();
  rmSync(before, { recursive: true });
});

const append = "select portal.append_audit(null, $1, now(), null, null, '{}') as id";
const lock = "hashtext('portal.audit_event')";

test("events from before stay chained, and a call that waits in the old function is not lost", async () => {
  const { pool, db } = database;
  for (let act = 0; act < 300; act += 1) await pool.query(append, [`old-${act}`]);
  const keeper = await pool.connect();
  await keeper.query(`select pg_advisory_lock(${lock})`);
  const late = pool.query(append, ["late"]);
  await expect
    .poll(async () => {
      const { rows } = await pool.query(
        "select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted",
      );
      return rows[0].n;
    })
    .toBe(1);

  cpSync(join(folder, linkedSince), join(before, linkedSince));
  const upToIt = [{ schema: "portal", folder: before }];
  expect(await migrate(database, upToIt)).toEqual([`portal/${linkedSince}`]);
  await pool.query(append, ["new"]);
  await keeper.query(`select pg_advisory_unlock(${lock})`);
  keeper.release();
  await late;
  // Later ones wait for whoever still writes.
  await migrate(database, portalMigrations);

  expect(await readAuditChain(db)).toMatchObject({ events: 302, unlinked: 2, problem: undefined });
  const logger = createLogger({ name: "test", level: "silent" });
  await linkAudit({ db, clock: systemClock, logger });
  expect(await readAuditChain(db)).toMatchObject({ events: 302, unlinked: 0, problem: undefined });
  const { rows } = await pool.query(
    "select h.first_position::int as first, h.count, h.previous_hash = e.hash as goes_on from kit.chain_header h, portal.audit_event e where e.id = 300",
  );
  expect(rows).toEqual([{ first: 301, count: 2, goes_on: true }]);

  await pool.query("alter table portal.audit_event disable trigger all");
  await pool.query("update portal.audit_event set action = 'x' where id = 150");
  expect((await readAuditChain(db)).firstBroken).toBe("150");
});
