import type { Metrics } from "@sekimori/kit-server/metrics";
import { sql } from "kysely";
import type { KarteContext } from "../../context.ts";

/** How far the event streams are behind, in the whole system. */
export function streamFigures({ db, clock }: Pick<KarteContext, "db" | "clock">, metrics: Metrics) {
  metrics.gauge(
    {
      name: "event_held_oldest_seconds",
      help: "For how long the oldest event that the streams hold back has waited; 0 when they hold none.",
    },
    async (gauge) => {
      const { rows } = await sql<{ seconds: number }>`
        select karte.stream_figures(${clock.now()}::timestamptz) as seconds`.execute(db);
      gauge.set(rows[0]?.seconds ?? 0);
    },
  );
}
