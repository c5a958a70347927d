import type { PdfCanvas } from "./canvas.ts";
import { inVisualOrder, turns } from "./direction.ts";
import { type Face, type Inside, type Run, runFinder } from "./runs.ts";

interface Options {
  readonly width?: number;
  readonly lineWidth?: number;
  readonly textWidth?: number;
  readonly align?: "left" | "center" | "right";
  readonly baseline?: number;
  readonly fill?: boolean;
  readonly stroke?: boolean;
}

type LineOf = (text: string, options: Options) => void;

/** pdfkit's own steps of writing a text, which its types leave out. */
interface Steps extends Inside {
  readonly _fillColor?: readonly [string, number];
  _text(
    text: string,
    x: number | Options | undefined,
    y: number | undefined,
    options: Options | undefined,
    line: LineOf,
  ): unknown;
  _fragment(text: string, x: number, y: number, options: Options): void;
  widthOfString(text: string, options?: Options): number;
  addContent(data: string): unknown;
}

/** Scripts without spaces between words, and words in them. */
const spaceless = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const words = new Intl.Segmenter("th", { granularity: "word" });
const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A place where a line may end; it is never drawn. */
const mayEnd = "\u200b";

const divided = (text: string, by: Intl.Segmenter): string =>
  [...by.segment(text)].map(({ segment }) => segment).join(mayEnd);

/**
 * Whether a reader of the document finds the text by the glyphs alone. Readers turn what is written
 * from right to left by themselves, and some turn the text that is given in its place, too.
 */
function saysItself({ face, text, drawn }: Run, own: Face): boolean {
  if (face === own) return text === drawn;
  if (!turns(text)) return false;
  const { glyphs } = face.layout(drawn);
  const said = String.fromCodePoint(...glyphs.flatMap(({ codePoints }) => codePoints));
  return said.length === text.length;
}

/**
 * Lets a document show every letter that one of the fonts has: each part of a line in a font that
 * has it, in the order in which it is read. Texts that the document's own font shows are laid out as
 * ever.
 */
export function showEveryScript(canvas: PdfCanvas): void {
  const steps = canvas as unknown as Steps;
  const runsOf = runFinder(canvas);
  const own = {
    text: steps._text.bind(canvas),
    fragment: steps._fragment.bind(canvas),
    width: steps.widthOfString.bind(canvas),
  };

  const widthOf = ({ face, drawn }: Run) => face.widthOfString(drawn, steps._fontSize);
  const isPlain = (text: string, runs: readonly Run[]) =>
    runs.length === 1 && runs[0]?.face === steps._font && runs[0].drawn === text && !turns(text);

  /** A word that is longer than its place is divided between letters, never within one. */
  const fitted = (text: string, room: number): string =>
    text
      .split(/(\s+)/)
      .map((word) => {
        const parts = spaceless.test(word) ? divided(word, words) : word;
        return parts
          .split(mayEnd)
          .map((part) => (steps.widthOfString(part) > room ? divided(part, letters) : part))
          .join(mayEnd);
      })
      .join("");

  /** Gives the glyphs that are written the text that a reader finds and a screen reader says. */
  const saidAs = (actual: string, write: () => void) => {
    const add = steps.addContent;
    // Inside of the text's own state: readers take the place of the text from where the mark ends.
    steps.addContent = (data) => {
      if (data === "BT") canvas.markContent("Span", { actual });
      add.call(canvas, data);
      if (data === "ET") canvas.endMarkedContent();
    };
    try {
      write();
    } finally {
      steps.addContent = add;
    }
  };

  const draw = (run: Run, x: number, y: number, options: Options, baseline: number) => {
    const before = steps._font;
    const isOwn = run.face === before;
    const isOutlined = !isOwn && before.name.endsWith("Bold");
    if (isOutlined) {
      canvas.save();
      canvas.lineWidth(steps._fontSize / 28).strokeColor(...(steps._fillColor ?? ["#000", 1]));
    }
    steps._font = run.face;
    const { width: _, align: _align, ...rest } = options;
    const outline = isOutlined ? { fill: true, stroke: true } : {};
    const placed = { ...rest, ...outline, textWidth: widthOf(run), baseline };
    const write = () => own.fragment(run.drawn, x, y, placed);
    if (saysItself(run, before)) write();
    else saidAs(run.text, write);
    steps._font = before;
    if (isOutlined) canvas.restore();
  };

  steps.widthOfString = (text, options) => {
    const runs = runsOf(text);
    if (isPlain(text, runs)) return own.width(text, options);
    return runs.reduce((sum, run) => sum + widthOf(run), 0);
  };

  steps._text = (text, x, y, options, line) => {
    const room = (typeof x === "object" ? x : options)?.width;
    const runs = runsOf(text);
    const isWhole = room === undefined || isPlain(text, runs);
    return own.text(isWhole ? text : fitted(text, room), x, y, options, line);
  };

  steps._fragment = (text, x, y, options) => {
    const line = text.replaceAll("\n", "").replaceAll(mayEnd, "");
    const runs = runsOf(line);
    if (isPlain(line, runs)) {
      own.fragment(line, x, y, options);
      return;
    }
    const shown = runsOf(line.trimEnd());
    const whole = shown.reduce((sum, run) => sum + widthOf(run), 0);
    const room = options.width === undefined ? whole : (options.lineWidth ?? whole);
    const spare = room - whole;
    let left = x;
    if (options.align === "right") left += spare;
    if (options.align === "center") left += spare / 2;
    const baseline = (-steps._font.ascender / 1000) * steps._fontSize;
    for (const run of inVisualOrder(shown)) {
      draw(run, left, y, options, baseline);
      left += widthOf(run);
    }
  };
}
