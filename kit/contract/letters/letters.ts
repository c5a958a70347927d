import type { z } from "zod";
import { letterRanges } from "./table.ts";

// Names and addresses stand on printed documents, whose fonts have the letters of all living languages
// that we know of, and not every letter there is. Who writes another one hears of it while writing.
// Servers alone ask: a page would have to fetch the table first.

/** Places where "is shown" begins and ends, in turn. */
const edges: readonly number[] = (() => {
  let at = 0;
  return letterRanges.split(" ").flatMap((range) => {
    const [gap = "", more = "0"] = range.split("+");
    const first = at + Number.parseInt(gap, 36);
    at = first + Number.parseInt(more, 36);
    return [first, at + 1];
  });
})();

/** Draws nothing by itself, so that no font needs it. */
const ignorable = /\p{Default_Ignorable_Code_Point}/u;

function isShown(letter: string): boolean {
  const point = letter.codePointAt(0) ?? 0;
  let [low, high] = [0, edges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edges[middle] ?? 0) <= point) low = middle + 1;
    else high = middle;
  }
  return low % 2 === 1 || ignorable.test(letter);
}

/** The first letter of a text that no document can show; undefined where it shows all. */
export const unshownLetter = (text: string): string | undefined =>
  [...text].find((letter) => !isShown(letter));

/** Every text within a value, with its path. */
function textsIn(value: unknown, path: readonly PropertyKey[] = []): [PropertyKey[], string][] {
  if (typeof value === "string") return [[[...path], value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => textsIn(one, [...path, key]));
}

/** What is written on documents: no text in it has a letter that their fonts lack. */
export function printedSchema<S extends z.ZodType>(schema: S): S {
  return schema.superRefine((value, context) => {
    for (const [path, text] of textsIn(value)) {
      const letter = unshownLetter(text);
      if (letter === undefined) continue;
      const point = `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
      context.addIssue({ code: "custom", path, params: { code: "no_font", letter, point } });
    }
  });
}
