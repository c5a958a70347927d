import type { Pool } from "pg";
import type { Metrics } from "../metrics/metrics.ts";

/** For how long mails wait, in the whole system. */
export function mailFigures(pool: Pool, metrics: Metrics): void {
  metrics.gauge(
    {
      name: "mail_oldest_seconds",
      help: "For how long the oldest mail has waited for the mail server; 0 when none waits.",
    },
    async (gauge) => {
      const { rows } = await pool.query<{ seconds: number }>(
        `select coalesce(greatest(0, extract(epoch from now() - min(queued_at))), 0)::float8 as seconds
         from kit.mail_outbox where state = 'queued'`,
      );
      gauge.set(rows[0]?.seconds ?? 0);
    },
  );
}
