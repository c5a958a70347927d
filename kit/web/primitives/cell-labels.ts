const roles: Readonly<Record<string, string>> = {
  TABLE: "table",
  THEAD: "rowgroup",
  TBODY: "rowgroup",
  TR: "row",
  TD: "cell",
};

function roleOf(part: Element): string | undefined {
  if (part.tagName !== "TH") return roles[part.tagName];
  return part.getAttribute("scope") === "row" ? "rowheader" : "columnheader";
}

/** What a column is called; nothing where its header is a tick for all rows. */
const nameOf = (header: Element) =>
  header.querySelector("input") ? "" : (header.textContent?.trim() ?? "");

function write(table: HTMLTableElement): void {
  const names = [...(table.tHead?.rows[0]?.cells ?? [])].map(nameOf);
  for (const body of table.tBodies) {
    for (const row of body.rows) {
      for (const [column, cell] of [...row.cells].entries()) {
        const name = cell.colSpan > 1 ? "" : (names[column] ?? "");
        // Also where it is empty: the tick of a row is found by that.
        if (cell.dataset.label !== name) cell.dataset.label = name;
      }
    }
  }
  // As blocks they would be no table any more to some browsers.
  for (const part of [table, ...table.querySelectorAll("thead, tbody, tr, td, th")]) {
    const role = roleOf(part);
    if (role && part.getAttribute("role") !== role) part.setAttribute("role", role);
  }
}

/**
 * Keeps on every cell what its column is called, for narrow windows where a row is a block: written
 * from the headers, so that no table says its columns' names twice.
 *
 * @returns what ends it.
 */
export function keepCellLabels(table: HTMLTableElement): () => void {
  write(table);
  const observer = new MutationObserver(() => write(table));
  observer.observe(table, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}
