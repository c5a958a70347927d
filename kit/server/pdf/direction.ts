import bidiPackage from "bidi-js";
import type { Run } from "./runs.ts";

// Its types are of its ES module, and Node takes the other one.
const bidi = (bidiPackage as unknown as typeof bidiPackage.default)();

/** Whether anything of a text is read from right to left. */
export const turns = (text: string): boolean =>
  /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Thaana}]/u.test(text);

interface Part extends Run {
  /** Odd: from right to left. */
  readonly level: number;
}

/** The parts of a line between which font, direction or, from right to left, a word changes. */
function partsOf(runs: readonly Run[], levels: Uint8Array, mirrored: Map<number, string>): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const { face, text, drawn } of runs) {
    const isSubstituted = drawn !== text;
    let begun: { text: string; level: number; drawn: string } | undefined;
    const end = () => {
      if (begun) parts.push({ face, ...begun });
      begun = undefined;
    };
    for (const letter of text) {
      const level = levels[at] ?? 0;
      const isBreak = level % 2 === 1 && (letter === " " || begun?.text.endsWith(" ") === true);
      if (begun?.level !== level || isBreak) end();
      begun ??= { text: "", level, drawn: "" };
      begun.text += letter;
      begun.drawn += mirrored.get(at) ?? letter;
      at += letter.length;
    }
    const whole = parts.length;
    end();
    // Marks that the font lacks were left out of the whole run.
    if (isSubstituted && parts.length === whole + 1 && parts.at(-1)?.text === text) {
      parts[whole] = { ...(parts[whole] as Part), drawn };
    }
  }
  return parts;
}

const reversed = (text: string): string => [...text].reverse().join("");

/**
 * A line's runs from left to right as they are drawn (Unicode Standard Annex 9, in a line that begins
 * on the left).
 *
 * The font library turns a word that is written in such a script by itself, and no other.
 */
export function inVisualOrder(runs: readonly Run[]): readonly Run[] {
  const line = runs.map(({ text }) => text).join("");
  if (!turns(line)) return runs;
  const { levels } = bidi.getEmbeddingLevels(line, "ltr");
  const parts = partsOf(runs, levels, bidi.getMirroredCharactersMap(line, levels));
  const highest = Math.max(...parts.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    let from = 0;
    while (from < parts.length) {
      let to = from;
      while (to < parts.length && (parts[to]?.level ?? 0) >= level) to++;
      if (to > from) parts.splice(from, to - from, ...parts.slice(from, to).reverse());
      from = to + 1;
    }
  }
  return parts.map(({ face, text, drawn, level }) => ({
    face,
    text,
    drawn: (level % 2 === 1) === turns(drawn) ? drawn : reversed(drawn),
  }));
}
