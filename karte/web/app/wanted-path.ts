import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { ownPath } from "@sekimori/kit-contract/own-path";

/** The page that a sign-in is to lead to, of the query that names it: a path of ours, and nothing else. */
export function wantedPath(query: URLSearchParams): string {
  return ownPath(query.get("return_to") ?? "") ?? pagePaths.overview;
}
