import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { kartePage, kartePaths, pagePaths } from "@sekimori/portal-contract/page-routes";

/** Names of the pictures beside first-level items. */
export type MenuImage =
  | "domains"
  | "inventory"
  | "report"
  | "users"
  | "log"
  | "person"
  | "contract";

/** An item as it is declared: where it stands in the tree gives the rest (SPEC 2). */
interface Declared {
  readonly label: MessageDescriptor;
  readonly path?: string;
  readonly image?: MenuImage;
  readonly subMenus?: readonly Declared[];
}

/** An item of the side menu with SPEC 2's fields. */
export interface MenuItem {
  /** "1-2": the second item of the first group. */
  readonly key: string;
  readonly label: MessageDescriptor;
  /** Absent where an item only holds others. */
  readonly path: string | undefined;
  readonly image: MenuImage | undefined;
  /** 0 for the groups themselves. */
  readonly level: number;
  readonly disabled: boolean;
  readonly parentKey: string | undefined;
  readonly rootKey: string;
  readonly subMenus: readonly MenuItem[];
}

const groups: readonly Declared[] = [
  {
    label: msg`Diagnosis`,
    subMenus: [
      {
        label: msg`Domain management`,
        image: "domains",
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
        image: "inventory",
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
      { label: msg`Report request`, image: "report", path: kartePage(kartePaths.reportRequest) },
      { label: msg`User management`, image: "users", path: kartePage(kartePaths.userManagement) },
      { label: msg`Import log`, image: "log", path: kartePage(kartePaths.importLog) },
      {
        label: msg`My page`,
        image: "person",
        subMenus: [{ label: msg`Account setting`, path: pagePaths.security }],
      },
      { label: msg`My contract`, image: "contract", path: kartePage(kartePaths.myContract) },
    ],
  },
];

/**
 * The side menu.
 *
 * @param applicationAvailable whether the embedded application exists in this installation; its
 *   items are disabled otherwise.
 */
export function menu(applicationAvailable: boolean): readonly MenuItem[] {
  function grow(items: readonly Declared[], parent?: MenuItem): readonly MenuItem[] {
    return items.map(({ label, path, image, subMenus = [] }, index) => {
      const key = parent ? `${parent.key}-${index + 1}` : String(index + 1);
      const item: MenuItem = {
        key,
        label,
        path,
        image,
        level: parent ? parent.level + 1 : 0,
        disabled: !applicationAvailable && (path?.startsWith(pagePaths.karte) ?? false),
        parentKey: parent?.key,
        rootKey: parent?.rootKey ?? key,
        subMenus: [],
      };
      return { ...item, subMenus: grow(subMenus, item) };
    });
  }
  return grow(groups);
}

/** The key of the item whose page is shown: of several that contain it, the closest. */
export function selectedKey(items: readonly MenuItem[], pathname: string): string | undefined {
  const all = (list: readonly MenuItem[]): MenuItem[] =>
    list.flatMap((item) => [item, ...all(item.subMenus)]);
  const within = ({ path }: MenuItem) =>
    path !== undefined && (pathname === path || pathname.startsWith(`${path}/`));
  return all(items)
    .filter(within)
    .sort((one, other) => (other.path?.length ?? 0) - (one.path?.length ?? 0))[0]?.key;
}
