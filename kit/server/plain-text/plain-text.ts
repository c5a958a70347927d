/** Marks that turn the direction of what follows: a name could look like another one. */
const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A stranger's text as plain text on paper: no control characters, marks of direction made visible,
 * and no longer than a reader wants.
 */
export function plainText(text: string, most = 400): string {
  const shown = text
    .replace(/\p{Cc}+/gu, " ")
    .replace(
      direction,
      (mark) => `[U+${mark.codePointAt(0)?.toString(16).padStart(4, "0").toUpperCase()}]`,
    );
  return shown.length > most ? `${shown.slice(0, most - 1)}…` : shown;
}
