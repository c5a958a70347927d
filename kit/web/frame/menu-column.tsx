import type { ReactNode } from "react";
import type { MenuItem } from "./menu.ts";
import { SideMenu } from "./side-menu.tsx";

interface MenuColumnProps {
  readonly items: readonly MenuItem[];
  /** Below the menu. */
  readonly children?: ReactNode;
}

/**
 * The side menu of wide screens, beside the page. What is longer than the window scrolls by itself,
 * and fades at the lower edge while there is more.
 */
export function MenuColumn({ items, children }: MenuColumnProps) {
  return (
    <div className="hidden w-72 shrink-0 border-r border-border bg-surface lg:block">
      <div className="sticky top-16 max-h-[calc(100dvh-4rem)] overflow-y-auto">
        <SideMenu items={items} />
        {children}
        {/* Over the space below the last entry, once that is reached. */}
        <div
          aria-hidden="true"
          // No utilities: every page, the login included, would carry them in its styles.
          style={{
            position: "sticky",
            bottom: 0,
            height: "3rem",
            marginTop: "-0.75rem",
            pointerEvents: "none",
            backgroundImage: "linear-gradient(to top, var(--surface), transparent)",
          }}
        />
      </div>
    </div>
  );
}
