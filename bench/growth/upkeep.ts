import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { RunningProduct } from "@sekimori/e2e/running-product";
import type { Pool } from "pg";
import { runMeasured } from "../support/measured-command.ts";
import {
  type PortalEnvironment,
  portalEnvironment,
  startPortalProcess,
} from "../support/portal-process.ts";
import type { Report } from "../support/report.ts";
import { whileReading } from "./everyday.ts";

export interface Upkeep {
  readonly product: RunningProduct;
  readonly pool: Pool;
  readonly dataFolder: string;
  /** How many rows are made to expire. */
  readonly expiring: number;
}

const memoryMost = 300;

const residentMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

/** Has the worker do a job now, and waits until no such row is left. */
async function byWorker(
  { product, pool }: Upkeep,
  job: string,
  left: string,
): Promise<{ readonly grownMiB: number }> {
  const before = residentMiB(product.pid);
  let most = before;
  await pool.query("select graphile_worker.add_job($1, $2::json)", [
    job,
    JSON.stringify({ dueAt: new Date().toISOString() }),
  ]);
  for (;;) {
    const { rows } = await pool.query<{ is_left: boolean }>(`select exists (${left}) as is_left`);
    most = Math.max(most, residentMiB(product.pid));
    if (rows[0]?.is_left !== true) return { grownMiB: most - before };
    await pause(100);
  }
}

const told = (rows: number, seconds: number, p99: number, memory: string) =>
  `${rows} rows in ${seconds.toFixed(1)} s, ${(rows / seconds).toFixed(0)} a second; ${memory}; a member's profile read meanwhile p99 ${p99.toFixed(0)} ms`;

/** What the worker removes: codes and tokens that expired, and sessions. */
export async function measureRemoval(upkeep: Upkeep): Promise<Report[]> {
  const { pool, product, expiring } = upkeep;
  await pool.query(
    `insert into portal.oidc_record (model, id_digest, payload, expires_at)
     select 'AccessToken', gen_random_uuid()::text, '{}', now() - interval '1 minute'
     from generate_series(1, $1)`,
    [expiring],
  );
  await pool.query(
    `update portal.session set expires_at = now() - interval '1 minute' where id in (
       select s.id from portal.session s left join portal.oidc_record r on r.session_id = s.id
       where s.device = (select device from portal.agreement limit 1) limit $1)`,
    [expiring],
  );
  const jobs = [
    ["the sweep of expired tokens", "portal.openid-sweep", "oidc_record"],
    ["the purge of expired sessions", "portal.purge", "session"],
  ] as const;
  const reports: Report[] = [];
  for (const [name, job, table] of jobs) {
    const left = `select from portal.${table} where expires_at <= now() - interval '30 seconds'`;
    const { done, seconds, p99 } = await whileReading(product, product.portalOrigin, () =>
      byWorker(upkeep, job, left),
    );
    reports.push({
      name: `${name}, MiB that the process grew by`,
      figure: done.grownMiB,
      wanted: { atMost: memoryMost },
      detail: told(expiring, seconds, p99, `of which ${expiring} had to go`),
    });
  }
  return reports;
}

const operator = (...args: readonly string[]) => ["operator", ...args];

/** `audit verify` as an operator runs it, in a process of its own. */
export async function measureVerification({ product, pool, dataFolder }: Upkeep): Promise<Report> {
  const { rows } = await pool.query<{ count: string }>("select count(*) from portal.audit_event");
  const environment = portalEnvironment(product, dataFolder);
  // Events that were copied in are older than any checkpoint of theirs.
  await runMeasured(operator("audit", "checkpoint"), environment);
  const { done, seconds, p99 } = await whileReading(product, product.portalOrigin, () =>
    runMeasured(operator("audit", "verify"), environment),
  );
  if (!done.output.includes("the chain is whole")) throw new Error(done.output);
  return {
    name: "audit verify, MiB",
    figure: done.peakMiB,
    wanted: { atMost: memoryMost },
    detail: told(Number(rows[0]?.count), seconds, p99, "the chain is whole"),
  };
}

/** The keyring with a new key before the others; the folder has it too, where it is kept. */
function withNewKey(environment: PortalEnvironment, dataFolder: string): PortalEnvironment {
  const added = `grown-${Date.now()}:${randomBytes(32).toString("base64")}`;
  const portalDataKeys = `${added},${environment.PORTAL_DATA_KEYS}`;
  const file = join(dataFolder, "secrets.json");
  const secrets = JSON.parse(readFileSync(file, "utf8")) as object;
  writeFileSync(file, JSON.stringify({ ...secrets, portalDataKeys }));
  return { ...environment, PORTAL_DATA_KEYS: portalDataKeys };
}

/** Signing keys, then data keys, rotated by an operator while a portal that knows both serves. */
export async function measureRotations(upkeep: Upkeep): Promise<Report[]> {
  const { product, dataFolder } = upkeep;
  const environment = withNewKey(portalEnvironment(product, dataFolder), dataFolder);
  const portal = await startPortalProcess(product, dataFolder, {
    PORTAL_DATA_KEYS: environment.PORTAL_DATA_KEYS,
  });
  try {
    const rotations = [
      ["signing keys", operator("keys", "rotate")],
      ["data keys", operator("data-keys", "rotate")],
    ] as const;
    const reports: Report[] = [];
    for (const [name, command] of rotations) {
      const { done, seconds, p99 } = await whileReading(product, portal.origin, () =>
        runMeasured(command, environment),
      );
      const sealed = Number(/(\d+) values/.exec(done.output)?.[1] ?? 1);
      reports.push({
        name: `rotation of ${name}, MiB`,
        figure: done.peakMiB,
        wanted: { atMost: memoryMost },
        detail: told(sealed, seconds, p99, done.output.trim().slice(0, 80)),
      });
    }
    return reports;
  } finally {
    await portal.stop();
  }
}
