import type { ComponentType } from "react";
import type { PageHandle } from "./page-handle.ts";
import type { Place } from "./place.ts";

/** A page, or a frame around pages: fetched when it is first needed. */
export type Part = () => Promise<ComponentType>;

export interface Route {
  /** What ends with `/*` has everything below it too; `*` alone has what no other route has. */
  readonly path: string;
  readonly handle?: PageHandle;
  /**
   * Where a navigation goes instead; undefined when it may come here. Nothing of the page is
   * fetched before.
   *
   * @param first whether it is the visit's first navigation.
   */
  readonly redirect?: (place: Place, first: boolean) => string | undefined;
  /** From the outermost frame to the page itself; each shows the next in its `Outlet`. */
  readonly parts: readonly Part[];
}

/** People type addresses with capitals and slashes at the end. */
const plain = (pathname: string) => pathname.toLowerCase().replace(/(?<=.)\/+$/, "");

function matches({ path }: Route, pathname: string): boolean {
  if (path === "*") return true;
  if (!path.endsWith("/*")) return path === pathname;
  const top = path.slice(0, -2);
  return pathname === top || pathname.startsWith(`${top}/`);
}

/** The first route that has this path. */
export function routeOf(routes: readonly Route[], pathname: string): Route | undefined {
  const wanted = plain(pathname);
  return routes.find((route) => matches(route, wanted));
}
