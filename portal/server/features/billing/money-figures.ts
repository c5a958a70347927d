import { sql } from "kysely";
import type { PortalContext } from "../../context.ts";
import type { AttemptRow } from "./attempt-repository.ts";
import { stateList, unansweredStates } from "./money-states.ts";

export type ChargeResult = "succeeded" | NonNullable<AttemptRow["failure"]>;

const results: Readonly<Record<ChargeResult, true>> = {
  succeeded: true,
  declined: true,
  card: true,
  authentication: true,
  gateway: true,
};

/** How many charges ended, by result: succeeded, or why they failed. */
export const chargeCounter = ({ metrics }: Pick<PortalContext, "metrics">) =>
  metrics.counter({
    name: "charges_total",
    help: "Charges that ended, by result: succeeded, or why they failed.",
    labels: ["result"],
    begin: Object.keys(results).map((result) => ({ result })),
  });

/** What of money waits for the payment company or for the operator, in the whole system. */
export function moneyFigures({
  db,
  clock,
  metrics,
}: Pick<PortalContext, "db" | "clock" | "metrics">): void {
  chargeCounter({ metrics });
  metrics.gauge(
    {
      name: "charge_open_oldest_seconds",
      help: "For how long the oldest charge has been sent without an answer; 0 when none is.",
    },
    async (gauge) => {
      const { rows } = await sql<{ seconds: number }>`
        select coalesce(greatest(0, extract(epoch from ${clock.now()}::timestamptz - min(sent_at))), 0)::float8 as seconds
        from portal.charge_attempt where state in (${stateList(unansweredStates)})`.execute(db);
      gauge.set(rows[0]?.seconds ?? 0);
    },
  );
  metrics.gauge(
    {
      name: "contracts_parked",
      help: "Contracts that are not billed until an operator has looked, by reason.",
      labels: ["reason"],
    },
    async (gauge) => {
      const { rows } = await sql<{ reason: string; count: number }>`
        select reason, count(*)::int as count from portal.parked_contract group by 1`.execute(db);
      gauge.reset();
      for (const { reason, count } of rows) gauge.set({ reason }, count);
    },
  );
}
