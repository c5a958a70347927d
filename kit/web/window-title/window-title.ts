import { type ReactNode, useEffect, useSyncExternalStore } from "react";

// The window is titled as the page is headed. A page's heading may say more than its route knows:
// a domain's name, that a payment failed.
let heading: string | undefined;
const listeners = new Set<() => void>();

function change(next: string | undefined): void {
  heading = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Gives the window the title of a page's first heading for as long as that is shown. */
export function useWindowTitle(title: ReactNode): void {
  useEffect(() => {
    if (typeof title !== "string") return;
    change(title);
    return () => {
      if (heading === title) change(undefined);
    };
  }, [title]);
}

/** The heading that is shown, if its page has said so. */
export const useShownHeading = (): string | undefined =>
  useSyncExternalStore(subscribe, () => heading);
