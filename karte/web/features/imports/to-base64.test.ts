import fc from "fast-check";
import { expect, test } from "vitest";
import { toBase64 } from "./to-base64.ts";

test("any bytes come back", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(Buffer.from(toBase64(bytes), "base64")).toEqual(Buffer.from(bytes));
    }),
  );
});

test("four megabytes are no problem", () => {
  const bytes = new Uint8Array(4 * 1024 * 1024).fill(200);
  expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString("base64"));
});
