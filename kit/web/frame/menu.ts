import type { I18n, MessageDescriptor } from "@lingui/core";
import type { Localized } from "@sekimori/kit-contract/locale";
import type { ComponentType } from "react";

/** A sentence of the catalogues, or words that came with both languages. */
export type MenuLabel = MessageDescriptor | Localized;

/** A label in the language that is shown. */
export const labelText = (label: MenuLabel, i18n: I18n): string =>
  "ja" in label ? label[i18n.locale === "en" ? "en" : "ja"] : i18n._(label);

/** An item of a side menu as an app declares it; keys and levels follow from its place. */
export interface MenuEntry {
  readonly label: MenuLabel;
  /**
   * The page it leads to; an item without one is the heading of what is below it. One that ends with
   * a slash is that page alone, and none of the pages beneath it.
   */
  readonly path?: string;
  /** Pages without an entry of their own at which this one is marked. */
  readonly covers?: readonly string[];
  /** Numbered after the others at its place, wherever it is shown among them. */
  readonly isFurther?: boolean;
  readonly image?: ComponentType;
  readonly subMenus?: readonly MenuEntry[];
}

/** An item of the side menu (specification 2, Side menu). */
export interface MenuItem {
  readonly key: string;
  readonly label: MenuLabel;
  readonly path: string | undefined;
  readonly covers: readonly string[];
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
    const numbered = [...below].sort(
      (one, other) => Number(one.isFurther ?? false) - Number(other.isFurther ?? false),
    );
    return below.map((entry) => {
      const { label, path, covers = [], image, subMenus = [] } = entry;
      const number = numbered.indexOf(entry) + 1;
      const key = parent ? `${parent.key}-${number}` : String(number);
      const item: MenuItem = {
        key,
        label,
        path,
        covers,
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

/** Whether a page is an entry's, or stands beneath it. */
function isWithin(pathname: string, path: string): boolean {
  if (path.endsWith("/")) return pathname === path || `${pathname}/` === path;
  return pathname === path || pathname.startsWith(`${path}/`);
}

/**
 * The key of the item whose page is shown: of several that contain it, the closest; of two as close,
 * the one that leads there.
 */
export function selectedKey(items: readonly MenuItem[], pathname: string): string | undefined {
  const all = (list: readonly MenuItem[]): MenuItem[] =>
    list.flatMap((item) => [item, ...all(item.subMenus)]);
  const own = ({ key, path }: MenuItem) => (path === undefined ? [] : [{ key, path }]);
  const covered = ({ key, covers }: MenuItem) => covers.map((path) => ({ key, path }));
  const every = all(items);
  return [...every.flatMap(own), ...every.flatMap(covered)]
    .filter(({ path }) => isWithin(pathname, path))
    .sort((one, other) => other.path.length - one.path.length)[0]?.key;
}
