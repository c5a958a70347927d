import type { Pool } from "pg";
import type { Metrics } from "../metrics/metrics.ts";

/** The connections of this process's pool, and the statements that wait for one. */
export function poolFigures(pool: Pool, metrics: Metrics): void {
  metrics.gauge(
    {
      name: "database_connections",
      help: "Connections to the database: busy, idle; and requests that wait for one.",
      labels: ["state"],
    },
    (gauge) => {
      gauge.set({ state: "busy" }, pool.totalCount - pool.idleCount);
      gauge.set({ state: "idle" }, pool.idleCount);
      // Figures that are read at this moment ask for connections too: who finds room does not wait.
      const room = pool.idleCount + (pool.options.max - pool.totalCount);
      gauge.set({ state: "waiting" }, Math.max(0, pool.waitingCount - room));
    },
  );
}
