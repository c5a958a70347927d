import { expect, test } from "vitest";
import { keyAct } from "./key-of.ts";

test.each([
  ["/", undefined, { kind: "search" }],
  ["?", undefined, { kind: "help" }],
  ["o", "g", { kind: "go", to: "/" }],
  ["f", "g", { kind: "go", to: "/inventory/result" }],
  ["o", undefined, undefined],
  ["x", "g", undefined],
  ["g", undefined, undefined],
] as const)("%s after %s", (key, before, expected) => {
  expect(keyAct(key, before)).toEqual(expected);
});
