import { createHash } from "node:crypto";

/** Numbers in [0, 1) that a seed repeats (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A stream of its own for each name, so that nothing hangs on who of several at once comes first. */
export const randomOf = (seed: number, name: string): (() => number) =>
  seededRandom(createHash("sha256").update(`${seed} ${name}`).digest().readUInt32BE());

/** An id that a seed repeats, in the form of a UUID. */
export function idOf(seed: number, name: string): string {
  const hex = createHash("sha256").update(`${seed} ${name}`).digest("hex");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5");
}
