import { selectedKey } from "@sekimori/kit-web/frame/menu";
import { kartePage, kartePaths, pagePaths } from "@sekimori/portal-contract/page-routes";
import { expect, test, vi } from "vitest";

// The build turns `msg` into a descriptor; here the English text is enough.
vi.mock("@lingui/core/macro", () => ({
  msg: (given: TemplateStringsArray | { message: string }) => ({
    id: "message" in given ? given.message : given[0],
  }),
}));

const { menu, newsOf } = await import("./menu.ts");

const all = (items: ReturnType<typeof menu>): ReturnType<typeof menu> =>
  items.flatMap((item) => [item, ...all(item.subMenus)]);

test("has the keys of the specification, and every entry is live", () => {
  const items = all(menu(true));
  const keys = items.map(({ key }) => key);
  for (const key of ["1", "1-1", "1-2", "2", "2-1", "2-2", "2-3", "2-4", "2-5"]) {
    expect(keys).toContain(key);
  }
  expect(items.filter(({ disabled }) => disabled)).toEqual([]);
});

/** Specification 2's menu, written out: key, name, page. Level and parents follow from the key. */
const specified = [
  ["1-1", "Domain management", undefined],
  ["1-1-1", "Group list", "/third-party/karte/group/list"],
  ["1-1-2", "Domain list", "/third-party/karte/site/list"],
  ["1-1-3", "Bulk domain registration", "/third-party/karte/site/bulk-registration"],
  ["1-2", "Inventory management", undefined],
  ["1-2-1", "Inventory domain", "/third-party/karte/inventory/domain"],
  ["1-2-2", "Inventory result (findings)", "/third-party/karte/inventory/result"],
  ["2-1", "Report request", "/third-party/karte/report-request"],
  ["2-2", "User management", "/third-party/karte/user-management"],
  ["2-3", "Import log", "/third-party/karte/import-log"],
  ["2-4", "My Page", undefined],
  ["2-4-1", "Account setting", "/setting/security"],
  ["2-5", "My contract", "/third-party/karte/my-contract"],
] as const;

test.each(specified)("%s is %s and leads to %s", (key, name, path) => {
  const found = all(menu(true)).filter((item) => item.key === key);
  const level = key.split("-").length - 1;
  const place = { level, parentKey: key.slice(0, -2), rootKey: key[0] };
  expect(found).toMatchObject([{ label: { id: name }, path, ...place }]);
  // Entries of the first level have a picture.
  expect(found[0]?.image !== undefined).toBe(level === 1);
});

test("the specification's entries are shown in its order", () => {
  const keys = specified.map(([key]) => key as string);
  const shown = all(menu(true)).map(({ key }) => key);
  expect(shown.filter((key) => keys.includes(key))).toEqual(keys);
});

test("without an application only the portal's own pages are left", () => {
  const paths = all(menu(false)).flatMap(({ path }) => path ?? []);
  expect(paths).toEqual([pagePaths.security, `${pagePaths.security}?tab=contract&dialog=withdraw`]);
});

const label = { ja: "資産", en: "Assets" };
const told = [
  { label, path: "/inventory", parent: "1-2", right: true, count: 0 },
  { label, path: "/settings", parent: "2", right: true, count: 0 },
  { label, path: "/activity", parent: "2", right: false, count: 0 },
  { label, path: "/import-log", parent: "2", right: false, count: 0 },
  { label, path: "/group/list", parent: "2", right: true, count: 0 },
  { label, path: "/leaf", parent: "2-1", right: true, count: 0 },
  { label, path: "/nowhere", parent: "7", right: true, count: 0 },
  { label, path: "/alerts", parent: "bell", right: true, count: 3 },
  { label, path: "/secret", parent: "bell", right: false, count: 3 },
];
const keyOf = (path: string) =>
  all(menu(true, told)).flatMap((item) => (item.path === kartePage(path) ? [item.key] : []));

test("an application's further entries stand at their place, after the specification's", () => {
  expect([keyOf("/inventory"), keyOf("/settings")]).toEqual([["1-2-3"], ["2-7"]]);
  const parents = all(menu(true, told)).filter(({ path }) => path === kartePage("/settings"));
  expect(parents).toMatchObject([{ parentKey: "2", rootKey: "2", level: 1, label }]);
});

test("what a person has no right to is left out, or not available where it is the specification's", () => {
  expect(keyOf("/activity")).toEqual([]);
  const closed = all(menu(true, told)).filter(({ disabled }) => disabled);
  expect(closed.map(({ key, path }) => [key, path])).toEqual([["2-3", kartePage("/import-log")]]);
});

test("what has an entry, stands under no heading or names no place is left out", () => {
  expect(keyOf("/group/list")).toEqual(["1-1-1"]);
  expect([keyOf("/leaf"), keyOf("/nowhere"), keyOf("/alerts")]).toEqual([[], [], []]);
});

test("the specification's keys are the same, whatever an application tells", () => {
  const keys = (items: ReturnType<typeof menu>) =>
    new Map(all(items).flatMap(({ key, path }) => (path === undefined ? [] : [[path, key]])));
  const before = keys(menu(true));
  const after = keys(menu(true, told));
  for (const [path, key] of before) expect(after.get(path)).toBe(key);
});

test("the bell has what is new in the application", () => {
  expect(newsOf(told).map(({ path, count }) => [path, count])).toEqual([["/alerts", 3]]);
});

test.each([
  [kartePaths.inventory, "1-2-1", "1-2-3"],
  [kartePaths.group, "1-1-1", "1-1-1"],
  [kartePaths.contactUs, "2-6", "2-6"],
  [kartePaths.inventoryDomain, "1-2-1", "1-2-1"],
  ["/", "1-3", "1-3"],
  ["", "1-3", "1-3"],
  ["/settings", undefined, "2-7"],
])("at %s %s is marked, with the application's entries %s", (path, before, after) => {
  expect(selectedKey(menu(true), kartePage(path))).toBe(before);
  expect(selectedKey(menu(true, told), kartePage(path))).toBe(after);
});

test("each path of the specification has its entry, or its parent", () => {
  for (const path of Object.values(kartePaths).filter((one) => one !== kartePaths.signOut)) {
    expect(selectedKey(menu(true), kartePage(path)), path).toBeDefined();
  }
});
