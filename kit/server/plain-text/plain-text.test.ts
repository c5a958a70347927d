import { expect, test } from "vitest";
import { plainText } from "./plain-text.ts";

test.each([
  ["line breaks and NULs are blanks", "a\r\n\u0000b", "a b"],
  ["a turned direction is seen", "invoice\u202efdp.exe", "invoice[U+202E]fdp.exe"],
  ["an Arabic mark too", "a\u061cb", "a[U+061C]b"],
  ["Japanese stays", "株式会社　日本", "株式会社　日本"],
])("%s", (_what, given, shown) => {
  expect(plainText(given)).toBe(shown);
});

test("no more than a reader wants, with a mark that something follows", () => {
  expect(plainText("x".repeat(401))).toBe(`${"x".repeat(399)}…`);
  expect(plainText("x".repeat(400))).toBe("x".repeat(400));
  expect(plainText("abcdef", 3)).toBe("ab…");
});
