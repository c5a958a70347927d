import { msg } from "@lingui/core/macro";
import { type PageName, pagePaths } from "@sekimori/karte-contract/page-routes";
import type { Act } from "@sekimori/karte-contract/rights";
import { growMenu, type MenuEntry, type MenuItem } from "@sekimori/kit-web/frame/menu";

/** Pages that only some may open; the others are everybody's. */
const actOf: Readonly<Partial<Record<PageName, Act>>> = {
  siteBulkRegistration: "manage-domains",
  importLog: "manage-domains",
  settings: "manage-webhooks",
  userManagement: "see-people",
  activity: "see-activity",
};

const needs = new Map(
  Object.entries(actOf).map(([page, act]) => [pagePaths[page as PageName] as string, act]),
);

const entries: readonly MenuEntry[] = [
  {
    label: msg`Scan`,
    subMenus: [
      { label: msg`Overview`, path: pagePaths.overview },
      { label: msg`Findings`, path: pagePaths.inventoryResult },
      { label: msg`Report request`, path: pagePaths.reportRequest },
      { label: msg`Assets`, path: pagePaths.inventory },
    ],
  },
  {
    label: msg`Domain management`,
    subMenus: [
      { label: msg`Domain list`, path: pagePaths.siteList },
      { label: msg`Bulk domain registration`, path: pagePaths.siteBulkRegistration },
      { label: msg`Import log`, path: pagePaths.importLog },
      { label: msg`Group list`, path: pagePaths.groupList },
    ],
  },
  {
    label: msg`Management`,
    subMenus: [
      { label: msg`User management`, path: pagePaths.userManagement },
      { label: msg`Settings`, path: pagePaths.settings },
      { label: msg`Activity log`, path: pagePaths.activity },
      { label: msg`My contract`, path: pagePaths.myContract },
      { label: msg`Workspace`, path: pagePaths.workspace },
      { label: msg`Contact`, path: pagePaths.contactUs },
    ],
  },
];

/** The side menu where karte stands on its own; in the frame the portal has one (specification 2). */
export function menuFor(acts: readonly string[]): readonly MenuItem[] {
  const isAllowed = ({ path }: MenuEntry) => {
    const act = path === undefined ? undefined : needs.get(path);
    return act === undefined || acts.includes(act);
  };
  return growMenu(
    entries.map(({ subMenus = [], ...entry }) => ({
      ...entry,
      subMenus: subMenus.filter(isAllowed),
    })),
  );
}
