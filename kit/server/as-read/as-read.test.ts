import { expect, test } from "vitest";
import { mustBeAsRead } from "./as-read.ts";

const refusal = (...[was, now, next]: Parameters<typeof mustBeAsRead>) => {
  try {
    mustBeAsRead(was, now, next);
    return undefined;
  } catch (error) {
    return (error as { type: string }).type;
  }
};

test.each([
  ["nothing was read", undefined, { name: "b" }, { name: "c" }, undefined],
  ["as it was read", { name: "a" }, { name: "a" }, { name: "c" }, undefined],
  ["changed meanwhile", { name: "a" }, { name: "b" }, { name: "c" }, "ChangedMeanwhile"],
  ["put back by a stale form", { name: "a" }, { name: "b" }, { name: "a" }, "ChangedMeanwhile"],
  ["the same save again", { name: "a" }, { name: "c" }, { name: "c" }, undefined],
  ["another value was changed", { name: "a" }, { name: "a", label: "x" }, { name: "c" }, undefined],
  [
    "nothing, in three ways",
    { a: null, b: "" },
    { a: "", b: undefined },
    { a: "x", b: "y" },
    undefined,
  ],
  [
    "changed meanwhile, and not by this save",
    { name: "a", label: "x" },
    { name: "a", label: "y" },
    { name: "b" },
    undefined,
  ],
  ["emptied meanwhile", { name: "a" }, { name: null }, { name: "c" }, "ChangedMeanwhile"],
  ["false is something", { on: false }, { on: true }, { on: false }, "ChangedMeanwhile"],
  ["a set in another order", { ids: ["1", "2"] }, { ids: ["2", "1"] }, { ids: [] }, undefined],
  ["a set with one more", { ids: ["1"] }, { ids: ["1", "2"] }, { ids: [] }, "ChangedMeanwhile"],
  ["inside of a value", { at: { x: 1, y: 2 } }, { at: { y: 2, x: 1 } }, { at: {} }, undefined],
  ["changed inside", { at: { x: 1 } }, { at: { x: 2 } }, { at: { x: 3 } }, "ChangedMeanwhile"],
])("%s", (_, was, now, next, expected) => {
  expect(refusal(was, now, next)).toBe(expected);
});
