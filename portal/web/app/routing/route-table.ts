import type { Part, Route } from "@sekimori/kit-web/routing/route";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { PageGuard } from "./guard-page.ts";
import type { PageHandle, PageScreen } from "./page-handle.ts";
import { pageRules, type RoutedPage } from "./page-rules.ts";

/** A page as the table shows it: what the shell must know of it, and its frames with itself. */
export interface Screen extends PageScreen {
  readonly parts: readonly Part[];
}

/** Every route of specification 2: each page behind the guard, `/` and the addresses that no page has. */
export function routeTable(
  guard: PageGuard,
  screens: Readonly<Record<RoutedPage, Screen>>,
): readonly Route[] {
  const names = Object.keys(pageRules) as RoutedPage[];
  return [
    { path: pagePaths.root, redirect: () => pagePaths.login, parts: [] },
    ...names.map((page): Route => {
      const rule = pageRules[page];
      const { parts, ...screen } = screens[page];
      const handle: PageHandle = { ...screen, page };
      return {
        path: rule.path ?? pagePaths[page],
        handle,
        redirect: (place, first) => guard(place, rule, first),
        parts,
      };
    }),
    { path: "*", redirect: () => pagePaths.pageNotFound, parts: [] },
  ];
}
