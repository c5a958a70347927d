import { type MenuPage, menuNames } from "@sekimori/karte-contract/menu-names";
import { type PageName, pagePaths } from "@sekimori/karte-contract/page-routes";
import type { Act } from "@sekimori/karte-contract/rights";
import { type GuestMenuEntry, guestMenuMost } from "@sekimori/kit-embed/guest-menu";

/** Pages that only some may open; the others are everybody's. */
const actOf: Readonly<Partial<Record<PageName, Act>>> = {
  siteBulkRegistration: "manage-domains",
  importLog: "manage-domains",
  settings: "manage-webhooks",
  userManagement: "see-people",
  activity: "see-activity",
};

/** Whether somebody with these rights may open a page. */
export const isOpen = (page: PageName, acts: readonly string[]): boolean => {
  const act = actOf[page];
  return act === undefined || acts.includes(act);
};

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
