import { pagePaths } from "@sekimori/karte-contract/page-routes";

/** Where what a policy leaves alone, since it matched before, is acted on by hand: the list, with all of it selected. */
export const presentMatches = (query: string): string =>
  `${pagePaths.inventoryResult}?${new URLSearchParams({ query, choose: "all" })}`;
