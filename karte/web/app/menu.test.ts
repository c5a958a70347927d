import { menuNames } from "@sekimori/karte-contract/menu-names";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { isGuestMenu } from "@sekimori/kit-embed/guest-menu";
import { type MenuItem, selectedKey } from "@sekimori/kit-web/frame/menu";
import { expect, test, vi } from "vitest";

// The build turns `msg` into a descriptor; here the English text is enough.
vi.mock("@lingui/core/macro", () => ({
  msg: (given: TemplateStringsArray | { message: string }) => ({
    id: "message" in given ? given.message : given[0],
  }),
}));

const { toldMenu } = await import("./menu.ts");
const { menuFor } = await import("./shell/own-menu.ts");

const everything = ["manage-domains", "manage-webhooks", "see-people", "see-activity"];

const portal = "https://portal.example.jp";

const all = (items: readonly MenuItem[]): MenuItem[] =>
  items.flatMap((item) => [item, ...all(item.subMenus)]);

test("what the portal is told is a menu that it takes, whatever a person may do", () => {
  for (const acts of [everything, []]) expect(isGuestMenu(toldMenu(acts, 1e9))).toBe(true);
});

test("the portal is told which pages a person has no right to", () => {
  const closed = toldMenu(["manage-domains"], 0).filter(({ right }) => !right);
  expect(closed.map(({ path }) => path).sort()).toEqual(
    [pagePaths.settings, pagePaths.activity, pagePaths.userManagement].sort(),
  );
});

test("the portal's bell has the unread alerts", () => {
  const [bell] = toldMenu([], 3).filter(({ parent }) => parent === "bell");
  expect(bell).toMatchObject({ path: pagePaths.alerts, count: 3, label: menuNames.alerts.name });
});

test.each([
  [pagePaths.inventoryDomain, pagePaths.inventoryDomain],
  [pagePaths.group, pagePaths.groupList],
  [pagePaths.inventory, pagePaths.inventory],
  [pagePaths.subdomainSearch, pagePaths.subdomainSearch],
  [pagePaths.overview, pagePaths.overview],
])("on its own, %s marks the entry of %s", (shown, entry) => {
  const items = menuFor(everything, portal);
  const marked = all(items).find(({ key }) => key === selectedKey(items, shown));
  expect(marked?.path).toBe(entry);
});

test("on its own, each page has its entry, as far as a person may open it", () => {
  const shown = (acts: readonly string[]) => all(menuFor(acts, portal)).map(({ path }) => path);
  const pages = (Object.keys(menuNames) as (keyof typeof menuNames)[]).map(
    (page) => pagePaths[page],
  );
  for (const page of pages) expect(shown(everything)).toContain(page);
  expect(pages.filter((page) => !shown(["manage-domains"]).includes(page)).sort()).toEqual(
    [pagePaths.settings, pagePaths.activity, pagePaths.userManagement].sort(),
  );
  expect(shown([])).toContain(`${portal}/setting/security`);
});
