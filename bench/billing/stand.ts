import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startEmbeddedPostgres } from "@sekimori/kit-development/postgres";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { systemClock } from "@sekimori/kit-server/clock";
import { type Database, migrate, openDatabase } from "@sekimori/kit-server/database";
import { startWorker } from "@sekimori/kit-server/jobs";
import { createLogger } from "@sekimori/kit-server/logger";
import { createSealer } from "@sekimori/kit-server/sealing";
import { parseSettings } from "@sekimori/kit-server/settings";
import { portalMigrations } from "@sekimori/portal-server/migrations";
import { portalSettingsSchema } from "@sekimori/portal-server/settings";
import type { Tables } from "@sekimori/portal-server/tables";
import { sandboxMigrations } from "@sekimori/sandbox/migrations";
import { type Measured, startMeasured } from "./measured-process.ts";
import { day, environment } from "./run.ts";
import { seedMembers } from "./seed-members.ts";

const formerDay = "2026-12-01";
const mostFormer = 2_000;
const logger = createLogger({ name: "bench", level: "error" });

/** Contracts that are due, a payment company behind HTTP, and the books of both. */
export interface BillingStand {
  readonly portal: Database<Tables>;
  readonly company: Database<unknown>;
  /** Members that a month before was billed to and who left: no service bills on empty tables. */
  readonly former: number;
  readonly places: { readonly databaseUrl: string; readonly companyOrigin: string };
  readonly companyProcess: Measured;
  /** Of PostgreSQL's server, whose children are its own. */
  readonly postgresPid: number;
  close(): Promise<void>;
}

/** Bills a month to some who then leave, so that the planner knows the tables as it does in a service. */
async function billFormerMonth(
  { pool }: Database<Tables>,
  { databaseUrl, companyOrigin }: BillingStand["places"],
  former: number,
): Promise<void> {
  const worker = await startMeasured("worker", [databaseUrl, companyOrigin]);
  await pool.query("select graphile_worker.add_job('portal.bill-day', $1::json)", [
    JSON.stringify({ day: formerDay }),
  ]);
  for (let paid = 0; paid < former; ) {
    await pause(200);
    const { rows } = await pool.query<{ paid: number }>(
      "select count(*)::int as paid from portal.invoice where state = 'paid'",
    );
    paid = rows[0]?.paid ?? 0;
  }
  await worker.stop();
  // Its worker's clock began as the measured ones' do.
  await pool.query(
    `update portal.charge_attempt set created_at = created_at - interval '1 month',
       sent_at = sent_at - interval '1 month', finished_at = finished_at - interval '1 month'`,
  );
  await pool.query(
    "update portal.contract set ended_on = $1, ends_on = $1, end_reason = 'cancelled'",
    ["2026-12-31"],
  );
}

/**
 * Mails are queued and not sent here. A worker that sends them finds one at the front of the queue;
 * one that does not would read past all 100,000 at each of its looks, so they wait for tomorrow.
 */
async function letMailsWait({ pool }: Database<Tables>): Promise<void> {
  await pool.query(`
    create function public.wait_until_tomorrow() returns trigger language plpgsql as
      'begin new.run_at := now() + interval ''1 day''; return new; end'`);
  await pool.query(`
    create trigger mails_wait before insert on graphile_worker._private_jobs
    for each row when (new.key like 'mail:%') execute function public.wait_until_tomorrow()`);
}

/**
 * @param contracts how many are due
 * @param latencyMs how long the payment company takes for any answer, beyond its work
 */
export async function startBillingStand(
  contracts: number,
  latencyMs: number,
): Promise<BillingStand> {
  const folder = mkdtempSync(join(tmpdir(), "sekimori-billing-bench-"));
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, "postgres"),
    logger,
    durable: true,
  });
  const open = <T>(url: string, schema: string) =>
    openDatabase<T>({ url, logger, poolSize: 4, schema, statementTimeout: 0 });
  const portal = open<Tables>(server.url, "portal");
  await migrate(portal, portalMigrations);
  await portal.pool.query("create database company");
  // What stands outside keeps its books without waiting for this machine's disk; we do not.
  await portal.pool.query("alter database company set synchronous_commit = off");
  const companyUrl = new URL(server.url);
  companyUrl.pathname = "/company";
  const company = open<unknown>(companyUrl.href, "sandbox");
  await migrate(company, sandboxMigrations);
  // Makes the tables of the queue.
  await (await startWorker({ database: portal, jobs: [], clock: systemClock, logger })).stop();
  await letMailsWait(portal);
  const settings = parseSettings(portalSettingsSchema, environment);
  const sealer = createSealer(settings.portalDataKeys.reveal());
  const seed = (count: number, due: string) =>
    seedMembers({ portal: portal.pool, company: company.pool, sealer, contracts: count, day: due });
  const former = Math.min(contracts, mostFormer);
  await seed(former, formerDay);
  const companyOrigin = `http://localhost:${await freePort()}`;
  const companyProcess = await startMeasured("company", [
    companyUrl.href,
    companyOrigin,
    String(latencyMs),
  ]);
  const places = { databaseUrl: server.url, companyOrigin };
  await billFormerMonth(portal, places, former);
  await seed(contracts, day);
  return {
    portal,
    company,
    former,
    places,
    companyProcess,
    postgresPid: server.pid,
    async close() {
      await companyProcess.stop();
      await company.close();
      await portal.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
