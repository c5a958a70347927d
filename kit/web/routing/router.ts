import type { ComponentType } from "react";
import type { HistoryEntries } from "./history-entries.ts";
import type { PageHandle } from "./page-handle.ts";
import { hrefOf, type Place } from "./place.ts";
import { type Part, type Route, routeOf } from "./route.ts";
import type { Move } from "./show.ts";

/** What stands on the screen. */
export interface Shown {
  readonly place: Place;
  readonly handle: PageHandle | undefined;
  /** The route's parts as far as they could be loaded. */
  readonly parts: readonly ComponentType[];
  /** Why the part after them is missing. */
  readonly failure?: { readonly error: unknown };
}

export interface NavigateOptions {
  /** Takes the place of the present entry in the browser's history. */
  readonly replace?: boolean;
  readonly state?: unknown;
  /** False where the page only follows what is already seen. */
  readonly animated?: boolean;
}

export interface Router {
  /** Undefined until the first page is there. */
  shown(): Shown | undefined;
  /** Whether a page is on its way. */
  isLoading(): boolean;
  /** Calls back when either changes; returns the function that ends it. */
  subscribe(listener: () => void): () => void;
  /** Shows the page the browser stands at and follows it from there. Call it once. */
  start(): Promise<void>;
  /**
   * Goes to a page of the app. Resolves when it is shown, or when another navigation has begun
   * in the meantime: only the last one ends.
   *
   * @param to as in a link: a path, or a query for the present page.
   */
  navigate(to: string, options?: NavigateOptions): Promise<void>;
  /** Asks again whether the present page, or the one on its way, may be shown. */
  revalidate(): Promise<void>;
}

interface RouterOptions {
  readonly routes: readonly Route[];
  readonly entries: HistoryEntries;
  /** Puts a change on the screen. Resolves when it is there. */
  readonly show: (change: () => void, move: Move) => Promise<void>;
}

interface Visit {
  readonly place: Place;
  /** What becomes of the history; a step along it has written nothing and needs nothing written. */
  readonly write: "push" | "replace" | "nothing";
  readonly move: Move;
}

/** More would be a circle. */
const mostRedirects = 10;

/**
 * Brings pages to the screen: the route's redirect decides first, then the route's parts are
 * fetched, then history and screen change together. Until then the former page stays.
 */
export function createRouter({ routes, entries, show }: RouterOptions): Router {
  const listeners = new Set<() => void>();
  let shown: Shown | undefined;
  let here: Place | undefined;
  let underWay: Visit | undefined;

  const tell = () => {
    for (const listener of listeners) listener();
  };

  /** A circle ends where it is noticed, on a page that says so: nobody is left with a blank one. */
  function followRedirects(wanted: Visit): readonly [Visit, Route] {
    // A visit that is judged again is another one: what the first has fetched no longer counts.
    let visit = { ...wanted };
    for (let count = 0; count <= mostRedirects; count++) {
      const route = routeOf(routes, visit.place.pathname);
      if (!route) throw new Error(`no route for ${visit.place.pathname}`);
      const to = route.redirect?.(visit.place, here === undefined);
      if (to === undefined) return [visit, route];
      const write = visit.write === "push" ? "push" : "replace";
      visit = { ...visit, place: entries.resolve(to), write };
    }
    const error = new Error(`${wanted.place.pathname} is redirected in a circle`);
    return [visit, { path: "*", parts: [() => Promise.reject(error)] }];
  }

  async function go([visit, route]: readonly [Visit, Route]): Promise<void> {
    underWay = visit;
    tell();
    const loaded = await load(route.parts);
    if (underWay !== visit) return;
    underWay = undefined;
    here = visit.place;
    if (visit.write !== "nothing") entries.write(visit.place, visit.write);
    await show(() => {
      // A move may take a while to begin, and another page may have come at once meanwhile.
      if (here !== visit.place) return;
      shown = { place: visit.place, handle: route.handle, ...loaded };
      tell();
    }, visit.move);
  }

  return {
    shown: () => shown,
    isLoading: () => underWay !== undefined,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start() {
      entries.onStep(({ back, animated }) => {
        const place = entries.present();
        const still = animated || (here !== undefined && differInHashOnly(place, here));
        const move = back ? "reverse" : "forward";
        void go(followRedirects({ place, write: "nothing", move: still ? "none" : move }));
      });
      await go(followRedirects({ place: entries.present(), write: "nothing", move: "none" }));
    },
    async navigate(to, { replace = false, state, animated = true } = {}) {
      const place = entries.resolve(to, state);
      const same = here !== undefined && hrefOf(here) === hrefOf(place);
      const write = replace || same ? "replace" : "push";
      await go(followRedirects({ place, write, move: animated ? "forward" : "none" }));
    },
    async revalidate() {
      const before = underWay;
      const from = here;
      // Whoever has changed what the guard knows may go on to another page in the same breath.
      await Promise.resolve();
      if (underWay !== before || here !== from) return;
      if (before) return go(followRedirects(before));
      if (!from) return;
      const followed = followRedirects({ place: from, write: "nothing", move: "forward" });
      if (followed[0].place !== from) await go(followed);
    },
  };
}

async function load(parts: readonly Part[]): Promise<Pick<Shown, "parts" | "failure">> {
  const results = await Promise.allSettled(parts.map((part) => part()));
  const loaded: ComponentType[] = [];
  for (const result of results) {
    if (result.status === "rejected") return { parts: loaded, failure: { error: result.reason } };
    loaded.push(result.value);
  }
  return { parts: loaded };
}

function differInHashOnly(one: Place, other: Place): boolean {
  return one.pathname === other.pathname && one.search === other.search && one.hash !== other.hash;
}
