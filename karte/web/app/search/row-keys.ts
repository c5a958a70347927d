import { type ActKey, rowAfter } from "./key-of.ts";

/** Names the key of a button: read out with it, and found by it. */
export const keyOf = (key: ActKey) => ({ "aria-keyshortcuts": key });

/** The rows of the page's lists that lead somewhere, in the order of the page. */
function rows(): readonly HTMLTableRowElement[] {
  const found = document.querySelectorAll<HTMLTableRowElement>("main table > tbody > tr");
  return [...found].filter((row) => placeIn(row) !== null && row.checkVisibility());
}

/** What of a row takes the focus: the link of its name, by which Enter opens it; else its tick. */
const placeIn = (row: Element) =>
  row.querySelector<HTMLElement>(":scope > th[scope=row] a") ??
  row.querySelector<HTMLElement>(":scope > td input[type=checkbox]");

const currentRow = () =>
  document.activeElement?.closest<HTMLTableRowElement>("main tbody > tr") ?? null;

/** Moves the focus along the rows. @returns whether there was one to go to. */
export function moveRow(by: 1 | -1): boolean {
  const all = rows();
  const row = currentRow();
  const now = row === null ? -1 : all.indexOf(row);
  const next = all[rowAfter(all.length, now, by)];
  const place = next && placeIn(next);
  if (!place) return false;
  place.focus();
  next.scrollIntoView({ block: "nearest" });
  return true;
}

/** Selects the row with the focus, or takes it back. @returns whether it can be selected. */
export function selectRow(): boolean {
  const tick = currentRow()?.querySelector<HTMLElement>(":scope > td input[type=checkbox]");
  tick?.click();
  return Boolean(tick);
}

/** Presses the button of the page that has this key. @returns whether it has one. */
export function pressAct(key: ActKey): boolean {
  const buttons = document.querySelectorAll<HTMLElement>(`main [aria-keyshortcuts="${key}"]`);
  const button = [...buttons].find((one) => one.checkVisibility());
  button?.click();
  return button !== undefined;
}
