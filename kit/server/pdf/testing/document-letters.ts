import PDFDocument from "pdfkit";
import { assetPath } from "../../installation/installation.ts";
import type { Inside } from "../runs.ts";
import { scriptFonts } from "../script-fonts.ts";

/** Every letter that the fonts of documents have, as `kit/contract/letters/table.ts` keeps them. */
export function documentLetters(): string {
  const canvas = new PDFDocument();
  const [regular = [], bold = []] = (["fonts/regular.ttf", "fonts/bold.ttf"] as const).map(
    (asset) => {
      canvas.font(assetPath(asset));
      return (canvas as unknown as Inside)._font.font.characterSet;
    },
  );
  const inBold = new Set(bold);
  const all = new Set(regular.filter((letter) => inBold.has(letter)));
  for (const { asset } of scriptFonts) {
    canvas.font(assetPath(asset));
    for (const letter of (canvas as unknown as Inside)._font.font.characterSet) all.add(letter);
  }
  const ranges: { first: number; last: number }[] = [];
  for (const letter of [...all].sort((one, other) => one - other)) {
    const range = ranges.at(-1);
    if (range && letter <= range.last + 1) range.last = letter;
    else ranges.push({ first: letter, last: letter });
  }
  let before = 0;
  return ranges
    .map(({ first, last }) => {
      const [gap, more] = [first - before, last - first];
      before = last;
      return more === 0 ? gap.toString(36) : `${gap.toString(36)}+${more.toString(36)}`;
    })
    .join(" ");
}
