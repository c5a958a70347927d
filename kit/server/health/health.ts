import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { type Migration, pendingMigrations } from "../database/migrate.ts";
import { AppError } from "../errors/errors.ts";
import { trustedPeers } from "../http/request-id.ts";

export interface HealthOptions {
  readonly database: { readonly pool: Pool };
  /** The migrations this build needs. */
  readonly migrations: readonly Migration[];
  /** Addresses or networks that may read /metrics; the machine itself unless given. */
  readonly metricsReaders?: readonly string[];
}

/**
 * Adds GET /healthz (the process answers), GET /readyz (database reachable and migrated; 503
 * otherwise, and when the process is about to stop) and GET /metrics (Prometheus: process figures and
 * request durations by route). Register before binding endpoints, so that all are measured.
 *
 * @returns the registry, for the application's own figures.
 */
export function registerHealth(app: FastifyInstance, options: HealthOptions): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the request's first byte to the answer's last, by route.",
    labelNames: ["method", "route", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
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
    return { status: "ready" };
  });

  const mayRead = trustedPeers(options.metricsReaders ?? ["127.0.0.1", "::1"]);
  app.get("/metrics", async (request, reply) => {
    // Refused as if it did not exist: figures by route are nobody else's business.
    if (!mayRead(request.ip)) throw new AppError("NotFound");
    reply.type(registry.contentType);
    return registry.metrics();
  });
  return registry;
}
