import { expect, it } from "vitest";
import { expandMacros } from "./macros.ts";

const names = { current: "news.example.jp", sender: "example.jp" };

it.each([
  ["_spf.example.com", "_spf.example.com"],
  ["%{d}._spf.example.com", "news.example.jp._spf.example.com"],
  ["%{D}._spf.example.com", "news.example.jp._spf.example.com"],
  ["%{o}._spf.example.com", "example.jp._spf.example.com"],
  ["%{d2}", "example.jp"],
  ["%{dr}", "jp.example.news"],
  ["%{d1r}", "news"],
  ["%{o-}", "example.jp"],
  ["a%%b.example.com", "a%b.example.com"],
  ["%{i}._spf.example.com", null],
  ["%{ir}.%{v}._spf.%{d2}", null],
  ["%{l}.example.com", null],
])("%s stands for %s", (spec, expected) => {
  expect(expandMacros(spec, names)).toBe(expected);
});

it("drops labels from the left of a name that is too long", () => {
  const name = expandMacros(`${"abcdefgh.".repeat(30)}%{d}`, names) ?? "";
  expect(name.length).toBeLessThanOrEqual(253);
  expect(name.endsWith(".news.example.jp")).toBe(true);
});
