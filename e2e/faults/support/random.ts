import { randomInt } from "node:crypto";

/** A repeatable source of chance (mulberry32): the printed seed makes the same run again. */
export class Random {
  readonly seed: number;
  #state: number;

  constructor(seed: number) {
    this.seed = seed;
    this.#state = seed >>> 0;
  }

  /** From SEKIMORI_SEED, else a new seed; printed either way. */
  static forRow(row: string): Random {
    const given = process.env.SEKIMORI_SEED;
    const seed = given === undefined ? randomInt(2 ** 31) : Number(given);
    process.stdout.write(`[row ${row}] seed: ${seed} (SEKIMORI_SEED repeats it)\n`);
    return new Random(seed);
  }

  /** At least 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to below `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** @throws RangeError when there is nothing to choose from. */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError("Nothing to choose from.");
    return items[this.below(items.length)] as T;
  }

  shuffled<T>(items: readonly T[]): T[] {
    const order = items.map((item) => ({ item, at: this.next() }));
    return order.sort((a, b) => a.at - b.at).map(({ item }) => item);
  }
}
