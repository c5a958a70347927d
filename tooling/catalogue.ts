import { readFileSync } from "node:fs";
import { parsePo } from "pofile-ts";

/** A sentence of a catalogue: the English of the source, and what its language says. */
export interface Sentence {
  readonly source: string;
  readonly translation: string;
  /** What tells apart two sentences of one English. */
  readonly context: string | null;
}

/** @param path of a catalogue in gettext's format */
export const sentencesIn = (path: string): readonly Sentence[] =>
  parsePo(readFileSync(path, "utf8")).items.map(({ msgid, msgctxt, msgstr }) => ({
    source: msgid,
    translation: msgstr.join(""),
    context: msgctxt,
  }));
