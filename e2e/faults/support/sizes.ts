/** The whole plan of sizes instead of the quick form that every `npm test` runs. */
export const isFull = process.env.SEKIMORI_FAULTS === "full";

/** How much of something a test does: less in the quick form, all of it in the full run. */
export function sized(quick: number, full: number): number {
  return isFull ? full : quick;
}

/** Time for a test whose full form takes minutes. */
export const patience = sized(120_000, 3_600_000);
