// biome-ignore lint/performance/noBarrelFile: this file is the entry of a subpath export.
export {
  type ChainEnd,
  type HashedHeader,
  isNext,
  type Leaf,
  lastPosition,
  mostEntries,
  nextHeader,
} from "./header.ts";
export {
  type LinkedLog,
  type LinkedVerdict,
  newestNumber,
  readHeaders,
  verifyLinked,
} from "./linked-log.ts";
export { type LinkedLogs, type LinkingOptions, unlinkedAge } from "./linking.ts";
export { leafHash } from "./merkle.ts";
export { linkEverything, type Sequencer, startSequencer } from "./sequencer.ts";

/** What is known of an append-only log whose entries each hash the one before. */
export interface Chain {
  /** How many entries were read. */
  readonly entries: number;
  /** The first entry that is not as it was written; null when the chain is whole. */
  readonly firstBroken: string | null;
  /** The last hash read, in hexadecimal; null for an empty log. */
  readonly head: string | null;
}

/** Where reading goes on: so many entries stand before it, and the last of them has this hash. */
export type ChainPlace = Pick<Chain, "entries" | "head">;

export interface Portion {
  readonly read: number;
  readonly broken: string | null;
  readonly head: string | null;
}

/** So many entries are recomputed by one statement: a log of any size is read in bounded time each. */
const portionSize = 20_000;

/**
 * Recomputes a chain from its first entry on, up to the first that is not as it was.
 *
 * @param readPortion recomputes at most `size` entries from a place on
 */
export async function readChain(
  readPortion: (from: ChainPlace, size: number) => Promise<Portion>,
  size = portionSize,
): Promise<Chain> {
  let entries = 0;
  let head: string | null = null;
  for (;;) {
    const { read, broken, head: last }: Portion = await readPortion({ entries, head }, size);
    entries += read;
    head = last ?? head;
    if (broken !== null || read < size) return { entries, firstBroken: broken, head };
  }
}
