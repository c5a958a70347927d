import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startEmbeddedPostgres } from "@sekimori/kit-development/postgres";
import { migrate, openDatabase } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { portalMigrations } from "@sekimori/portal-server/migrations";
import { Pool } from "pg";
import { median } from "../support/load.ts";
import { isMet, line, type Report } from "../support/report.ts";
import { makeMembers, signIn, statementsOf } from "./acts.ts";

const writers = 32;
const rounds = Number(process.env.BENCH_ROUNDS ?? 10);
const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const linking = fileURLToPath(
  import.meta.resolve("@sekimori/portal-server/testing/sequencer-process"),
);

async function startLinking(url: string) {
  const child = fork(linking, [url, "3000"], { stdio: "inherit" });
  await once(child, "message");
  return child;
}

/** Waits until nothing is left to be linked. @returns milliseconds. */
async function linkedAfter(pool: Pool): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const { rows } = await pool.query<{ waits: boolean }>(
      "select exists (select from kit.chain_pending) as waits",
    );
    if (!rows[0]?.waits) return performance.now() - begun;
    await pause(10);
  }
}

/**
 * `npm run bench audit`: sign-ins by 32 writers, each durable before the next, with their event of the
 * audit log and without, in turns on one database with fsync on. Two processes link meanwhile; that
 * they keep up is the second figure.
 */
export async function benchAudit(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "sekimori-bench-audit-"));
  const logger = createLogger({ name: "bench", level: "error" });
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, "cluster"),
    logger,
    durable: true,
  });
  const children: Awaited<ReturnType<typeof startLinking>>[] = [];
  const pool = new Pool({ connectionString: server.url, max: writers + 1 });
  // The server ends before its last connections have.
  pool.on("error", () => undefined);
  try {
    const database = openDatabase({ url: server.url, logger, poolSize: 2 });
    await migrate(database, portalMigrations);
    await database.close();
    const { rows } = await pool.query<{ fsync: string; commits: string }>(
      "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits",
    );
    if (rows[0]?.fsync !== "on" || rows[0].commits !== "on")
      throw new Error("Commits are not durable.");
    const members = await makeMembers(pool, writers);
    children.push(await startLinking(server.url), await startLinking(server.url));

    const round = async (kind: "audited" | "bare") => {
      const statements = statementsOf(pool, kind);
      const begun = performance.now();
      const end = begun + seconds * 1_000;
      let acts = 0;
      const work = async (member: (typeof members)[number]) => {
        while (performance.now() < end) {
          await signIn(statements, member);
          acts += 1;
        }
      };
      await Promise.all(members.map(work));
      const perSecond = (acts * 1_000) / (performance.now() - begun);
      return { perSecond, late: kind === "audited" ? await linkedAfter(pool) : 0 };
    };

    await round("audited");
    await round("bare");
    const told: string[] = [];
    const ratios: number[] = [];
    let latest = 0;
    for (let turn = 0; turn < rounds; turn += 1) {
      // Who begins changes, so that neither has the emptier tables.
      const first = turn % 2 === 0 ? "audited" : "bare";
      const one = await round(first);
      const other = await round(first === "audited" ? "bare" : "audited");
      const [withEvent, without] = first === "audited" ? [one, other] : [other, one];
      ratios.push(withEvent.perSecond / without.perSecond);
      latest = Math.max(latest, withEvent.late);
      told.push(`${withEvent.perSecond.toFixed(0)} of ${without.perSecond.toFixed(0)}`);
    }
    await pool.query("vacuum");
    const { rows: sizes } = await pool.query<{ bytes: string }>(
      `select ((pg_total_relation_size('portal.audit_event') + pg_total_relation_size('kit.chain_header'))
         / count(*))::int as bytes from portal.audit_event`,
    );
    const reports: Report[] = [
      {
        name: "durable audited acts by 32 writers, share of the same without audit",
        figure: median(ratios),
        wanted: { atLeast: 0.8 },
        detail: `sign-ins a second in ${rounds} rounds of ${seconds} s: ${told.join(", ")}`,
      },
      {
        name: "audit events linked after the last act, seconds",
        figure: latest / 1_000,
        wanted: { atMost: 1 },
        detail: `the longest of all rounds; an event with its indexes and its share of a header takes ${sizes[0]?.bytes} bytes`,
      },
    ];
    for (const report of reports) console.log(line(report));
    return reports.every(isMet);
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await pool.end();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
