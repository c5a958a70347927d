import { expect, test } from "vitest";
import { type GuestMenuEntry, guestMenuMost, isGuestMenu } from "./guest-menu.ts";
import { guestMessageSchema } from "./guest-messages.ts";

const entry: GuestMenuEntry = {
  label: { ja: "資産", en: "Assets" },
  path: "/inventory?type=host",
  parent: "1-2",
  right: true,
  count: 0,
};

const isTaken = (entries: unknown) =>
  guestMessageSchema.safeParse({ protocol: "sekimori-embed/1", type: "menu", entries }).success;

const numbered = (length: number) =>
  Array.from({ length }, (_, index) => ({ ...entry, path: `/page-${index}` }));

test.each<[string, unknown]>([
  ["nothing", []],
  ["an entry", [entry]],
  ["one for the list of news", [{ ...entry, parent: "bell", count: 9_999 }]],
  ["one page at two places", [entry, { ...entry, parent: "bell" }]],
  ["as many as there may be", numbered(guestMenuMost.entries)],
  ["markup, which is text", [{ ...entry, label: { ja: "<b>資産</b>", en: "{assets}" } }]],
])("a menu of %s is taken", (_what, entries) => {
  expect([isGuestMenu(entries), isTaken(entries)]).toEqual([true, true]);
});

test.each<[string, unknown]>([
  ["no list", entry],
  ["more entries than there may be", numbered(guestMenuMost.entries + 1)],
  ["two of one page at one place", [entry, { ...entry, count: 1 }]],
  ["a field too many", [{ ...entry, image: "/icon.svg" }]],
  ["a field too few", [{ label: entry.label, path: "/", parent: "1", right: true }]],
  ["another field instead", [{ ...entry, count: undefined }]],
  ["a label in one language", [{ ...entry, label: { ja: "資産" } }]],
  ["a label in a third language", [{ ...entry, label: { ...entry.label, fr: "Actifs" } }]],
  ["an empty label", [{ ...entry, label: { ja: "資産", en: "" } }]],
  ["a blank label", [{ ...entry, label: { ja: "\u3000", en: "Assets" } }]],
  ["an endless label", [{ ...entry, label: { ja: "資産", en: "A".repeat(61) } }]],
  ["a label of two lines", [{ ...entry, label: { ja: "資産", en: "Assets\nMy Page" } }]],
  ["a label that turns round", [{ ...entry, label: { ja: "資産", en: "\u202eAssets" } }]],
  ["a label that is no text", [{ ...entry, label: { ja: "資産", en: { toString: "Assets" } } }]],
  ["another origin's page", [{ ...entry, path: "//evil.example" }]],
  ["a whole address", [{ ...entry, path: "https://evil.example/" }]],
  ["a script", [{ ...entry, path: "javascript:alert(1)" }]],
  ["a way out of the frame's page", [{ ...entry, path: "/../../setting/security" }]],
  ["a hidden way out", [{ ...entry, path: "/%2e%2e/setting" }]],
  ["a backslash", [{ ...entry, path: "/\\evil.example" }]],
  ["an endless path", [{ ...entry, path: `/${"x".repeat(200)}` }]],
  ["a place that is no key", [{ ...entry, parent: "My Page" }]],
  ["a right that is no yes or no", [{ ...entry, right: "yes" }]],
  ["a count that is no number", [{ ...entry, count: "3" }]],
  ["a count below nothing", [{ ...entry, count: -1 }]],
  ["half a count", [{ ...entry, count: 0.5 }]],
  ["an endless count", [{ ...entry, count: 10_000 }]],
])("a menu with %s is ignored as a whole", (_what, entries) => {
  expect([isGuestMenu(entries), isTaken(entries)]).toEqual([false, false]);
});
