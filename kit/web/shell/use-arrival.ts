import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { useEffect, useRef } from "react";
import { useLocation, usePageHandle } from "../routing/navigation.ts";
import { useShownHeading } from "../window-title/window-title.ts";

/** Where the reading begins: the page's one field if it is about that, else its heading. */
function focusStart(): void {
  // Whoever works in the embedded application stays there when the address follows it.
  if (document.activeElement instanceof HTMLIFrameElement) return;
  const field = document.querySelector<HTMLElement>("main [data-page-field]");
  if (field) {
    field.focus();
    return;
  }
  const heading = document.querySelector<HTMLElement>("main h1") ?? document.querySelector("main");
  if (!heading) return;
  if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * After each navigation: the window's title and description, the top of the page, and the focus on
 * its heading, so that a screen reader begins where the eye does. The first page keeps the browser's own focus.
 */
export function useArrival(
  name: string,
  standard: MessageDescriptor | undefined,
  clearToasts: () => void,
): void {
  const { i18n } = useLingui();
  const { pathname } = useLocation();
  const handle = usePageHandle();
  const shown = useRef<string>(undefined);
  const heading = useShownHeading() ?? (handle && i18n._(handle.title));
  const title = heading ? `${heading} | ${name}` : name;
  const own = handle?.description;
  // A page's own comes with its sentences; one that could not be fetched has the app's.
  const described = own?.id !== undefined && own.id in i18n.messages ? own : standard;
  const description = described && i18n._(described);

  useEffect(() => {
    document.title = title;
  }, [title]);

  useEffect(() => {
    if (description === undefined) return;
    document.querySelector("meta[name=description]")?.setAttribute("content", description);
  }, [description]);

  useEffect(() => {
    const first = shown.current === undefined;
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (first) return;
    clearToasts();
    window.scrollTo(0, 0);
    focusStart();
  }, [pathname, clearToasts]);
}

/**
 * The same between the steps of one page, whose path stays as it is.
 *
 * @param step what tells one step from the next; undefined while it is not known.
 */
export function useStepArrival(step: string | undefined): void {
  const shown = useRef(step);

  useEffect(() => {
    const former = shown.current;
    if (step === undefined || former === step) return;
    shown.current = step;
    if (former === undefined) return;
    window.scrollTo(0, 0);
    focusStart();
  }, [step]);
}
