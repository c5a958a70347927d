import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import { pendingMigrations } from "../database/migrate.ts";
import type { Migration } from "../database/migration-files.ts";
import { takenAwayFrom } from "../database/older-processes.ts";
import { AppError } from "../errors/errors.ts";
import { trustedPeers } from "../http/trusted-peers.ts";
import { version } from "../installation/installation.ts";
import type { Metrics } from "../metrics/metrics.ts";

export interface HealthOptions {
  readonly database: { readonly pool: Pool };
  /** The process's figures, where the jobs and mails of it are counted too. */
  readonly metrics: Metrics;
  /** The migrations this build needs. */
  readonly migrations: readonly Migration[];
  /** Why this process could do nothing for anybody although it runs; asked at each readiness check. */
  readonly hindrance?: (() => Promise<string | undefined>) | undefined;
}

/**
 * Adds GET /healthz (the process answers), GET /readyz (database reachable, migrated, and with all
 * that this release uses; 503 otherwise, and when the process is about to stop), and measures requests by route. Register before
 * binding endpoints, so that all are measured. The figures are told elsewhere (`registerMetrics`).
 */
export function registerHealth(app: FastifyInstance, options: HealthOptions): void {
  const { metrics } = options;
  const durations = metrics.histogram(
    {
      name: "http_request_duration_seconds",
      help: "Time from the request's first byte to the answer's last, by route.",
      labels: ["method", "route", "status"],
    },
    [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  );
  app.addHook("onResponse", (request, reply, done) => {
    durations.observe(
      {
        method: request.method,
        // The pattern, never the address: paths can hold identifiers.
        route: request.routeOptions.url ?? "(none)",
        status: String(reply.statusCode),
      },
      reply.elapsedTime / 1000,
    );
    done();
  });

  let isMigrated = false;
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async () => {
    if (app.kit.isLeaving) throw new AppError("Unavailable", { detail: "about to stop" });
    await options.database.pool.query("select 1");
    if (!isMigrated) {
      const pending = await pendingMigrations(options.database, options.migrations);
      if (pending.length > 0) {
        throw new AppError("Unavailable", { detail: `migrations to apply: ${pending.join(", ")}` });
      }
      isMigrated = true;
    }
    const takenAway = await takenAwayFrom(options.database, options.migrations, version);
    if (takenAway !== undefined) throw new AppError("Unavailable", { detail: takenAway });
    const hindrance = await options.hindrance?.();
    if (hindrance !== undefined) throw new AppError("Unavailable", { detail: hindrance });
    return { status: "ready" };
  });
}

/**
 * Adds GET /metrics (Prometheus text). For a server that nothing but the operator's own machines
 * reach: never the one that a proxy passes the public on to.
 */
export function registerMetrics(
  app: FastifyInstance,
  metrics: Metrics,
  /** Addresses or networks that may read; the machine itself unless given. */
  readers: readonly string[] = ["127.0.0.1", "::1"],
): void {
  const mayRead = trustedPeers(readers);
  app.get("/metrics", async (request, reply) => {
    // Refused as if it did not exist: figures by route are nobody else's business.
    if (!mayRead(request.ip)) throw new AppError("NotFound");
    reply.type(metrics.contentType);
    return metrics.text();
  });
}
