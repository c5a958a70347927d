import { NetError } from "../net-error.ts";

/** Reads big-endian fields; every step past the end throws `malformed`. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  /** An unsigned number of 1 to 4 bytes. */
  number(width: number): number {
    this.#need(width);
    const value = this.#bytes.readUIntBE(this.#at, width);
    this.#at += width;
    return value;
  }

  /** The next `count` bytes. */
  bytes(count: number): Buffer {
    this.#need(count);
    const slice = this.#bytes.subarray(this.#at, this.#at + count);
    this.#at += count;
    return slice;
  }

  /** A vector: its length in `width` bytes, then its bytes. */
  vector(width: number): Buffer {
    return this.bytes(this.number(width));
  }

  #need(count: number) {
    if (count > this.left) throw new NetError("malformed", "a TLS field ends too early");
  }
}
