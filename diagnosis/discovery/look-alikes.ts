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

/** What the eye takes for each other in plain letters, the likeliest first. */
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

/** What is taken for each other less often: digits for letters, and the other way round. */
const RARE_GLYPHS: typeof GLYPHS = [
  ["q", "g"],
  ["v", "u"],
  ["i", "1"],
  ["1", "i"],
  ["m", "nn"],
  ["n", "m"],
  ["e", "3"],
  ["a", "4"],
  ["s", "5"],
  ["b", "6"],
  ["g", "9"],
  ["z", "2"],
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

/** Ends that a customer would believe, or under which organisations register beside their own. */
const SUFFIXES = [
  "com",
  "jp",
  "co.jp",
  "net",
  "org",
  "info",
  "co",
  "biz",
  "ne.jp",
  "or.jp",
  "tokyo",
  "io",
  "app",
];

/** Words that lures put beside a name, and those of the organisation itself. */
const WORDS = ["login", "support", "secure", "mail", "pay"];
const OWN_WORDS = ["shop", "group", "online", "web", "jp"];

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
    ["word", withWords(label.join("")).map(below)],
    ["hyphen", hyphens(label).map(below)],
    ["accent", accents(label).map(below)],
  ];
  const text = label.join("");
  const rest: readonly LookAlike[] = [
    ...fused(text).map((name) => ({ name: below(name), likeness: "word" as const })),
    ...rareGlyphs(text).map((name) => ({ name: below(name), likeness: "glyph" as const })),
  ];
  const seen = new Set([domain]);
  return [...inTurn(kinds), ...rest]
    .map(({ name, likeness }) => ({ name: domainToASCII(name), likeness }))
    .filter(({ name }) => isName(name) && !seen.has(name) && seen.add(name))
    .slice(0, most);
}

/** One of each kind, then the next of each. */
function inTurn(kinds: readonly (readonly [Likeness, readonly string[]])[]): readonly LookAlike[] {
  const longest = Math.max(...kinds.map(([, names]) => names.length));
  return Array.from({ length: longest }, (_, turn) =>
    kinds.flatMap(([likeness, names]) => {
      const name = names[turn];
      return name === undefined ? [] : [{ name, likeness }];
    }),
  ).flat();
}

/** The whole label in Cyrillic: browsers show that as it is, unlike a mixture. */
function inScript(label: readonly string[]): readonly string[] {
  const letters = label.map((sign) => CYRILLIC[sign] ?? (/[0-9-]/.test(sign) ? sign : null));
  const any = label.some((sign) => CYRILLIC[sign] !== undefined);
  return any && letters.every((letter) => letter !== null) ? [letters.join("")] : [];
}

/** Every place of a pair in the label. */
const placesOf = (label: string, [from, to]: readonly [string, string]): readonly string[] =>
  [...label.matchAll(new RegExp(from, "g"))].map(
    ({ index }) => label.slice(0, index) + to + label.slice(index + from.length),
  );

const glyphs = (label: string): readonly string[] =>
  GLYPHS.flatMap((pair) => placesOf(label, pair).slice(0, 1));

const rareGlyphs = (label: string): readonly string[] => [
  ...GLYPHS.flatMap((pair) => placesOf(label, pair).slice(1)),
  ...RARE_GLYPHS.flatMap((pair) => placesOf(label, pair)),
];

const withWords = (label: string): readonly string[] => [
  ...WORDS.flatMap((word) => [`${label}-${word}`, `${word}-${label}`]),
  ...OWN_WORDS.map((word) => `${label}-${word}`),
];

const fused = (label: string): readonly string[] =>
  [...WORDS, ...OWN_WORDS].map((word) => `${label}${word}`);

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
