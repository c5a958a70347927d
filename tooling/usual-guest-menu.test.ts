import { type MenuPage, menuNames } from "@sekimori/karte-contract/menu-names";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { kartePaths } from "@sekimori/portal-contract/page-routes";
import { expect, test } from "vitest";
import { usualGuestMenu } from "../portal/web/app/private/usual-guest-menu.ts";

// The portal shows what the management application adds to its menu before that has told it: the
// same entries, in the same order, or the menu would change after the first visit.

test("the portal's usual entries are those that the application tells", () => {
  const own = new Set<string>([
    "/",
    ...Object.values(kartePaths).filter((path) => path !== kartePaths.inventory),
  ]);
  const told = (Object.keys(menuNames) as MenuPage[])
    .filter((page) => !own.has(pagePaths[page]))
    .map((page) => ({
      label: menuNames[page].name,
      path: pagePaths[page],
      parent: menuNames[page].parent,
      right: true,
      count: 0,
    }));
  const label = menuNames.alerts.name;
  const bell = { label, path: pagePaths.alerts, parent: "bell", right: true, count: 0 };
  const byPlace = (entries: readonly { readonly parent: string }[]) =>
    Object.groupBy(entries, ({ parent }) => parent);
  expect(byPlace(usualGuestMenu)).toEqual(byPlace([...told, bell]));
});
