import type { Asset } from "../installation/installation.ts";

/**
 * What shows the letters that a document's own font lacks: by script, each opened when a text needs
 * it. One weight is enough: a strong letter is drawn with an outline.
 */
export const scriptFonts: readonly { readonly has: RegExp; readonly asset: Asset }[] = [
  { has: /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]/u, asset: "fonts/scripts/european.ttf" },
  { has: /\p{scx=Hangul}/u, asset: "fonts/scripts/korean.ttf" },
  { has: /\p{sc=Han}/u, asset: "fonts/scripts/chinese.ttf" },
  { has: /\p{scx=Arabic}/u, asset: "fonts/scripts/arabic.ttf" },
  { has: /\p{scx=Hebrew}/u, asset: "fonts/scripts/hebrew.ttf" },
  { has: /\p{scx=Thai}/u, asset: "fonts/scripts/thai.ttf" },
  { has: /\p{scx=Devanagari}/u, asset: "fonts/scripts/devanagari.ttf" },
  { has: /\p{scx=Bengali}/u, asset: "fonts/scripts/bengali.ttf" },
  { has: /\p{scx=Tamil}/u, asset: "fonts/scripts/tamil.ttf" },
  { has: /\p{scx=Telugu}/u, asset: "fonts/scripts/telugu.ttf" },
  { has: /\p{scx=Kannada}/u, asset: "fonts/scripts/kannada.ttf" },
  { has: /\p{scx=Malayalam}/u, asset: "fonts/scripts/malayalam.ttf" },
  { has: /\p{scx=Gujarati}/u, asset: "fonts/scripts/gujarati.ttf" },
  { has: /\p{scx=Gurmukhi}/u, asset: "fonts/scripts/gurmukhi.ttf" },
  { has: /\p{scx=Oriya}/u, asset: "fonts/scripts/oriya.ttf" },
  { has: /\p{scx=Sinhala}/u, asset: "fonts/scripts/sinhala.ttf" },
  { has: /\p{scx=Lao}/u, asset: "fonts/scripts/lao.ttf" },
  { has: /\p{scx=Khmer}/u, asset: "fonts/scripts/khmer.ttf" },
  { has: /\p{scx=Myanmar}/u, asset: "fonts/scripts/myanmar.ttf" },
  { has: /\p{scx=Georgian}/u, asset: "fonts/scripts/georgian.ttf" },
  { has: /\p{scx=Armenian}/u, asset: "fonts/scripts/armenian.ttf" },
  { has: /\p{scx=Ethiopic}/u, asset: "fonts/scripts/ethiopic.ttf" },
  { has: /\p{scx=Thaana}/u, asset: "fonts/scripts/thaana.ttf" },
  { has: /\p{Emoji}/u, asset: "fonts/scripts/emoji.ttf" },
];

/** Asked last, for signs that belong to no script. */
const forSigns: readonly Asset[] = ["fonts/scripts/european.ttf", "fonts/scripts/emoji.ttf"];

/** Fonts that may have all of a text, the likeliest first. */
export const fontsFor = (text: string): readonly Asset[] => [
  ...new Set([
    ...scriptFonts.filter(({ has }) => has.test(text)).map(({ asset }) => asset),
    ...forSigns,
  ]),
];
