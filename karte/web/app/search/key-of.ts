import { pagePaths } from "@sekimori/karte-contract/page-routes";

/** What a key does everywhere, unless somebody is typing. */
export type KeyAct =
  | { readonly kind: "search" }
  | { readonly kind: "help" }
  | { readonly kind: "go"; readonly to: string }
  /** To the next row of the list, or to the one before. */
  | { readonly kind: "move"; readonly by: 1 | -1 }
  /** Selects the row, or takes it back. */
  | { readonly kind: "select" }
  /** Presses the button of the page that has this key. */
  | { readonly kind: "press"; readonly key: ActKey };

/** Second keys after "g". */
const places: Readonly<Record<string, string>> = {
  o: pagePaths.overview,
  d: pagePaths.siteList,
  f: pagePaths.inventoryResult,
  a: pagePaths.inventory,
};

/** The key of each act on selected rows, and of the way back; one act has one key in every list. */
export const actKeys = {
  assign: "a",
  due: "d",
  accept: "c",
  "withdraw-acceptance": "w",
  ticket: "t",
  label: "l",
  "add-to-group": "i",
  "remove-from-group": "o",
  schedule: "s",
  scan: "r",
  export: "e",
  undo: "z",
} as const;
export type ActKey = (typeof actKeys)[keyof typeof actKeys];

const pressed = Object.values(actKeys);

/** @param before the key that was pressed just before, if it waits for a second one. */
export function keyAct(key: string, before: string | undefined): KeyAct | undefined {
  if (before === "g") {
    const to = places[key];
    return to === undefined ? undefined : { kind: "go", to };
  }
  if (key === "/") return { kind: "search" };
  if (key === "?") return { kind: "help" };
  if (key === "j") return { kind: "move", by: 1 };
  if (key === "k") return { kind: "move", by: -1 };
  if (key === "x") return { kind: "select" };
  const act = pressed.find((one) => one === key);
  return act && { kind: "press", key: act };
}

/** The row that a step leads to: from nowhere the first, and never beyond the ends. */
export function rowAfter(rows: number, now: number, by: 1 | -1): number {
  return Math.max(0, Math.min(rows - 1, now < 0 ? 0 : now + by));
}
