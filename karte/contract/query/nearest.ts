import { folded } from "./fields.ts";

/** How many letters are added, left out or exchanged between two words. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const exchanged = (row[j] ?? 0) + (letter === b[j] ? 0 : 1);
      next.push(Math.min(exchanged, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** A longer word is nobody's slip. */
const longest = 30;

/** Of some words the one that is nearly this one, or begins with it; undefined where none is. */
export function nearest(word: string, among: readonly string[]): string | undefined {
  const wanted = folded(word);
  if (wanted.length > longest) return undefined;
  const far = (one: string) =>
    wanted.length >= 2 && one.startsWith(wanted) ? 0.5 : distance(wanted, one);
  const [first] = among
    .map((one) => ({ one, far: far(one) }))
    .filter((candidate) => candidate.far <= Math.min(2, Math.floor(wanted.length / 2)))
    .toSorted((a, b) => a.far - b.far);
  return first?.one;
}
