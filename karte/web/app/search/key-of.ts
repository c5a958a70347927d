import { pagePaths } from "@sekimori/karte-contract/page-routes";

/** What a key does everywhere, unless somebody is typing. */
export type KeyAct =
  | { readonly kind: "search" }
  | { readonly kind: "help" }
  | { readonly kind: "go"; readonly to: string };

/** Second keys after "g". */
const places: Readonly<Record<string, string>> = {
  o: pagePaths.overview,
  d: pagePaths.siteList,
  f: pagePaths.inventoryResult,
  a: pagePaths.inventory,
};

/** @param before the key that was pressed just before, if it waits for a second one. */
export function keyAct(key: string, before: string | undefined): KeyAct | undefined {
  const to = before === "g" ? places[key] : undefined;
  if (to !== undefined) return { kind: "go", to };
  if (key === "/") return { kind: "search" };
  if (key === "?") return { kind: "help" };
  return undefined;
}
