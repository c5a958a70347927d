import { msg } from "@lingui/core/macro";
import { growMenu, type MenuEntry, type MenuItem } from "@sekimori/kit-web/frame/menu";
import {
  ContractIcon,
  GlobeIcon,
  HistoryIcon,
  LayersIcon,
  PeopleIcon,
  PersonIcon,
  ReportIcon,
} from "@sekimori/kit-web/icons";
import { kartePage, kartePaths, pagePaths } from "@sekimori/portal-contract/page-routes";

const groups: readonly MenuEntry[] = [
  {
    label: msg`Diagnosis`,
    subMenus: [
      {
        label: msg`Domain management`,
        image: GlobeIcon,
        subMenus: [
          { label: msg`Group list`, path: kartePage(kartePaths.groupList) },
          { label: msg`Domain list`, path: kartePage(kartePaths.siteList) },
          {
            label: msg`Bulk domain registration`,
            path: kartePage(kartePaths.siteBulkRegistration),
          },
        ],
      },
      {
        label: msg`Inventory management`,
        image: LayersIcon,
        subMenus: [
          { label: msg`Inventory domain`, path: kartePage(kartePaths.inventoryDomain) },
          { label: msg`Inventory result`, path: kartePage(kartePaths.inventoryResult) },
        ],
      },
    ],
  },
  {
    label: msg`Management`,
    subMenus: [
      { label: msg`Report request`, image: ReportIcon, path: kartePage(kartePaths.reportRequest) },
      {
        label: msg`User management`,
        image: PeopleIcon,
        path: kartePage(kartePaths.userManagement),
      },
      { label: msg`Import log`, image: HistoryIcon, path: kartePage(kartePaths.importLog) },
      {
        label: msg`My Page`,
        image: PersonIcon,
        subMenus: [{ label: msg`Account setting`, path: pagePaths.security }],
      },
      { label: msg`My contract`, image: ContractIcon, path: kartePage(kartePaths.myContract) },
    ],
  },
];

/**
 * The side menu.
 *
 * @param applicationAvailable whether the embedded application exists in this installation; its
 *   entries are left out otherwise.
 */
export function menu(applicationAvailable: boolean): readonly MenuItem[] {
  return growMenu(applicationAvailable ? groups : withoutApplication(groups));
}

function withoutApplication(entries: readonly MenuEntry[]): readonly MenuEntry[] {
  return entries.flatMap((entry) => {
    if (entry.path?.startsWith(pagePaths.karte)) return [];
    const subMenus = withoutApplication(entry.subMenus ?? []);
    return entry.path === undefined && subMenus.length === 0 ? [] : [{ ...entry, subMenus }];
  });
}
