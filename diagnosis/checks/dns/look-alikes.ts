import { domainToASCII, domainToUnicode } from "node:url";
import { parse } from "tldts";

/** How a name was made to look like another. */
export type Likeness =
  | "script"
  | "glyph"
  | "suffix"
  | "omission"
  | "swap"
  | "doubling"
  | "word"
  | "hyphen"
  | "accent";

/** A name that a reader may take for another one. */
export interface LookAlike {
  /** A-label form, lower case. */
  readonly name: string;
  readonly likeness: Likeness;
}

/** Letters of other scripts that look the same in most fonts (Unicode TS 39, confusables). */
const CYRILLIC: Readonly<Record<string, string>> = {
  a: "а",
  c: "с",
  e: "е",
  h: "һ",
  i: "і",
  j: "ј",
  l: "ӏ",
  o: "о",
  p: "р",
  q: "ԛ",
  s: "ѕ",
  w: "ԝ",
  x: "х",
  y: "у",
};

/** What the eye takes for each other in plain letters. */
const GLYPHS: readonly (readonly [string, string])[] = [
  ["m", "rn"],
  ["rn", "m"],
  ["w", "vv"],
  ["d", "cl"],
  ["cl", "d"],
  ["l", "1"],
  ["1", "l"],
  ["o", "0"],
  ["0", "o"],
  ["i", "l"],
  ["l", "i"],
  ["g", "q"],
  ["u", "v"],
];

const ACCENTS: Readonly<Record<string, string>> = {
  a: "á",
  e: "é",
  i: "í",
  o: "ó",
  u: "ú",
  n: "ñ",
  c: "ç",
  s: "ş",
};

/** Ends that a customer would believe; the domain's own is left out. */
const SUFFIXES = ["com", "jp", "co.jp", "net", "org", "info", "co", "biz"];

/** Words that lures put beside a name. */
const WORDS = ["login", "support", "secure", "mail", "pay"];

/**
 * Registrable names that look like `domain`, at most `most`, each kind of likeness in turn so that none is
 * crowded out, without the domain itself. Pure; asks nobody.
 */
export function lookAlikes(domain: string, most: number): readonly LookAlike[] {
  const { publicSuffix, domainWithoutSuffix } = parse(domain, { allowPrivateDomains: true });
  if (!publicSuffix || !domainWithoutSuffix) return [];
  const label = [...domainToUnicode(domainWithoutSuffix)];
  const below = (text: string) => `${text}.${publicSuffix}`;
  const kinds: readonly (readonly [Likeness, readonly string[]])[] = [
    ["script", inScript(label).map(below)],
    ["glyph", glyphs(label.join("")).map(below)],
    [
      "suffix",
      SUFFIXES.filter((end) => end !== publicSuffix).map((end) => `${label.join("")}.${end}`),
    ],
    ["omission", label.map((_, at) => below(label.toSpliced(at, 1).join("")))],
    ["swap", swaps(label).map(below)],
    ["doubling", label.map((sign, at) => below(label.toSpliced(at, 0, sign).join("")))],
    [
      "word",
      WORDS.flatMap((word) => [`${label.join("")}-${word}`, `${word}-${label.join("")}`]).map(
        below,
      ),
    ],
    ["hyphen", hyphens(label).map(below)],
    ["accent", accents(label).map(below)],
  ];
  const seen = new Set([domain]);
  const found: LookAlike[] = [];
  const longest = Math.max(...kinds.map(([, names]) => names.length));
  for (let turn = 0; turn < longest; turn += 1)
    for (const [likeness, names] of kinds) {
      const name = domainToASCII(names[turn] ?? "");
      if (found.length >= most) return found;
      if (!isName(name) || seen.has(name)) continue;
      seen.add(name);
      found.push({ name, likeness });
    }
  return found;
}

/** The whole label in Cyrillic: browsers show that as it is, unlike a mixture. */
function inScript(label: readonly string[]): readonly string[] {
  const letters = label.map((sign) => CYRILLIC[sign] ?? (/[0-9-]/.test(sign) ? sign : null));
  const any = label.some((sign) => CYRILLIC[sign] !== undefined);
  return any && letters.every((letter) => letter !== null) ? [letters.join("")] : [];
}

function glyphs(label: string): readonly string[] {
  return GLYPHS.flatMap(([from, to]) => {
    const at = label.indexOf(from);
    return at < 0 ? [] : [label.slice(0, at) + to + label.slice(at + from.length)];
  });
}

function swaps(label: readonly string[]): readonly string[] {
  return label.slice(1).flatMap((sign, at) => {
    const before = label[at] ?? "";
    return sign === before ? [] : [label.toSpliced(at, 2, sign, before).join("")];
  });
}

function hyphens(label: readonly string[]): readonly string[] {
  const without = label.join("").replaceAll("-", "");
  const within = label.slice(2, -1).map((_, at) => label.toSpliced(at + 2, 0, "-").join(""));
  return [without, ...within];
}

function accents(label: readonly string[]): readonly string[] {
  return label.flatMap((sign, at) => {
    const accent = ACCENTS[sign];
    return accent === undefined ? [] : [label.toSpliced(at, 1, accent).join("")];
  });
}

/** A label of the host name's letters, and at least two of them: what is shorter looks like anything. */
function isName(name: string): boolean {
  const [label = ""] = name.split(".");
  return /^(?!-)[a-z0-9-]{2,63}(?<!-)$/.test(label) && name.includes(".");
}
