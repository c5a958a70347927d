import { randomFillSync } from "node:crypto";

/** Many random UUIDs (version 4) in little memory. */
export class Identifiers {
  readonly #bytes: Buffer;
  readonly count: number;

  constructor(count: number) {
    this.count = count;
    this.#bytes = Buffer.alloc(count * 16);
    const most = 2 ** 26;
    for (let at = 0; at < this.#bytes.length; at += most) {
      randomFillSync(this.#bytes, at, Math.min(most, this.#bytes.length - at));
    }
    for (let at = 0; at < this.#bytes.length; at += 16) {
      this.#bytes[at + 6] = ((this.#bytes[at + 6] ?? 0) & 0x0f) | 0x40;
      this.#bytes[at + 8] = ((this.#bytes[at + 8] ?? 0) & 0x3f) | 0x80;
    }
  }

  at(index: number): string {
    const hex = this.#bytes.toString("hex", index * 16, index * 16 + 16);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }
}
