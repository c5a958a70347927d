import type { MessageDescriptor } from "@lingui/core";
import type { ComponentType } from "react";

/** An item of a side menu as an app declares it; keys and levels follow from its place. */
export interface MenuEntry {
  readonly label: MessageDescriptor;
  /** The page it leads to; an item without one is the heading of what is below it. */
  readonly path?: string;
  readonly image?: ComponentType;
  readonly subMenus?: readonly MenuEntry[];
}

/** An item of the side menu (specification 2, Side menu). */
export interface MenuItem {
  readonly key: string;
  readonly label: MessageDescriptor;
  readonly path: string | undefined;
  readonly image: ComponentType | undefined;
  readonly level: number;
  /** Its page is not there in this installation, or not for this person. */
  readonly disabled: boolean;
  readonly parentKey: string | undefined;
  readonly rootKey: string;
  readonly subMenus: readonly MenuItem[];
}

/**
 * Gives a menu's entries their keys: "1", "1-1", "1-1-2".
 *
 * @param isDisabled whether a page cannot be gone to.
 */
export function growMenu(
  entries: readonly MenuEntry[],
  isDisabled: (path: string) => boolean = () => false,
): readonly MenuItem[] {
  function grow(below: readonly MenuEntry[], parent?: MenuItem): readonly MenuItem[] {
    return below.map(({ label, path, image, subMenus = [] }, index) => {
      const key = parent ? `${parent.key}-${index + 1}` : String(index + 1);
      const item: MenuItem = {
        key,
        label,
        path,
        image,
        level: parent ? parent.level + 1 : 0,
        disabled: path !== undefined && isDisabled(path),
        parentKey: parent?.key,
        rootKey: parent?.rootKey ?? key,
        subMenus: [],
      };
      return { ...item, subMenus: grow(subMenus, item) };
    });
  }
  return grow(entries);
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
