import type { Clock } from "../clock/clock.ts";
import { poolFigures } from "../database/pool-figures.ts";
import { createErrorMapper } from "../errors/errors.ts";
import { createHttpServer } from "../http/http.ts";
import type { Logger } from "../logger/logger.ts";
import { mailFigures } from "../mail/mail-figures.ts";
import { type HealthOptions, registerHealth, registerMetrics } from "./health.ts";

export interface ProbeServerOptions extends HealthOptions {
  /** Addresses or networks that may read /metrics; the machine itself unless given. */
  readonly metricsReaders?: readonly string[];
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Answers /healthz, /readyz and /metrics on a port of its own, which no proxy passes the public on
 * to.
 *
 * @returns its address, and how to stop it.
 * @throws Error with code EADDRINUSE when the port is taken.
 */
export async function startProbeServer(options: ProbeServerOptions): Promise<{
  readonly address: string;
  stop(): Promise<void>;
}> {
  const { host, port, clock, logger } = options;
  const app = await createHttpServer({
    name: "probes",
    origin: `http://${host}:${port}`,
    logger,
    errors: createErrorMapper({}),
    clock,
    security: {},
  });
  registerHealth(app, options);
  poolFigures(options.database.pool, options.metrics);
  mailFigures(options.database.pool, options.metrics);
  registerMetrics(app, options.metrics, options.metricsReaders);
  const address = await app.listen({ host, port });
  return { address, stop: () => app.close() };
}
