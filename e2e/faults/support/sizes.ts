import { vi } from "vitest";

/** The whole plan of sizes instead of the quick form that every `npm test` runs. */
export const isFull = process.env.SEKIMORI_FAULTS === "full";

/** How much of something a test does: less in the quick form, all of it in the full run. */
export function sized(quick: number, full: number): number {
  return isFull ? full : quick;
}

/**
 * Time for a test: far more than it needs, so that a busy machine decides nothing. The quick form
 * ends what hangs while there is time left to say so.
 */
export const patience = sized(300_000, 3_600_000);

vi.setConfig({ testTimeout: patience, hookTimeout: patience });

/**
 * A bound in milliseconds that the plan asks for. It is held to in the full form, on a machine
 * that does nothing else; the quick form, which runs beside anything, allows ten times as much.
 */
export function within(ms: number): number {
  return sized(10 * ms, ms);
}
