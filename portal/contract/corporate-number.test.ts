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
    ["1000000000009", false, "a check digit of another remainder"],
    ["8000000000001", true, "the last of the twelve counts once"],
    ["7000000000010", true, "the next counts twice"],
    ["9000000000000", true, "nothing to be divided: nine"],
    // By the check digit alone these would do.
    ["900000000000", false, "twelve digits with the check digit of eleven"],
    ["81000000000000", false, "fourteen digits with the check digit of thirteen"],
    ["0000000000000", false, "a number never begins with zero"],
    ["a7000012050002", false, "a letter before it"],
    ["7000012050002 ", false, "a space after it"],
  ])("%s is %s (%s)", (value, expected) => {
    expect(isCorporateNumber(value)).toBe(expected);
  });
});
