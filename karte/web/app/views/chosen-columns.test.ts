import { defaultColumns, listColumns } from "@sekimori/karte-contract/lists";
import { expect, test } from "vitest";
import { chosenColumns, columnsText } from "./chosen-columns.ts";

test.each([
  ["nothing said", null, null, [...defaultColumns.domains]],
  ["not known yet what was chosen", null, undefined, [...defaultColumns.domains]],
  ["chosen before", null, ["proof", "grade"], ["grade", "proof"]],
  ["the address goes first", "groups", ["proof"], ["groups"]],
  ["none of them", "none", ["proof"], []],
  ["none chosen before", null, [], []],
  ["columns that the list no longer has", "groups,price", null, ["groups"]],
  [
    "all of them, in the list's order",
    [...listColumns.domains].reverse().join(),
    null,
    [...listColumns.domains],
  ],
])("%s", (_what, asked, kept, shown) => {
  expect([...chosenColumns("domains", asked, kept)]).toEqual(shown);
});

test.each([
  [[...defaultColumns.domains], null],
  [["groups", "grade"], "grade,groups"],
  [[], "none"],
])("%j stands in the address as %s", (columns, text) => {
  expect(columnsText("domains", new Set(columns))).toBe(text);
});

test("a list can show all of its columns, and the address says so", () => {
  const all = new Set(listColumns.findings);
  expect([...chosenColumns("findings", null, null)]).toEqual(defaultColumns.findings);
  expect([...chosenColumns("findings", columnsText("findings", all), null)]).toEqual([...all]);
});
