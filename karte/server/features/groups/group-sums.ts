import type { KarteTransaction } from "../../context.ts";

/** What a set of domains comes to. */
export interface Sums {
  /** Domains by score; -1 without one, -2 never examined. */
  readonly scores: ReadonlyMap<number, number>;
  /** Open findings from critical to information. */
  readonly open: readonly [number, number, number, number, number];
}

export const noDomains: Sums = { scores: new Map(), open: [0, 0, 0, 0, 0] };

/** Of each group, as every write keeps it. @param only null for all that the transaction may see. */
export async function groupSums(
  tx: KarteTransaction,
  only: string | null,
): Promise<ReadonlyMap<string, Sums>> {
  const rows = await tx
    .selectFrom("karte.group_sum")
    .select(["group_id", "slot", "domains", "critical", "high", "medium", "low", "info"])
    .$if(only !== null, (query) => query.where("group_id", "=", only ?? ""))
    .execute();
  const byGroup = Map.groupBy(rows, (row) => row.group_id);
  return new Map(
    [...byGroup].map(([group, slots]) => {
      const sum = (of: "critical" | "high" | "medium" | "low" | "info") =>
        slots.reduce((all, row) => all + Number(row[of]), 0);
      const filled = slots.filter(({ domains }) => domains > 0);
      return [
        group,
        {
          scores: new Map(filled.map(({ slot, domains }) => [slot, domains])),
          open: [sum("critical"), sum("high"), sum("medium"), sum("low"), sum("info")],
        },
      ];
    }),
  );
}
