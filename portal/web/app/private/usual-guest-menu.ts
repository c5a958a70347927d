import { type GuestMenuEntry, isGuestMenu } from "@sekimori/kit-embed/guest-menu";

const further = (path: string, ja: string, en: string, parent: string): GuestMenuEntry => ({
  label: { ja, en },
  path,
  parent,
  right: true,
  count: 0,
});

/**
 * What the management application adds to the menu of most members, until it has told its pages
 * itself: the menu is the same before the first visit to it and after
 * (`tooling/usual-guest-menu.test.ts` compares the two).
 */
export const usualGuestMenu: readonly GuestMenuEntry[] = [
  further("/inventory", "資産", "Assets", "1-2"),
  further("/inventory/subdomains", "サブドメイン検索", "Subdomain search", "1-2"),
  further("/alerts", "通知", "Alerts", "1"),
  further("/settings", "設定", "Settings", "2"),
  further("/activity", "操作履歴", "Activity log", "2"),
  further("/workspace", "ワークスペース", "Workspace", "2"),
  further("/alerts", "通知", "Alerts", "bell"),
];

/** The menu that a browser kept, where it is one: anything may stand in its storage. */
export const keptOrUsual = (kept: unknown): readonly GuestMenuEntry[] =>
  isGuestMenu(kept) ? kept : usualGuestMenu;
