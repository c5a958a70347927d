import { useLingui } from "@lingui/react";
import { useEffect, useRef } from "react";
import { useLocation, usePageHandle } from "../routing/navigation.ts";

/** Where the reading begins: the page's heading, else its main part. */
function focusHeading(): void {
  // Whoever works in the embedded application stays there when the address follows it.
  if (document.activeElement instanceof HTMLIFrameElement) return;
  const heading = document.querySelector<HTMLElement>("main h1") ?? document.querySelector("main");
  if (!heading) return;
  if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * After each navigation: the title, the top of the page, and the focus on its heading, so that a
 * screen reader begins where the eye does. The first page keeps the browser's own focus.
 */
export function useArrival(): void {
  const { i18n } = useLingui();
  const { pathname } = useLocation();
  const handle = usePageHandle();
  const shown = useRef<string>(undefined);
  const title = handle ? `${i18n._(handle.title)} | Sekimori` : "Sekimori";

  useEffect(() => {
    document.title = title;
  }, [title]);

  useEffect(() => {
    const first = shown.current === undefined;
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (first) return;
    window.scrollTo(0, 0);
    focusHeading();
  }, [pathname]);
}
