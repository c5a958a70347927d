import { expect, test } from "vitest";
import { actKeys, keyAct, rowAfter } from "./key-of.ts";

test.each([
  ["/", undefined, { kind: "search" }],
  ["?", undefined, { kind: "help" }],
  ["o", "g", { kind: "go", to: "/" }],
  ["f", "g", { kind: "go", to: "/inventory/result" }],
  ["a", "g", { kind: "go", to: "/inventory" }],
  ["f", undefined, undefined],
  ["x", "g", undefined],
  ["j", "g", undefined],
  ["g", undefined, undefined],
  ["j", undefined, { kind: "move", by: 1 }],
  ["k", "j", { kind: "move", by: -1 }],
  ["x", "j", { kind: "select" }],
  ["a", undefined, { kind: "press", key: "a" }],
  ["z", "x", { kind: "press", key: "z" }],
  ["A", undefined, undefined],
  ["Enter", undefined, undefined],
] as const)("%s after %s", (key, before, expected) => {
  expect(keyAct(key, before)).toEqual(expected);
});

test("each act has a key of its own, and none is a key of every page", () => {
  const keys = Object.values(actKeys);
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) expect(keyAct(key, undefined)).toEqual({ kind: "press", key });
  for (const key of ["g", "j", "k", "x", "/", "?"]) expect(keys).not.toContain(key);
});

test.each([
  [3, -1, 1, 0],
  [3, -1, -1, 0],
  [3, 0, 1, 1],
  [3, 2, 1, 2],
  [3, 0, -1, 0],
  [3, 2, -1, 1],
] as const)("of %i rows, from %i by %i to %i", (rows, now, by, expected) => {
  expect(rowAfter(rows, now, by)).toBe(expected);
});
