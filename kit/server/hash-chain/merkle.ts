import { createHash } from "node:crypto";

const nodePrefix = Buffer.of(1);

function nodeHash(left: Buffer, right: Buffer): Buffer {
  return createHash("sha256").update(nodePrefix).update(left).update(right).digest();
}

/** A leaf's hash (RFC 9162, section 2.1.1). */
export function leafHash(data: string | Buffer): Buffer {
  return createHash("sha256").update(Buffer.of(0)).update(data).digest();
}

/** The largest power of two below `size`, which is at least 2. */
const leftSize = (size: number): number => 2 ** (Math.ceil(Math.log2(size)) - 1);

/**
 * The root of a Merkle tree over leaves in their order (RFC 9162, section 2.1.1).
 *
 * @param leaves their hashes, as {@link leafHash} makes them
 */
export function merkleRoot(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (only === undefined) return createHash("sha256").digest();
  if (leaves.length === 1) return only;
  const left = leftSize(leaves.length);
  return nodeHash(merkleRoot(leaves.slice(0, left)), merkleRoot(leaves.slice(left)));
}
