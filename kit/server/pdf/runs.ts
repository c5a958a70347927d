import { type Asset, assetPath } from "../installation/installation.ts";
import type { PdfCanvas } from "./canvas.ts";
import { allowMissingAnchors, type LaidOutFont } from "./missing-anchors.ts";
import { fontsFor } from "./script-fonts.ts";

interface Glyph {
  readonly id: number;
  readonly codePoints: readonly number[];
}

/** A font within a document, as pdfkit keeps it; only what is used here. */
export interface Face {
  readonly name: string;
  /** Thousandths of the size. */
  readonly ascender: number;
  readonly font: LaidOutFont & {
    readonly characterSet: readonly number[];
    hasGlyphForCodePoint(code: number): boolean;
  };
  layout(text: string): { readonly glyphs: readonly Glyph[] };
  widthOfString(text: string, size: number): number;
}

/** What of pdfkit's document its types leave out. */
export interface Inside {
  _font: Face;
  _fontSize: number;
}

/** Consecutive text that one font shows. */
export interface Run {
  readonly face: Face;
  /** As it was written. */
  readonly text: string;
  /** As it is drawn. */
  readonly drawn: string;
}

/** Draws nothing of its own: a font that lacks it is not asked for it. */
const ignorable = /\p{Default_Ignorable_Code_Point}/u;

/** Stands for a letter that no font has, as printers have always done in Japan. */
const substitute = "〓";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Letters that are read together stand in one font: a word in two of them looks like a mistake. */
const together = [
  /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}][\p{M}\u200c\u200d]*$/u,
  /^\p{sc=Han}[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]*$/u,
];

/** Divides a text into words of letters that are read together, and single signs. */
function piecesOf(text: string): string[] {
  const pieces: { text: string; kind: number }[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const kind = together.findIndex((pattern) => pattern.test(segment));
    const last = pieces.at(-1);
    if (last && kind !== -1 && last.kind === kind) last.text += segment;
    else pieces.push({ text: segment, kind });
  }
  return pieces.map((piece) => piece.text);
}

/** Only fonts for European languages place accents on any letter. */
const needsPlaces = /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]\p{M}/u;

const shows = ({ font }: Face, text: string): boolean =>
  [...text].every(
    (letter) =>
      letter === "\n" ||
      ignorable.test(letter) ||
      font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
  );

/** Without the marks that draw nothing and that the font has no glyph for. */
const drawnBy = ({ font }: Face, text: string): string =>
  [...text]
    .filter(
      (letter) =>
        !ignorable.test(letter) ||
        (letter !== "\u200b" && font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)),
    )
    .join("");

/** Which font of the document shows which part of a text; one for each document. */
export function runFinder(canvas: PdfCanvas) {
  const inside = canvas as unknown as Inside;
  const known = new Map<Face, Map<string, readonly Run[]>>();

  const open = (asset: Asset): Face => {
    const before = inside._font;
    canvas.font(assetPath(asset));
    const face = inside._font;
    inside._font = before;
    allowMissingAnchors(face.font);
    return face;
  };

  const faceFor = (own: Face, text: string): Face | undefined => {
    if (shows(own, text) && !needsPlaces.test(text)) return own;
    for (const asset of fontsFor(text)) {
      const face = open(asset);
      if (shows(face, text)) return face;
    }
    return undefined;
  };

  const runOf = (own: Face, text: string): Run[] => {
    // Accents that stand apart, as some systems write them, are joined to letters of Europe alone:
    // joined, other letters would become others.
    const joined = needsPlaces.test(text) ? text.normalize("NFC") : text;
    const face = faceFor(own, joined);
    if (face) return [{ face, text, drawn: drawnBy(face, joined) }];
    const smaller = [...graphemes.segment(text)].map(({ segment }) => segment);
    const parts = smaller.length > 1 ? smaller : [...text];
    return parts.length > 1
      ? parts.flatMap((part) => runOf(own, part))
      : [{ face: own, text, drawn: substitute }];
  };

  const merged = (runs: readonly Run[]): Run[] => {
    const joined: Run[] = [];
    for (const run of runs) {
      const last = joined.at(-1);
      if (last?.face !== run.face) joined.push(run);
      else {
        const { face, text, drawn } = run;
        joined[joined.length - 1] = { face, text: last.text + text, drawn: last.drawn + drawn };
      }
    }
    return joined;
  };

  return (text: string): readonly Run[] => {
    const own = inside._font;
    if (shows(own, text) && !needsPlaces.test(text))
      return [{ face: own, text, drawn: drawnBy(own, text) }];
    const cache = known.get(own) ?? new Map<string, readonly Run[]>();
    known.set(own, cache);
    const found = cache.get(text);
    if (found) return found;
    const runs = merged(piecesOf(text).flatMap((piece) => runOf(own, piece)));
    cache.set(text, runs);
    return runs;
  };
}
