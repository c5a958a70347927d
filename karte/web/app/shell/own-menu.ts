import { msg } from "@lingui/core/macro";
import { portalPaths } from "@sekimori/karte-contract/constants";
import { type MenuPage, menuNames } from "@sekimori/karte-contract/menu-names";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { growMenu, type MenuEntry, type MenuItem } from "@sekimori/kit-web/frame/menu";
import {
  BuildingIcon,
  ContractIcon,
  GlobeIcon,
  HistoryIcon,
  InboxIcon,
  LayersIcon,
  ListIcon,
  MailIcon,
  PeopleIcon,
  PersonIcon,
  ReportIcon,
  SettingsIcon,
  ShieldIcon,
} from "@sekimori/kit-web/icons";
import { isOpen } from "../menu.ts";

const entry = (page: MenuPage, more: Omit<MenuEntry, "label" | "path"> = {}): MenuEntry => ({
  label: menuNames[page].name,
  path: pagePaths[page],
  ...more,
});

/** The portal's groups in the portal's order, so that a page stands in one place in both. */
const groups = (portalOrigin: string | undefined): readonly MenuEntry[] => [
  {
    label: msg`Diagnosis`,
    subMenus: [
      entry("overview", { image: ShieldIcon }),
      {
        label: msg`Domain management`,
        image: GlobeIcon,
        subMenus: [
          entry("groupList", { covers: [pagePaths.group] }),
          entry("siteList"),
          entry("siteBulkRegistration"),
        ],
      },
      {
        label: msg`Inventory management`,
        image: LayersIcon,
        subMenus: [
          entry("inventoryDomain"),
          entry("inventoryResult"),
          entry("inventory"),
          entry("subdomainSearch"),
        ],
      },
      entry("alerts", { image: InboxIcon }),
    ],
  },
  {
    label: msg`Management`,
    subMenus: [
      entry("reportRequest", { image: ReportIcon }),
      entry("userManagement", { image: PeopleIcon }),
      entry("importLog", { image: HistoryIcon }),
      ...(portalOrigin === undefined ? [] : [myPage(portalOrigin)]),
      entry("myContract", { image: ContractIcon }),
      entry("contactUs", { image: MailIcon }),
      entry("settings", { image: SettingsIcon }),
      entry("activity", { image: ListIcon }),
      entry("workspace", { image: BuildingIcon }),
    ],
  },
];

/** The portal's own pages: who stands here has no other way to them. */
const myPage = (portalOrigin: string): MenuEntry => ({
  label: msg`My Page`,
  image: PersonIcon,
  subMenus: [
    { label: msg`Account setting`, path: `${portalOrigin}${portalPaths.account}` },
    {
      label: msg({ message: "Withdraw", context: "leave the service" }),
      // What that closes here stands beside the way.
      path: `${pagePaths.myContract}#leave`,
    },
  ],
});

/** What a person may not open is left out. */
const openTo = (acts: readonly string[], entries: readonly MenuEntry[]): readonly MenuEntry[] =>
  entries
    .filter(({ path }) => {
      const page = (Object.keys(menuNames) as MenuPage[]).find((name) => pagePaths[name] === path);
      return page === undefined || isOpen(page, acts);
    })
    .map((one) => (one.subMenus ? { ...one, subMenus: openTo(acts, one.subMenus) } : one));

/**
 * The side menu where karte stands on its own; in the frame the portal has one (specification 2).
 *
 * @param portalOrigin where My Page is; undefined until that is known
 */
export const menuFor = (
  acts: readonly string[],
  portalOrigin: string | undefined,
): readonly MenuItem[] => growMenu(openTo(acts, groups(portalOrigin)));
