import { createHash } from "node:crypto";
import { merkleRoot } from "./merkle.ts";

/** Entries of one header, at most. */
export const mostEntries = 256;

/** What binds some entries of a log to all that came before them. */
export interface Header {
  readonly log: string;
  /** From 1, without a gap. */
  readonly number: number;
  /** The position of its first entry; a log's positions begin at 1 and are dense. */
  readonly firstPosition: number;
  readonly count: number;
  /** The Merkle root over its entries, in hexadecimal. */
  readonly root: string;
  /** The hash of the header before, or of the log's end as it was before there were headers; "" for neither. */
  readonly previousHash: string;
  readonly at: Date;
}

export interface HashedHeader extends Header {
  /** In hexadecimal. */
  readonly hash: string;
}

/** SHA-256 over all that a header says. */
export function headerHash(header: Header): string {
  const { log, number, firstPosition, count, root, previousHash, at } = header;
  const text = JSON.stringify([log, number, firstPosition, count, root, previousHash, at]);
  return createHash("sha256").update(`sekimori-header-1 ${text}`).digest("hex");
}

/** The end of a log: what the next header goes on from. */
export interface ChainEnd {
  /** The newest header's; 0 where there is none. */
  readonly number: number;
  /** The last linked entry's position. */
  readonly position: number;
  readonly hash: string;
}

export const lastPosition = ({ firstPosition, count }: Header): number => firstPosition + count - 1;

/** One entry of a log, as it is linked: its hash, and what was done. */
export interface Leaf {
  readonly hash: Buffer;
  readonly act: string;
}

/** The header over some entries, by the hashes of their leaves in order. */
export function nextHeader(
  log: string,
  end: ChainEnd,
  leaves: readonly Buffer[],
  at: Date,
): HashedHeader {
  const header = {
    log,
    number: end.number + 1,
    firstPosition: end.position + 1,
    count: leaves.length,
    root: merkleRoot(leaves).toString("hex"),
    previousHash: end.hash,
    at,
  };
  return { ...header, hash: headerHash(header) };
}

/** Whether a header follows an end and stands over these leaves, and nothing in it was changed. */
export function isNext(header: HashedHeader, end: ChainEnd, leaves: readonly Buffer[]): boolean {
  const expected = nextHeader(header.log, end, leaves, header.at);
  return (
    header.hash === expected.hash &&
    header.number === expected.number &&
    header.firstPosition === expected.firstPosition &&
    header.count === expected.count &&
    header.root === expected.root &&
    header.previousHash === expected.previousHash
  );
}
