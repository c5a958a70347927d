import { expect, test } from "vitest";
import { bulkToUndo } from "./bulk-to-undo.ts";

const at = "2026-11-01T00:00:00.000Z";
const done = { action: "domains.bulk", at, detail: { act: "label", count: 2, bulk: "a" } } as const;
const undone = (bulk: string) => ({ action: "domains.bulk-undone", detail: { bulk } }) as const;
const days = (count: number) => Date.parse(at) + count * 86_400_000;

test.each([
  ["just done", done, [done], days(0), "a"],
  ["on its last day", done, [done], days(30) - 1, "a"],
  ["after thirty days", done, [done], days(30), undefined],
  ["undone already", done, [undone("a"), done], days(1), undefined],
  ["another one undone", done, [undone("b"), done], days(1), "a"],
  ["a scan of many", { ...done, detail: { act: "diagnose", count: 2 } }, [], days(0), undefined],
  ["the undoing itself", { at, ...undone("a") }, [], days(0), undefined],
] as const)("%s", (_what, entry, entries, now, bulk) => {
  expect(bulkToUndo(entry, entries, now)).toBe(bulk);
});
