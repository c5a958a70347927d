import { hrefOf, type Place, placeOf } from "./place.ts";

/** A step along the browser's history that the router did not take itself. */
export interface HistoryStep {
  readonly back: boolean;
  /** The browser has animated it, as some do for a swipe. */
  readonly animated: boolean;
}

/** The entries of this tab's history that belong to the app. */
export interface HistoryEntries {
  present(): Place;
  /** An address as written in a link, seen from the present page. */
  resolve(to: string, state?: unknown): Place;
  write(place: Place, how: "push" | "replace"): void;
  onStep(listener: (step: HistoryStep) => void): void;
}

interface Entry {
  /** Counts this visit's entries, so that back can be told from forward. */
  readonly index?: number;
  readonly state?: unknown;
}

export function historyEntries(browser: Window): HistoryEntries {
  const { history, location } = browser;
  const entry = (): Entry => history.state ?? {};

  /** Others keep things of theirs in the same object, see decision 9. */
  function number(index: number): number {
    history.replaceState({ ...entry(), index }, "");
    return index;
  }

  let position = entry().index ?? number(0);

  return {
    present: () => placeOf(location, entry().state),
    resolve(to, state) {
      const url = new URL(to, location.href);
      if (url.origin !== location.origin) throw new Error(`not a page of this app: ${to}`);
      return placeOf(url, state);
    },
    write(place, how) {
      if (how === "push") position += 1;
      const written: Entry = { index: position, state: place.state };
      // With its origin: a path may begin with two slashes.
      const url = location.origin + hrefOf(place);
      if (how === "push") history.pushState(written, "", url);
      else history.replaceState(written, "", url);
    },
    onStep(listener) {
      browser.addEventListener("popstate", ({ hasUAVisualTransition }) => {
        // A link within the page has made an entry of its own, after this one.
        const index = entry().index ?? number(position + 1);
        const back = index < position;
        position = index;
        listener({ back, animated: hasUAVisualTransition });
      });
    },
  };
}
