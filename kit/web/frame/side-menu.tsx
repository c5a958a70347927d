import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { useLocation } from "../routing/navigation.ts";
import { labelText, type MenuItem, selectedKey } from "./menu.ts";
import { MenuLink } from "./menu-link.tsx";

/** The side menu's groups and items; the shown page's item is marked (specification 2). */
export function SideMenu({ items }: { items: readonly MenuItem[] }) {
  const { t, i18n } = useLingui();
  const { pathname } = useLocation();
  // The drawer of narrow screens shows the same menu a second time.
  const prefix = useId();
  const selected = selectedKey(items, pathname);
  return (
    <nav aria-label={t`Main menu`} className="grid gap-6 p-3 text-[0.9375rem]">
      {items.map((group) => (
        <section key={group.key} aria-labelledby={`${prefix}${group.key}`}>
          <h2 id={`${prefix}${group.key}`} className="px-3 pb-1 text-[0.8125rem] text-muted">
            {labelText(group.label, i18n)}
          </h2>
          <MenuList items={group.subMenus} selected={selected} />
        </section>
      ))}
    </nav>
  );
}

function MenuList({
  items,
  selected,
}: {
  items: readonly MenuItem[];
  selected: string | undefined;
}) {
  const { i18n } = useLingui();
  return (
    <ul>
      {items.map((item) => (
        <li key={item.key} data-menu-key={item.key}>
          {item.path === undefined ? (
            <p className="flex min-h-10 items-center gap-3 px-3 font-700 lg:min-h-9">
              {item.image && <item.image />}
              {labelText(item.label, i18n)}
            </p>
          ) : (
            <MenuLink item={item} path={item.path} current={item.key === selected} />
          )}
          {item.subMenus.length > 0 && <MenuList items={item.subMenus} selected={selected} />}
        </li>
      ))}
    </ul>
  );
}
