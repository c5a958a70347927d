import { msg } from "@lingui/core/macro";
import { type MenuPage, menuNames } from "@sekimori/karte-contract/menu-names";
import { type PageName, pagePaths } from "@sekimori/karte-contract/page-routes";
import type { Act } from "@sekimori/karte-contract/rights";
import { type GuestMenuEntry, guestMenuMost } from "@sekimori/kit-embed/guest-menu";
import { growMenu, type MenuEntry, type MenuItem } from "@sekimori/kit-web/frame/menu";

/** Pages that only some may open; the others are everybody's. */
const actOf: Readonly<Partial<Record<PageName, Act>>> = {
  siteBulkRegistration: "manage-domains",
  importLog: "manage-domains",
  settings: "manage-webhooks",
  userManagement: "see-people",
  activity: "see-activity",
};

const isOpen = (page: PageName, acts: readonly string[]): boolean => {
  const act = actOf[page];
  return act === undefined || acts.includes(act);
};

interface Group {
  readonly label: MenuEntry["label"];
  readonly pages: readonly MenuPage[];
}

const groups: readonly Group[] = [
  {
    label: msg`Scan`,
    pages: ["overview", "inventoryResult", "reportRequest", "inventory", "subdomainSearch"],
  },
  {
    label: msg`Domain management`,
    pages: ["siteList", "siteBulkRegistration", "importLog", "groupList"],
  },
  {
    label: msg`Management`,
    pages: ["userManagement", "settings", "activity", "myContract", "workspace", "contactUs"],
  },
];

/** Pages that are shown under another's entry. */
const covers: Readonly<Partial<Record<MenuPage, readonly string[]>>> = {
  siteList: [pagePaths.inventoryDomain],
  groupList: [pagePaths.group],
};

/** The side menu where karte stands on its own; in the frame the portal has one (specification 2). */
export function menuFor(acts: readonly string[]): readonly MenuItem[] {
  return growMenu(
    groups.map(({ label, pages }) => ({
      label,
      subMenus: [
        ...pages
          .filter((page) => isOpen(page, acts))
          .map((page) => ({
            label: menuNames[page].name,
            path: pagePaths[page],
            covers: covers[page] ?? [],
          })),
        // The portal's page is where a member leaves; what that closes here stands beside the way.
        ...(pages.includes("myContract")
          ? [
              {
                label: msg({ message: "Withdraw", context: "leave the service" }),
                path: `${pagePaths.myContract}#leave`,
              },
            ]
          : []),
      ],
    })),
  );
}

/**
 * What the portal is told of our pages, for its own menu and bell.
 *
 * @param unread alerts that were not read.
 */
export function toldMenu(acts: readonly string[], unread: number): readonly GuestMenuEntry[] {
  const entries = (Object.keys(menuNames) as MenuPage[]).map((page) => ({
    label: menuNames[page].name,
    path: pagePaths[page],
    parent: menuNames[page].parent,
    right: isOpen(page, acts),
    count: 0,
  }));
  const alerts = {
    label: menuNames.alerts.name,
    path: pagePaths.alerts,
    parent: "bell",
    right: true,
    count: Math.min(unread, guestMenuMost.count),
  };
  return [...entries, alerts];
}
