import { pagePaths } from "@sekimori/karte-contract/page-routes";

/** The page that a sign-in is to lead to, of the query that names it: a path of ours, and nothing else. */
export function wantedPath(query: URLSearchParams): string {
  const path = query.get("return_to");
  return path && /^\/(?![/\\])/.test(path) ? path : pagePaths.overview;
}
