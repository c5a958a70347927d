import { describe, expect, test } from "vitest";
import { isCorporateNumber } from "./corporate-number.ts";

describe("corporate number", () => {
  test.each([
    ["7000012050002", true, "the National Tax Agency's own"],
    ["7000012050003", false, "last digit changed"],
    ["7000012050020", false, "digits transposed"],
    ["700001205000", false, "twelve digits"],
    ["70000120500022", false, "fourteen digits"],
    ["０000012050002", false, "full-width digit"],
    ["", false, "empty"],
  ])("%s is %s (%s)", (value, expected) => {
    expect(isCorporateNumber(value)).toBe(expected);
  });
});
