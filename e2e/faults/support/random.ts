import { randomInt } from "node:crypto";
import { seededNumbers } from "@sekimori/kit-development/testing/seeded-numbers";

/** A repeatable source of chance: the printed seed makes the same run again. */
export class Random {
  readonly seed: number;
  /** At least 0, below 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.seed = seed;
    this.next = seededNumbers(seed);
  }

  /** From SEKIMORI_SEED, else a new seed; printed either way. */
  static forRow(row: string): Random {
    const given = process.env.SEKIMORI_SEED;
    const seed = given === undefined ? randomInt(2 ** 31) : Number(given);
    process.stdout.write(`[row ${row}] seed: ${seed} (SEKIMORI_SEED repeats it)\n`);
    return new Random(seed);
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
