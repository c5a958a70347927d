import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { growMenu, labelText, type MenuItem, selectedKey } from "./menu.ts";

const label = { id: "label" };
const items = growMenu(
  [
    {
      label,
      subMenus: [
        {
          label,
          subMenus: [
            { label, path: "/list", covers: ["/one"] },
            { label, path: "/list/bulk" },
          ],
        },
        { label, path: "/gone" },
      ],
    },
    {
      label,
      subMenus: [
        { label, path: "/home/", isFurther: true },
        { label, path: "/own", covers: ["/home/old", "/list/covered", "/list/bulk"] },
      ],
    },
  ],
  (path) => path === "/gone",
);

const all = (list: readonly MenuItem[]): MenuItem[] =>
  list.flatMap((item) => [item, ...all(item.subMenus)]);

test("items are numbered by their place and know what they stand under", () => {
  const shape = all(items).map(({ key, level, parentKey, rootKey }) => [
    key,
    level,
    parentKey,
    rootKey,
  ]);
  expect(shape).toEqual([
    ["1", 0, undefined, "1"],
    ["1-1", 1, "1", "1"],
    ["1-1-1", 2, "1-1", "1"],
    ["1-1-2", 2, "1-1", "1"],
    ["1-2", 1, "1", "1"],
    ["2", 0, undefined, "2"],
    // Shown first, and numbered after the others.
    ["2-2", 1, "2", "2"],
    ["2-1", 1, "2", "2"],
  ]);
});

test("an item whose page is not there is disabled", () => {
  expect(
    all(items)
      .filter(({ disabled }) => disabled)
      .map(({ path }) => path),
  ).toEqual(["/gone"]);
});

test.each([
  ["/list", "1-1-1"],
  ["/list/bulk", "1-1-2"],
  ["/list/7", "1-1-1"],
  ["/lists", undefined],
  ["/own", "2-1"],
  ["/one", "1-1-1"],
  ["/one/7", "1-1-1"],
  ["/home/", "2-2"],
  ["/home", "2-2"],
  ["/home/old", "2-1"],
  ["/home/new", undefined],
  ["/list/covered", "2-1"],
])("at %s the item %s is marked", (pathname, key) => {
  expect(selectedKey(items, pathname)).toBe(key);
});

test("words that came with both languages are shown as they are", () => {
  const words = { ja: "{資産}", en: "<b>{assets}</b>" };
  const i18n = setupI18n({ locale: "en", messages: { en: {}, ja: {} } });
  expect(labelText(words, i18n)).toBe("<b>{assets}</b>");
  i18n.activate("ja");
  expect(labelText(words, i18n)).toBe("{資産}");
});
