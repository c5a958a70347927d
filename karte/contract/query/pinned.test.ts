import { expect, test } from "vitest";
import { parseQuery } from "./parse.ts";
import { pinned } from "./pinned.ts";

test.each([
  ["owner:me", "owner:acc-1"],
  ["担当:自分,なし -(owner:me or csp)", "owner:acc-1,none -(owner:acc-1 or csp)"],
  ["label:me me", "label:me me"],
])("%s is, for everybody, %s", (text, expected) => {
  expect(pinned(parseQuery(text), "acc-1")).toBe(expected);
});
