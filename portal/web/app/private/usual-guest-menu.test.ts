import { expect, test } from "vitest";
import { keptOrUsual, usualGuestMenu } from "./usual-guest-menu.ts";

const entry = {
  label: { ja: "資産", en: "Assets" },
  path: "/inventory",
  parent: "1-2",
  right: true,
  count: 0,
};

test("a kept menu is shown as it was told", () => {
  expect(keptOrUsual([entry])).toEqual([entry]);
});

test.each([
  ["nothing", undefined],
  ["an entry that leads elsewhere", [{ ...entry, path: "//evil.example" }]],
  ["an entry of another form", [{ ...entry, more: true }]],
  ["text", ["資産"]],
])("%s in its place is the usual menu", (_what, kept) => {
  expect(keptOrUsual(kept)).toBe(usualGuestMenu);
});
