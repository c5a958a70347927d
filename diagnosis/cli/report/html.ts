import type { LocalText } from "../../engine/text.ts";

/** Text that is markup already. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Piece = string | number | Markup | null | readonly Piece[];

/**
 * Builds markup from a template: every value is escaped unless it is markup itself, so nothing a
 * scanned server said can become an element or an attribute of the report.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Piece[]): Markup {
  return new Markup(parts.reduce((text, part, at) => text + render(values[at - 1] ?? null) + part));
}

/** Both languages; the reader's choice hides one of them. */
export function both(text: LocalText): Markup {
  return html`<span lang="ja">${text.ja}</span><span lang="en">${text.en}</span>`;
}

function render(piece: Piece): string {
  if (piece === null) return "";
  if (piece instanceof Markup) return piece.text;
  if (typeof piece === "object") return piece.map(render).join("");
  return String(piece).replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}
