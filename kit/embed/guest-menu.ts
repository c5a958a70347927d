import { ownPath } from "@sekimori/kit-contract/own-path";

/** An entry that a guest adds to its host's menu, or says its right to. */
export interface GuestMenuEntry {
  /** Text, and nothing else. */
  readonly label: { readonly ja: string; readonly en: string };
  /** The guest's page; no two entries of one place have the same. */
  readonly path: string;
  /** The key of the host's entry that it stands under, or "bell" for the host's list of news. */
  readonly parent: string;
  /** Whether the person may open the page. */
  readonly right: boolean;
  /** How many things are new there; 0 where nothing is counted. */
  readonly count: number;
}

export const guestMenuMost = { entries: 30, label: 60, path: 200, count: 9_999 } as const;

const parentShape = /^(?:bell|[1-9](?:-[1-9]){0,2})$/;
/** No line, no control and no mark that turns the direction of the host's own words. */
const plainText = /^[^\p{C}\p{Zl}\p{Zp}]*[^\p{C}\p{Z}][^\p{C}\p{Zl}\p{Zp}]*$/u;

type Unread = Readonly<Record<string, unknown>>;

const hasFields = (value: unknown, names: readonly string[]): value is Unread =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length === names.length &&
  names.every((name) => Object.hasOwn(value, name));

const isLabel = (value: unknown): boolean =>
  typeof value === "string" && value.length <= guestMenuMost.label && plainText.test(value);

function isEntry(value: unknown): value is GuestMenuEntry {
  if (!hasFields(value, ["label", "path", "parent", "right", "count"])) return false;
  const { label, path, parent, right, count } = value;
  return (
    hasFields(label, ["ja", "en"]) &&
    isLabel(label.ja) &&
    isLabel(label.en) &&
    typeof path === "string" &&
    path.length <= guestMenuMost.path &&
    ownPath(path) !== undefined &&
    typeof parent === "string" &&
    parentShape.test(parent) &&
    typeof right === "boolean" &&
    Number.isInteger(count) &&
    Number(count) >= 0 &&
    Number(count) <= guestMenuMost.count
  );
}

/**
 * Whether a guest's menu is one, by hand: the host also reads it from its storage on every page, where
 * the schema library weighs too much.
 */
export function isGuestMenu(value: unknown): value is readonly GuestMenuEntry[] {
  if (!Array.isArray(value) || value.length > guestMenuMost.entries) return false;
  if (!value.every(isEntry)) return false;
  const places = value.map(({ parent, path }) => `${parent} ${path}`);
  return new Set(places).size === places.length;
}
