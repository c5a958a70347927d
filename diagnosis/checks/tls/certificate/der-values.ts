/** One DER value: its tag, its content, and for constructed ones the values inside. */
export interface DerValue {
  readonly tag: number;
  readonly content: Uint8Array;
}

/** Thrown for bytes that are no DER. */
export class DerError extends Error {
  constructor() {
    super("malformed DER");
    this.name = "DerError";
  }
}

/** The values that follow each other in `bytes` (ITU-T X.690 §8.1, §10.1). Throws DerError. */
export function derValues(bytes: Uint8Array): readonly DerValue[] {
  const values: DerValue[] = [];
  let at = 0;
  const next = () => {
    const byte = bytes[at];
    if (byte === undefined) throw new DerError();
    at += 1;
    return byte;
  };
  while (at < bytes.length) {
    const tag = next();
    let length = next();
    if (length >= 0x80) {
      const width = length & 0x7f;
      if (width === 0 || width > 4) throw new DerError();
      length = 0;
      for (let count = 0; count < width; count += 1) length = length * 256 + next();
    }
    if (length > bytes.length - at) throw new DerError();
    values.push({ tag, content: bytes.subarray(at, at + length) });
    at += length;
  }
  return values;
}

/** Follows a path of positions into nested values. Throws DerError when there is nothing. */
export function derAt(bytes: Uint8Array, ...path: readonly number[]): DerValue {
  let content = bytes;
  let value: DerValue | undefined;
  for (const index of path) {
    value = derValues(content)[index];
    if (value === undefined) throw new DerError();
    content = value.content;
  }
  if (value === undefined) throw new DerError();
  return value;
}
