import { msg } from "@lingui/core/macro";
import type { GuestMenuEntry } from "@sekimori/kit-embed/guest-menu";
import { growMenu, type MenuEntry, type MenuItem } from "@sekimori/kit-web/frame/menu";
import {
  BuildingIcon,
  ChevronRightIcon,
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
import { kartePage, kartePaths, pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";

/** My Page, with the dialog open in which a member leaves the service. */
export const withdrawing = { tab: "contract", dialog: "withdraw" } as const;

const groups: readonly MenuEntry[] = [
  {
    label: msg`Diagnosis`,
    subMenus: [
      // Any application has a first page; the specification names none, so it is numbered last.
      { label: msg`Overview`, image: ShieldIcon, path: kartePage("/"), isFurther: true },
      {
        label: msg`Domain management`,
        image: GlobeIcon,
        subMenus: [
          {
            label: msg`Group list`,
            path: kartePage(kartePaths.groupList),
            covers: [kartePage(kartePaths.group)],
          },
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
          {
            label: msg`Inventory domain`,
            path: kartePage(kartePaths.inventoryDomain),
            // Unless the application has an entry for it.
            covers: [kartePage(kartePaths.inventory)],
          },
          {
            label: msg`Inventory result (findings)`,
            path: kartePage(kartePaths.inventoryResult),
          },
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
        subMenus: [
          {
            label: msg`Account setting`,
            path: pagePaths.security,
            covers: [pagePaths.organisation],
          },
          {
            label: msg({ message: "Withdraw", context: "leave the service" }),
            path: pageUrl("security", withdrawing),
          },
        ],
      },
      { label: msg`My contract`, image: ContractIcon, path: kartePage(kartePaths.myContract) },
      {
        label: msg`Contact`,
        image: MailIcon,
        path: kartePage(kartePaths.contactUs),
        isFurther: true,
      },
    ],
  },
];

/** An application tells words alone; beside entries with pictures its own get one like them. */
const furtherImages: Readonly<Record<string, MenuEntry["image"]>> = {
  "/alerts": InboxIcon,
  "/settings": SettingsIcon,
  "/activity": ListIcon,
  "/workspace": BuildingIcon,
};

/**
 * The side menu: the specification's entries, whose keys stay, and below them what the application
 * adds.
 *
 * @param applicationAvailable whether the embedded application exists in this installation; its
 *   entries are left out otherwise.
 * @param told what the application tells of its pages (docs/integrate/frame-protocol.md).
 */
export function menu(
  applicationAvailable: boolean,
  told: readonly GuestMenuEntry[] = [],
): readonly MenuItem[] {
  if (!applicationAvailable) return growMenu(withoutApplication(groups));
  const closed = new Set(told.flatMap(({ right, path }) => (right ? [] : [kartePage(path)])));
  const grown = growMenu(groups, (path) => closed.has(path));
  return withFurther(grown, told, pathsIn(grown));
}

/** What the application has for the portal's bell: its page, and how much is new there. */
export const newsOf = (told: readonly GuestMenuEntry[]): readonly GuestMenuEntry[] =>
  told.filter(({ parent, right }) => parent === "bell" && right);

function pathsIn(items: readonly MenuItem[]): ReadonlySet<string> {
  return new Set(items.flatMap(({ path, subMenus }) => [path ?? "", ...pathsIn(subMenus)]));
}

/** An entry of the application goes where it says, under a heading, unless it is there already. */
function withFurther(
  items: readonly MenuItem[],
  told: readonly GuestMenuEntry[],
  known: ReadonlySet<string>,
): readonly MenuItem[] {
  return items.map((item) => {
    if (item.path !== undefined) return item;
    const further = told.filter(
      ({ parent, path, right }) => parent === item.key && right && !known.has(kartePage(path)),
    );
    const added = further.map(
      ({ label, path }, index): MenuItem => ({
        key: `${item.key}-${item.subMenus.length + index + 1}`,
        label,
        path: kartePage(path),
        covers: [],
        image: item.level === 0 ? (furtherImages[path] ?? ChevronRightIcon) : undefined,
        level: item.level + 1,
        disabled: false,
        parentKey: item.key,
        rootKey: item.rootKey,
        subMenus: [],
      }),
    );
    return { ...item, subMenus: [...withFurther(item.subMenus, told, known), ...added] };
  });
}

function withoutApplication(entries: readonly MenuEntry[]): readonly MenuEntry[] {
  return entries.flatMap((entry) => {
    if (entry.path?.startsWith(pagePaths.karte)) return [];
    const subMenus = withoutApplication(entry.subMenus ?? []);
    return entry.path === undefined && subMenus.length === 0 ? [] : [{ ...entry, subMenus }];
  });
}
