import type { Metrics } from "@sekimori/kit-server/metrics";
import { sql } from "kysely";
import type { KarteContext } from "../../context.ts";

interface ScanFigures {
  readonly queued: number;
  readonly running: number;
  readonly oldest_seconds: number;
}

/** How many scans wait and go on, and for how long the oldest has waited, in the whole system. */
export function scanFigures({ db, clock }: Pick<KarteContext, "db" | "clock">, metrics: Metrics) {
  const read = async (): Promise<ScanFigures> => {
    const { rows } = await sql<ScanFigures>`
      select * from karte.scan_figures(${clock.now()}::timestamptz)`.execute(db);
    return rows[0] ?? { queued: 0, running: 0, oldest_seconds: 0 };
  };
  metrics.gauge(
    { name: "scans", help: "Scans that are queued and running.", labels: ["state"] },
    async (gauge) => {
      const { queued, running } = await read();
      gauge.set({ state: "queued" }, queued);
      gauge.set({ state: "running" }, running);
    },
  );
  metrics.gauge(
    {
      name: "scan_oldest_seconds",
      help: "For how long the oldest queued scan has waited; 0 when none waits.",
    },
    async (gauge) => gauge.set((await read()).oldest_seconds),
  );
}
