import { listColumns } from "@sekimori/karte-contract/lists";
import { expect, test } from "vitest";
import { chosenColumns, columnsText } from "./chosen-columns.ts";

test.each([
  ["nothing said", null, null, [...listColumns.domains]],
  ["not known yet what was chosen", null, undefined, [...listColumns.domains]],
  ["chosen before", null, ["proof", "grade"], ["grade", "proof"]],
  ["the address goes first", "groups", ["proof"], ["groups"]],
  ["none of them", "none", ["proof"], []],
  ["none chosen before", null, [], []],
  ["columns that the list no longer has", "groups,price", null, ["groups"]],
])("%s", (_what, asked, kept, shown) => {
  expect([...chosenColumns("domains", asked, kept)]).toEqual(shown);
});

test.each([
  [[...listColumns.domains], null],
  [["groups", "grade"], "grade,groups"],
  [[], "none"],
])("%j stands in the address as %s", (columns, text) => {
  expect(columnsText("domains", new Set(columns))).toBe(text);
});
