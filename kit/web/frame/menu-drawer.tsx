import { useLingui } from "@lingui/react/macro";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { CloseIcon } from "../icons/first-icons.tsx";
import { MenuIcon } from "../icons/icons.tsx";
import { IconButton } from "../primitives/icon-button.tsx";
import { useLocation } from "../routing/navigation.ts";
import type { MenuItem } from "./menu.ts";
import { SideMenu } from "./side-menu.tsx";

interface MenuDrawerProps {
  readonly items: readonly MenuItem[];
  /** Below the menu. */
  readonly children?: ReactNode;
}

/** The side menu of narrow screens: a drawer from the left, closed by what is chosen in it. */
export function MenuDrawer({ items, children }: MenuDrawerProps) {
  const { t } = useLingui();
  const place = useLocation();
  const drawer = useRef<HTMLDialogElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation closes it
  useEffect(() => drawer.current?.close(), [place]);

  function pressGround(event: MouseEvent<HTMLDialogElement>) {
    if (event.target === event.currentTarget) event.currentTarget.close();
  }

  return (
    <div className="lg:hidden">
      <IconButton
        label={t`Open the menu`}
        icon={<MenuIcon />}
        onClick={() => drawer.current?.showModal()}
      />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself */}
      <dialog
        ref={drawer}
        aria-label={t`Main menu`}
        onClick={pressGround}
        className="m-0 h-dvh max-h-none border-r border-border bg-surface text-text backdrop:bg-overlay"
        style={{ width: "19rem", maxWidth: "88vw" }}
      >
        <div className="flex justify-end p-2">
          <IconButton
            label={t`Close the menu`}
            icon={<CloseIcon />}
            onClick={() => drawer.current?.close()}
          />
        </div>
        <SideMenu items={items} />
        {children}
      </dialog>
    </div>
  );
}
