import { expect, test } from "vitest";
import { includedTax } from "./included-tax.ts";

test.each([
  [11_000, 10, 1_000],
  [10_999, 10, 999],
  [1_080, 8, 80],
  [0, 10, 0],
  [11_000, 0, 0],
])("%i yen at %i %% contain %i", (price, percent, tax) => {
  expect(includedTax(price, percent)).toBe(tax);
});
