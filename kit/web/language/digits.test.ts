import fc from "fast-check";
import { expect, test } from "vitest";
import { normaliseDigits } from "./digits.ts";

test.each([
  ["１２３４５６", "123456"],
  ["123 456", "123456"],
  ["１００−０００１", "1000001"],
  ["100ー0001", "1000001"],
  ["100ｰ0001", "1000001"],
  ["100－0001", "1000001"],
  ["100‐0001", "1000001"],
  ["　123　", "123"],
  ["12a４", "12a4"],
  ["〒１００−０００１", "1000001"],
  ["〒 100-0001", "1000001"],
  ["", ""],
])("%j becomes %j", (typed, folded) => {
  expect(normaliseDigits(typed)).toBe(folded);
});

test("never loses or changes an ASCII digit, and folding twice is folding once", () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const folded = normaliseDigits(typed);
      expect(folded.replace(/\D/g, "").length).toBeGreaterThanOrEqual(
        typed.replace(/[^0-9]/g, "").length,
      );
      expect(normaliseDigits(folded)).toBe(folded);
    }),
  );
});
