import { pagePaths } from "@sekimori/karte-contract/page-routes";
import type { Router } from "@sekimori/kit-web/routing/router";

let visited = "";
let failed: string | undefined;

/** Remembers the page that the person is on, for a message about it. */
export function rememberPages(router: Router): void {
  router.subscribe(() => {
    const place = router.shown()?.place;
    if (place && place.pathname !== pagePaths.contactUs) {
      visited = `${place.pathname}${place.search}`;
    }
  });
}

/** Remembers the request that failed last, by the number that the server logged it with. */
export function rememberFailure(requestId: string): void {
  failed = requestId;
}

/** The page before this one, and the request that failed last; undefined where there was none. */
export const lastPage = () => ({ visited: visited || undefined, failed });
